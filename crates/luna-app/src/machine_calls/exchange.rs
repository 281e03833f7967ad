//! One call to a machine for its reply to a task of any kind.

use luna_machines::openai::{MeteredReply, NoReply, Prompted};
use luna_store::job::{self, ClaimedJob};

use super::pending::{BUSY_MS, PendingTask};
use super::{adapter, reservation};
use crate::error::Error;
use crate::instance::Instance;
use crate::lease::renewing;

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
    Ok(Some(renewing(app, job, call).await))
}
