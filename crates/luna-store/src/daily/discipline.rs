//! The daily moon as a discipline.

use super::{exchange, plan, play};
use crate::discipline::Discipline;
use crate::discipline::section::Section;

pub static DISCIPLINE: Discipline = Discipline {
    noun: "the daily moon",
    tables: &[exchange::TABLE, plan::TABLE, plan::SCORE, play::TABLE],
    sections: &[("daily_moons", Section::Whole(|tx, id| Ok(play::data(tx, id)?.into())))],
    end_machine: None,
    forget_machine: None,
    gauges: &[],
};
