//! What an instance does for contests.

use luna_store::Error;
use luna_store::consent::Purpose;
use luna_store::contest::record;

use super::phase_change::PhaseChange;
use super::turn_job::{self, MachineTurn};
use super::{attendance, measures};
use crate::instance::{Discipline, JobHandler, TaskOwner};

pub(crate) static DISCIPLINE: Discipline = Discipline {
    jobs: &[JobHandler::transaction::<PhaseChange>(), JobHandler::transaction::<MachineTurn>()],
    tasks: &[TaskOwner { name: turn_job::OWNER, end: turn_job::schedule_reply }],
    purposes: &[Purpose::Contest, Purpose::ContestPublication],
    change_consents: attendance::change_consents,
    name: |tx, id| match record::find(tx, id) {
        Err(Error::NotFound) => Ok(None),
        found => Ok(Some(found?.name)),
    },
    measures: &[measures::TAKEN_FOR_HUMAN],
    measure: |tx, _, until| {
        let found = measures::measures(tx, until)?;
        Ok(Box::new(|| Ok(found)))
    },
    ..Discipline::IDLE
};
