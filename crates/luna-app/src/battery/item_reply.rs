//! Replies of machines elsewhere to items, and the job in which they are asked the next one.

use luna_store::battery::attempt::{self, Attempt};
use luna_store::job::{self, JobSpec};
use luna_store::task::{State, Task};
use luna_store::{self as store, Tx, machine};
use serde::{Deserialize, Serialize};

/// A machine is asked the next item of its attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NextItem {
    pub(super) attempt: String,
    machine: String,
}

impl JobSpec for NextItem {
    const KIND: &str = "battery_item";

    fn lock(&self, tx: &mut Tx<'_>) -> store::Result<()> {
        machine::lock(tx, &self.machine)
    }
}

impl NextItem {
    /// Schedules the next item of an attempt.
    pub(super) fn schedule(tx: &mut Tx<'_>, of: &Attempt, at: i64) -> store::Result<()> {
        let next = NextItem { attempt: of.id.clone(), machine: of.player_id.clone() };
        job::schedule(tx, &id(of), &next, at)
    }

    /// Takes the next item of an attempt off the schedule.
    pub(super) fn cancel(tx: &mut Tx<'_>, of: &Attempt) -> store::Result<()> {
        job::cancel(tx, &id(of))
    }
}

fn id(of: &Attempt) -> String {
    format!("battery-item:{}", of.id)
}

/// The owner of the tasks that are put for items.
pub(crate) const OWNER: &str = "battery";

/// Keeps what came of a task that has ended, if it was put for an item, and goes on to the next item.
/// The machine is locked.
pub(crate) fn handle_end(tx: &mut Tx<'_>, task: &Task) -> store::Result<()> {
    let reply = match &task.state {
        State::Done(reply) => Some(reply.as_str()),
        State::Open | State::Declined | State::Failed(_) => None,
    };
    let at = task.ended_at.unwrap_or(task.due_at);
    match attempt::end(tx, &task.id, at, reply)? {
        Some(attempt) => NextItem::schedule(tx, &attempt, at),
        None => Ok(()),
    }
}
