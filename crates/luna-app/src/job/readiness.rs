//! Schedules of probes of machines that are called.

use luna_store::game::Context;
use luna_store::job;
use luna_store::machine::{self, usage};
use luna_store::{self as store, Tx};

const DAY_MS: i64 = 86_400_000;

/// Schedules a probe of a machine that has been registered, changed or resumed: now and, while it
/// may play, regularly.
pub fn schedule_probe(tx: &mut Tx<'_>, at: &Context, machine_id: &str) -> store::Result<()> {
    usage::reopen_day(tx, machine_id, at.now.div_euclid(DAY_MS))?;
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule(tx, &job_id(machine_id), &work, at.now)
}

/// Somebody has been paired with a machine, so another of its games can wait; after an alarm,
/// later.
pub(crate) fn refill(tx: &mut Tx<'_>, now: i64, machine_id: &str) -> store::Result<()> {
    if machine::find(tx, machine_id)?.standing.alarm_at.is_some() {
        return Ok(());
    }
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule(tx, &job_id(machine_id), &work, now)
}

/// Like [`schedule_probe`], unless a probe is scheduled already.
pub(crate) fn schedule_probe_once(
    tx: &mut Tx<'_>,
    now: i64,
    machine_id: &str,
) -> store::Result<()> {
    let work = job::Ready { machine: machine_id.to_owned() };
    job::schedule_once(tx, &job_id(machine_id), &work, now)
}

pub(crate) fn job_id(machine_id: &str) -> String {
    format!("ready:{machine_id}")
}
