//! All disciplines, in the order of pages that name them. The next one is added here.

mod game;

use crate::instance::Discipline;
use crate::{battery, contest, daily, quiz};

pub static ALL: &[&Discipline] = &[
    &game::DISCIPLINE,
    &quiz::discipline::DISCIPLINE,
    &contest::discipline::DISCIPLINE,
    &battery::discipline::DISCIPLINE,
    &daily::discipline::DISCIPLINE,
];
