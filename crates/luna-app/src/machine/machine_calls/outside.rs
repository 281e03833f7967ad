//! Calls for replies to tasks outside games.

use std::sync::Arc;
use std::time::Duration;

use luna_machines::openai::{MeteredReply, NoReply, Usage};
use luna_machines::task::{CallError, OutsideReply, OutsideTask, Task as _};
use luna_store::job::{self, ClaimedJob};
use luna_store::machine::usage::UsageCounts;
use luna_store::machine::{self, Transport};
use luna_store::task::{self, State};
use luna_store::{self as store, Tx};

use super::exchange::{exchange, retry_ms};
use super::pending::PendingTask;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::{Job, Worker};
use crate::machine::tasks;

/// An unreachable machine is called for the last time this long before the end.
const LAST_MS: i64 = 10_000;

/// A task that waits for a machine's reply.
struct PendingReply {
    /// The id of its row.
    id: String,
    pending: PendingTask<OutsideTask>,
    due_at: i64,
    stopped: bool,
}

impl Job for job::Task {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        reply(&worker.app, claimed, self.task).await.map_err(|error| error.to_string())
    }
}

/// Calls a machine for its reply, or ends the task without a reply after its deadline.
async fn reply(app: &Instance, mut job: ClaimedJob, id: String) -> Result<(), Error> {
    let (reading, wanted) = (app.clone(), id.clone());
    let Some(found) = app.db.read(move |tx| find(tx, &reading, &wanted)).await? else {
        app.db.write(move |tx| job::complete(tx, &job)).await?;
        return Ok(());
    };
    let PendingReply { id, mut pending, due_at, stopped } = found;
    let called = matches!(pending.machine.declared.way, Transport::Push | Transport::Openai);
    if !called || due_at <= app.now() {
        let why = "No reply came within two minutes.";
        return end(app, job, (id, pending), Err(CallError::Stalled(why.to_owned())), None).await;
    }
    if stopped {
        let why = "The machine was stopped before it replied.";
        return end(app, job, (id, pending), Err(CallError::Refused(why.to_owned())), None).await;
    }
    let Some(outcome) = exchange(app, &mut job, &mut pending).await? else { return Ok(()) };
    match outcome {
        Ok(MeteredReply { reply, usage }) => {
            end(app, job, (id, pending), Ok(reply), Some(usage)).await
        }
        Err(NoReply { error: CallError::Unreachable(why), usage, wait }) => {
            if let Some(at) = next_call(app.now(), job.attempts, wait, due_at) {
                retry_later(app, job, (id, pending), why, usage, at).await
            } else {
                let error = CallError::Unreachable(with_wait(why, wait));
                end(app, job, (id, pending), Err(error), Some(usage)).await
            }
        }
        Err(NoReply { error, usage, .. }) => {
            end(app, job, (id, pending), Err(error), Some(usage)).await
        }
    }
}

/// The task with its machine; none if it has ended.
fn find(tx: &mut Tx<'_>, app: &Instance, id: &str) -> store::Result<Option<PendingReply>> {
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
    let task = tasks::read(&row)?;
    let skill = Some(task.skill());
    let pending = PendingTask::new(tx, app, machine, task, skill)?;
    Ok(Some(PendingReply { id: row.id, pending, due_at: row.due_at, stopped }))
}

/// The time of the next call, or none if it would come too late.
fn next_call(now: i64, attempts: i64, told: Option<Duration>, due_at: i64) -> Option<i64> {
    let at = now + retry_ms(attempts, told);
    let at = if told.is_none() && now < due_at - LAST_MS { at.min(due_at - LAST_MS) } else { at };
    (at < due_at).then_some(at)
}

/// Adds to a problem how long the server wants to be left alone, if it has said so.
fn with_wait(why: String, told: Option<Duration>) -> String {
    match told {
        Some(wait) => format!(
            "{why}{} It asks to be called again in {} seconds, after the end of this task.",
            // A server's own words may have no full stop.
            if why.ends_with(['.', '!', '?']) { "" } else { "." },
            wait.as_secs()
        ),
        None => why,
    }
}

async fn retry_later(
    app: &Instance,
    job: ClaimedJob,
    (id, pending): (String, PendingTask<OutsideTask>),
    why: String,
    usage: Usage,
    at: i64,
) -> Result<(), Error> {
    let now = app.now();
    let written = app.db.write(move |tx| {
        job::fail(tx, &job, Some(at), &why)?;
        tx.touch(&task::topic(&id));
        pending.record_usage(tx, now, &usage, &UsageCounts::default(), Some(&why))
    });
    Ok(written.await?)
}

async fn end(
    app: &Instance,
    job: ClaimedJob,
    (id, pending): (String, PendingTask<OutsideTask>),
    reply: Result<OutsideReply, CallError>,
    usage: Option<Usage>,
) -> Result<(), Error> {
    let (doing, now, pending) = (app.clone(), app.now(), Arc::new(pending));
    app.db
        .write_retrying(move |tx| {
            machine::lock(tx, pending.machine_id())?;
            job::complete(tx, &job)?;
            let usage = usage.unwrap_or_default();
            match &reply {
                Ok(reply) => {
                    machine::note_presence(tx, pending.machine_id(), now)?;
                    let line = UsageCounts { replies: 1, ..UsageCounts::default() };
                    pending.record_usage(tx, now, &usage, &line, None)?;
                    tasks::accept(tx, &doing, &id, reply)?;
                    Ok(())
                }
                Err(error) => {
                    let line = UsageCounts { invalid: 1, ..UsageCounts::default() };
                    let problem = error.to_string();
                    pending.record_usage(tx, now, &usage, &line, Some(&problem))?;
                    tasks::reject(tx, &doing, &id, &problem)
                }
            }
        })
        .await
}
