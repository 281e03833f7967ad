//! All disciplines, in the order of the navigation. The next one is added here.

#[cfg(test)]
pub(crate) mod mirror;

use crate::http::state::Discipline;
use crate::{battery, contest, daily, game, question_campaign, quiz};

pub(crate) static ALL: &[&Discipline] = &[
    &game::discipline::DISCIPLINE,
    &daily::discipline::DISCIPLINE,
    &quiz::discipline::DISCIPLINE,
    &contest::discipline::DISCIPLINE,
    &battery::discipline::DISCIPLINE,
    &question_campaign::discipline::DISCIPLINE,
];
