//! What an instance does for common sense.

use super::item_reply::{self, NextItem};
use super::{house, measures};
use crate::instance::{Discipline, JobHandler, TaskOwner};

pub(crate) static DISCIPLINE: Discipline = Discipline {
    jobs: &[JobHandler::transaction::<NextItem>()],
    tasks: &[TaskOwner { name: item_reply::OWNER, end: item_reply::handle_end }],
    answering: &house::HOUSES,
    measures: &[measures::STRICT, measures::RELAXED],
    measure: |tx, machines, until| {
        let sittings = measures::latest_sittings(tx, machines, until)?;
        Ok(Box::new(move || measures::measures(sittings)))
    },
    ..Discipline::IDLE
};
