//! One call to a machine for its reply to a task of any kind.

use std::time::Duration;

use luna_machines::openai::{MeteredReply, NoReply, Prompted};
use luna_machines::task::CallError;
use luna_store::job::{self, ClaimedJob};

use super::budget::Budget;
use super::pending::{BUSY_MS, PendingTask};
use super::{adapter, reservation};
use crate::error::Error;
use crate::instance::Instance;
use crate::job::lease::renewing;

/// The longest wait for the next attempt, unless the server asks for more.
const LONGEST_WAIT_MS: i64 = 300_000;
/// The longest wait that a server can ask for.
const LONGEST_TOLD_MS: i64 = 3_600_000;

/// The wait for the next attempt after so many: exponential backoff from 2 seconds, or what the
/// server says.
pub(super) fn retry_ms(attempts: i64, told: Option<Duration>) -> i64 {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    match told.map(|wait| i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)) {
        Some(told_ms) => told_ms.clamp(1_000, LONGEST_TOLD_MS),
        None => (2_000 * 2_i64.pow(doublings)).min(LONGEST_WAIT_MS),
    }
}

/// Calls the machine with one of its owner's permits and a reserved budget. None: neither is to be
/// had yet, and the job has been rescheduled.
pub(super) async fn exchange<T: Prompted>(
    app: &Instance,
    job: &mut ClaimedJob,
    pending: &mut PendingTask<T>,
) -> Result<Option<Result<MeteredReply<T::Reply>, NoReply>>, Error> {
    let Some(_permit) = app.calls.lines.take(pending.payer()) else {
        let (job, due_at) = (job.clone(), app.now() + BUSY_MS);
        app.db.write(move |tx| job::reschedule(tx, &job, due_at)).await?;
        return Ok(None);
    };
    let Some(budget) = reservation::set_aside(app, job, pending).await? else { return Ok(None) };
    pending.budget = budget;
    let call = adapter::call(app, &pending.adapter, &pending.task, &pending.budget);
    let called = renewing(app, job, call).await;
    Ok(Some(called.map_err(|none| name_limit(none, &pending.budget))))
}

/// Adds to a refusal for want of budget which limit it is.
fn name_limit(none: NoReply, budget: &Budget) -> NoReply {
    match (none.error, budget.limit()) {
        (CallError::Spent(why), Some(limit)) => {
            let error = CallError::Spent(format!("{why} The limit is “{limit}”."));
            NoReply { error, ..none }
        }
        (error, _) => NoReply { error, ..none },
    }
}
