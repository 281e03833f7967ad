//! Calls for answers to questions outside games.

use std::sync::Arc;

use luna_core::answer::Answer;
use luna_machines::openai::{NoReply, Replied, Usage};
use luna_machines::task::{CallError, QuestionTask, Task as _};
use luna_store::job::{self, Claimed};
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self, Machine, Transport};
use luna_store::task::{self, State};
use luna_store::{self as store, Tx};

use super::adapter::{self, Adapter};
use super::pending::{BUSY_MS, DAY_MS};
use super::reservation;
use crate::error::Error;
use crate::instance::Instance;
use crate::lease::renewing;
use crate::questions;

/// The delay before an unreachable machine is called again.
const AGAIN_MS: i64 = 2_000;

/// A question that waits for a machine's answer.
struct Pending {
    task: QuestionTask,
    due_at: i64,
    machine: Machine,
    adapter: Result<Adapter, CallError>,
    stopped: bool,
}

/// Calls a machine for its answers, or ends the task without a reply after its deadline.
pub(crate) async fn answer(app: &Instance, mut job: Claimed, id: String) -> Result<(), Error> {
    let (reading, wanted) = (app.clone(), id.clone());
    let Some(pending) = app.db.read(move |tx| find(tx, &reading, &wanted)).await? else {
        app.db.write(move |tx| job::done(tx, &job)).await?;
        return Ok(());
    };
    let called = matches!(pending.machine.declared.way, Transport::Push | Transport::Openai);
    if !called || pending.due_at <= app.now() {
        let why = "No reply came within two minutes.";
        return end(app, job, pending, Err(CallError::Stalled(why.to_owned())), None).await;
    }
    if pending.stopped {
        let why = "The machine was stopped before it answered.";
        return end(app, job, pending, Err(CallError::Refused(why.to_owned())), None).await;
    }
    let owner = pending.machine.owner_id.as_ref().unwrap_or(&pending.machine.player_id);
    let Some(_permit) = app.calls.lines.take(owner) else {
        let due_at = app.now() + BUSY_MS;
        return Ok(app.db.write(move |tx| job::reschedule(tx, &job, due_at)).await?);
    };
    let asked = (pending.machine.player_id.as_str(), &pending.task);
    let Some(budget) =
        reservation::set_aside(app, &job, &pending.adapter, asked, Some(pending.task.skill()))
            .await?
    else {
        return Ok(());
    };
    let call = adapter::call(app, &pending.adapter, &pending.task, &budget);
    match renewing(app, &mut job, call).await {
        Ok(Replied { reply, usage }) => end(app, job, pending, Ok(reply), Some(usage)).await,
        Err(NoReply { error: CallError::Unreachable(why), usage, .. })
            if app.now() + AGAIN_MS < pending.due_at =>
        {
            retry_later(app, job, pending, why, usage).await
        }
        Err(NoReply { error, usage, .. }) => end(app, job, pending, Err(error), Some(usage)).await,
    }
}

/// The task with its machine; none if it has ended.
fn find(tx: &mut Tx<'_>, app: &Instance, id: &str) -> store::Result<Option<Pending>> {
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
    Ok(Some(Pending {
        task: questions::read_task(&row)?,
        due_at: row.due_at,
        adapter: adapter::find(tx, app, &machine)?,
        machine,
        stopped,
    }))
}

async fn retry_later(
    app: &Instance,
    job: Claimed,
    pending: Pending,
    why: String,
    usage: Usage,
) -> Result<(), Error> {
    let (now, due_at) = (app.now(), app.now() + AGAIN_MS);
    let written = app.db.write(move |tx| {
        job::failed(tx, &job, Some(due_at), &why)?;
        add_usage(tx, &pending, now, &usage, &UsageCounts::default(), Some(&why))
    });
    Ok(written.await?)
}

async fn end(
    app: &Instance,
    job: Claimed,
    pending: Pending,
    reply: Result<Vec<Answer>, CallError>,
    usage: Option<Usage>,
) -> Result<(), Error> {
    let (doing, now, pending) = (app.clone(), app.now(), Arc::new(pending));
    app.db
        .write_retrying(move |tx| {
            machine::lock(tx, &pending.machine.player_id)?;
            job::done(tx, &job)?;
            let usage = usage.unwrap_or_default();
            match &reply {
                Ok(answers) => {
                    machine::seen(tx, &pending.machine.player_id, now)?;
                    let line = UsageCounts { replies: 1, ..UsageCounts::default() };
                    add_usage(tx, &pending, now, &usage, &line, None)?;
                    questions::accept(tx, &doing, &pending.task.id, answers.clone())?;
                    Ok(())
                }
                Err(error) => {
                    let line = UsageCounts { invalid: 1, ..UsageCounts::default() };
                    let problem = error.to_string();
                    add_usage(tx, &pending, now, &usage, &line, Some(&problem))?;
                    questions::reject(tx, &doing, &pending.task.id, &problem)
                }
            }
        })
        .await
}

/// Adds the cost of a call to the usage of its skill.
fn add_usage(
    tx: &mut Tx<'_>,
    pending: &Pending,
    now: i64,
    usage: &Usage,
    outcome: &UsageCounts,
    problem: Option<&str>,
) -> store::Result<()> {
    let (machine, task) = (&pending.machine.player_id, &pending.task);
    if let Ok(Adapter::Model { .. }) = &pending.adapter {
        usage::release(tx, machine, &task.id)?;
    }
    let cost = adapter::line(&pending.adapter, usage);
    let line = UsageCounts { replies: outcome.replies, invalid: outcome.invalid, ..cost };
    let today = now.div_euclid(DAY_MS);
    usage::add(tx, machine, today, &task.id, &line, problem)?;
    usage::set_skill(tx, machine, today, &task.id, task.skill())
}
