//! The jobs that look whether a machine that is called is there.

use luna_store::game::Context;
use luna_store::job;
use luna_store::machine::{self, usage};
use luna_store::{self as store, Tx};

const DAY_MS: i64 = 86_400_000;

/// A machine that is called has been registered, changed or resumed: it is
/// looked for now and, while it may play, again and again.
pub fn enlist(tx: &mut Tx<'_>, at: &Context, machine_id: &str) -> store::Result<()> {
    usage::reopen_day(tx, machine_id, at.now.div_euclid(DAY_MS))?;
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule(tx, &job_id(machine_id), &work, at.now)
}

/// Somebody has sat down with a machine, so there is room for a game that waits;
/// after an alarm, later.
pub(crate) fn refill(tx: &mut Tx<'_>, now: i64, machine_id: &str) -> store::Result<()> {
    if machine::find(tx, machine_id)?.standing.alarm_at.is_some() {
        return Ok(());
    }
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule(tx, &job_id(machine_id), &work, now)
}

/// Like [`enlist`]; one that is looked for already is left alone.
pub(crate) fn enlist_once(tx: &mut Tx<'_>, now: i64, machine_id: &str) -> store::Result<()> {
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule_once(tx, &job_id(machine_id), &work, now)
}

pub(crate) fn job_id(machine_id: &str) -> String {
    format!("ready:{machine_id}")
}
