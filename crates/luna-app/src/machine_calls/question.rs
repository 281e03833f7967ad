//! Calls for answers to questions outside games.

use std::sync::Arc;

use luna_core::answer::Answer;
use luna_machines::openai::{NoReply, Replied, Usage};
use luna_machines::task::{CallError, QuestionTask, Task as _};
use luna_store::job::{self, Claimed};
use luna_store::machine::usage::UsageCounts;
use luna_store::machine::{self, Transport};
use luna_store::task::{self, State};
use luna_store::{self as store, Tx};

use super::exchange::exchange;
use super::pending::PendingTask;
use crate::error::Error;
use crate::instance::Instance;
use crate::questions;

/// The delay before an unreachable machine is called again.
const AGAIN_MS: i64 = 2_000;

/// A question that waits for a machine's answers.
struct PendingQuestion {
    pending: PendingTask<QuestionTask>,
    due_at: i64,
    stopped: bool,
}

/// Calls a machine for its answers, or ends the task without a reply after its deadline.
pub(crate) async fn answer(app: &Instance, mut job: Claimed, id: String) -> Result<(), Error> {
    let (reading, wanted) = (app.clone(), id.clone());
    let Some(found) = app.db.read(move |tx| find(tx, &reading, &wanted)).await? else {
        app.db.write(move |tx| job::done(tx, &job)).await?;
        return Ok(());
    };
    let PendingQuestion { mut pending, due_at, stopped } = found;
    let called = matches!(pending.machine.declared.way, Transport::Push | Transport::Openai);
    if !called || due_at <= app.now() {
        let why = "No reply came within two minutes.";
        return end(app, job, pending, Err(CallError::Stalled(why.to_owned())), None).await;
    }
    if stopped {
        let why = "The machine was stopped before it answered.";
        return end(app, job, pending, Err(CallError::Refused(why.to_owned())), None).await;
    }
    let Some(outcome) = exchange(app, &mut job, &mut pending).await? else { return Ok(()) };
    match outcome {
        Ok(Replied { reply, usage }) => end(app, job, pending, Ok(reply), Some(usage)).await,
        Err(NoReply { error: CallError::Unreachable(why), usage, .. })
            if app.now() + AGAIN_MS < due_at =>
        {
            retry_later(app, job, pending, why, usage).await
        }
        Err(NoReply { error, usage, .. }) => end(app, job, pending, Err(error), Some(usage)).await,
    }
}

/// The task with its machine; none if it has ended.
fn find(tx: &mut Tx<'_>, app: &Instance, id: &str) -> store::Result<Option<PendingQuestion>> {
    let row = match task::find(tx, id) {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    if row.state != State::Open {
        return Ok(None);
    }
    let machine = machine::find(tx, &row.machine_id)?;
    let standing = &machine.standing;
    let stopped = standing.killed_at.is_some()
        || standing.replaced_at.is_some()
        || machine::stopped_with_all(tx, &machine)?;
    let task = questions::read_task(&row)?;
    let skill = Some(task.skill());
    let pending = PendingTask::new(tx, app, machine, task, skill)?;
    Ok(Some(PendingQuestion { pending, due_at: row.due_at, stopped }))
}

async fn retry_later(
    app: &Instance,
    job: Claimed,
    pending: PendingTask<QuestionTask>,
    why: String,
    usage: Usage,
) -> Result<(), Error> {
    let (now, due_at) = (app.now(), app.now() + AGAIN_MS);
    let written = app.db.write(move |tx| {
        job::failed(tx, &job, Some(due_at), &why)?;
        pending.record_usage(tx, now, &usage, &UsageCounts::default(), Some(&why))
    });
    Ok(written.await?)
}

async fn end(
    app: &Instance,
    job: Claimed,
    pending: PendingTask<QuestionTask>,
    reply: Result<Vec<Answer>, CallError>,
    usage: Option<Usage>,
) -> Result<(), Error> {
    let (doing, now, pending) = (app.clone(), app.now(), Arc::new(pending));
    app.db
        .write_retrying(move |tx| {
            machine::lock(tx, pending.machine_id())?;
            job::done(tx, &job)?;
            let usage = usage.unwrap_or_default();
            match &reply {
                Ok(answers) => {
                    machine::seen(tx, pending.machine_id(), now)?;
                    let line = UsageCounts { replies: 1, ..UsageCounts::default() };
                    pending.record_usage(tx, now, &usage, &line, None)?;
                    questions::accept(tx, &doing, &pending.task.id, answers.clone())?;
                    Ok(())
                }
                Err(error) => {
                    let line = UsageCounts { invalid: 1, ..UsageCounts::default() };
                    let problem = error.to_string();
                    pending.record_usage(tx, now, &usage, &line, Some(&problem))?;
                    questions::reject(tx, &doing, &pending.task.id, &problem)
                }
            }
        })
        .await
}
