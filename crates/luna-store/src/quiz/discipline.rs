//! Trivia as a discipline.

use super::{
    answer, block, download, finding, guess, page, play, question, release, revision, round,
    ruling, source, tossup,
};
use crate::discipline::section::Section;
use crate::discipline::{Discipline, Gauge};

pub static DISCIPLINE: Discipline = Discipline {
    noun: "trivia",
    tables: &[
        source::TABLE,
        answer::TABLE,
        page::TABLE,
        tossup::TABLE,
        play::TABLE,
        ruling::TABLE,
        round::TABLE,
        question::TABLE,
        revision::TABLE,
        finding::TABLE,
        guess::TABLE,
        release::TABLE,
        block::TABLE,
    ],
    sections: &[("quiz", Section::Nested(download::SECTIONS))],
    end_machine: None,
    forget_machine: Some(guess::forget_machine),
    gauges: &[
        Gauge {
            name: "luna_trivia_open_plays",
            description: "Tossups that are being read to somebody.",
            read: play::count_open,
        },
        Gauge {
            name: "luna_trivia_questions_to_review",
            description: "Submitted questions without a decision.",
            read: question::count_submitted,
        },
    ],
};
