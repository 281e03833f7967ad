//! What an instance does for the daily moon.

use super::tend::{self, Daily};
use crate::instance::{Discipline, JobHandler};

pub(crate) static DISCIPLINE: Discipline = Discipline {
    jobs: &[JobHandler::transaction::<Daily>()],
    prepare: tend::prepare,
    ..Discipline::IDLE
};
