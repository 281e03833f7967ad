//! The contest as a discipline.

use super::{download, keystroke, log, moves, record, seat, turn};
use crate::discipline::Discipline;
use crate::discipline::section::Section;

pub static DISCIPLINE: Discipline = Discipline {
    noun: "contest",
    tables: &[record::TABLE, moves::TABLE, seat::TABLE, keystroke::TABLE, turn::TABLE, log::TABLE],
    sections: &[("contests", Section::Whole(download::of_player))],
    end_machine: None,
    forget_machine: None,
    gauges: &[],
};
