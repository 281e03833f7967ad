//! The disciplines that Luna comes with. Only those who start something name this list; all others
//! receive it, so that a test can add one.

use crate::discipline::Discipline;
use crate::{battery, contest, daily, question_campaign, quiz};

/// Every discipline, in the order of its parts in a download and of its tables in a backup.
pub static ALL: &[&Discipline] = &[
    &quiz::discipline::DISCIPLINE,
    &contest::discipline::DISCIPLINE,
    &battery::discipline::DISCIPLINE,
    &question_campaign::discipline::DISCIPLINE,
    &daily::discipline::DISCIPLINE,
];
