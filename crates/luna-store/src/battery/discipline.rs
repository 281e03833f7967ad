//! Common sense as a discipline.

use super::{answer, attempt, sitting};
use crate::discipline::section::Section;
use crate::discipline::{Discipline, Gauge};

pub static DISCIPLINE: Discipline = Discipline {
    noun: "common sense",
    tables: &[
        sitting::TABLE,
        answer::TABLE,
        sitting::REPLY,
        sitting::CLUE_REPLY,
        attempt::TABLE,
        attempt::QUESTION,
    ],
    sections: &[
        ("battery", Section::Whole(|tx, id| Ok(sitting::data(tx, id)?.into()))),
        ("battery_attempts", Section::Whole(|tx, id| Ok(attempt::data(tx, id)?.into()))),
    ],
    end_machine: Some(attempt::leave),
    forget_machine: Some(|tx, id| {
        sitting::forget(tx, id)?;
        attempt::forget(tx, id)
    }),
    gauges: &[Gauge {
        name: "luna_common_sense_answers_to_score",
        description: "Answers that wait for scorers.",
        read: answer::count_waiting,
    }],
};
