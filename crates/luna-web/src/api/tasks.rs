//! Tasks outside games: those that a machine owes a reply to, and its replies.

use axum::extract::State;
use axum::response::Response;
use luna_app::tasks;
use luna_machines::task::{OutsideTask, Task as _};
use luna_store::task::{self, State as TaskState};
use luna_store::token::Bearer;
use luna_store::{self as store, Tx, machine};
use serde::Serialize;
use serde_json::Value;

use super::auth::{Caller, Id};
use super::body::EmptyBody;
use super::commands::{Command, Subject, execute_once};
use super::problem::Problem;
use super::queries::look;
use super::views::time;
use crate::http::id::is_id;
use crate::http::state::App;

/// Open tasks that are shown at once.
pub(super) const MOST: i64 = 100;

/// A task in responses to its machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Task {
    pub(super) id: String,
    skill: &'static str,
    /// The same object that Luna sends to the machines that it calls.
    #[serde(rename = "task")]
    sent: OutsideTask,
    created_at: Option<String>,
    due_at: Option<String>,
    state: &'static str,
    reply: Option<Value>,
    /// Why there is no reply.
    problem: Option<String>,
}

impl Task {
    pub(super) fn new(row: &task::Task) -> Result<Task, Problem> {
        let (state, reply, problem) = match &row.state {
            TaskState::Open => ("open", None, None),
            TaskState::Done(reply) => {
                let reply = serde_json::from_str(reply).map_err(store::Error::corrupt)?;
                ("done", Some(reply), None)
            }
            TaskState::Declined => ("declined", None, None),
            TaskState::Failed(problem) => ("failed", None, Some(problem.clone())),
        };
        Ok(Task {
            id: row.id.clone(),
            skill: row.skill.name(),
            sent: tasks::read(row)?,
            created_at: time(row.created_at),
            due_at: time(row.due_at),
            state,
            reply,
            problem,
        })
    }
}

impl Subject for Task {
    fn id(&self) -> &str {
        &self.id
    }

    fn find(tx: &mut Tx<'_>, me: &Bearer, id: &str) -> Result<Task, Problem> {
        Task::new(&row_of(tx, me, id)?)
    }
}

/// The row of a task of this machine.
fn row_of(tx: &mut Tx<'_>, me: &Bearer, id: &str) -> Result<task::Task, Problem> {
    if !is_id(id) {
        return Err(Problem::not_found());
    }
    let row = task::find(tx, id)?;
    if row.machine_id == me.player_id { Ok(row) } else { Err(Problem::not_found()) }
}

#[derive(Serialize)]
struct Tasks {
    tasks: Vec<Task>,
}

/// The tasks of a machine that are open, oldest first.
pub(super) fn open_of(tx: &mut Tx<'_>, machine_id: &str, now: i64) -> Result<Vec<Task>, Problem> {
    task::open_of(tx, machine_id, now, MOST)?.iter().map(Task::new).collect()
}

pub(super) async fn all(State(app): State<App>, caller: Caller) -> Response {
    let now = caller.now;
    look(&app, &caller, move |tx, me| Ok(Tasks { tasks: open_of(tx, &me.player_id, now)? })).await
}

pub(super) async fn one(State(app): State<App>, caller: Caller, Id(id): Id) -> Response {
    look(&app, &caller, move |tx, me| Task::find(tx, me, &id)).await
}

/// Accepts a reply. A refused one leaves the task open.
pub(super) async fn reply(command: Command) -> Response {
    let request = command.request(&format!("tasks/{}/reply", command.id));
    let Command { app, caller, id, body, .. } = command;
    let (doing, sent) = (app.clone(), body.read::<Value>());
    execute_once(app, caller, request, move |tx, at, me| {
        machine::lock(tx, &me.player_id)?;
        let row = row_of(tx, me, &id)?;
        let open = Task::new(&row)?;
        let reply = open.sent.read_value(&sent?).map_err(Problem::invalid)?;
        let same = open.reply.as_ref() == Some(&reply.to_json());
        match open.state {
            "done" if same => return Ok(open),
            "open" if at.now < row.due_at => {}
            _ => return Err(Problem::refused("This task has ended and takes no more replies.")),
        }
        tasks::accept(tx, &doing, &id, &reply)?;
        Task::find(tx, me, &id)
    })
    .await
}

/// Ends a task that the machine does not want to reply to.
pub(super) async fn decline(command: Command) -> Response {
    let request = command.request(&format!("tasks/{}/decline", command.id));
    let Command { app, caller, id, body, .. } = command;
    let (doing, sent) = (app.clone(), body.read().map(|EmptyBody {}| ()));
    execute_once(app, caller, request, move |tx, at, me| {
        machine::lock(tx, &me.player_id)?;
        let row = row_of(tx, me, &id)?;
        sent?;
        match row.state {
            TaskState::Declined => {}
            TaskState::Open if at.now < row.due_at => tasks::decline(tx, &doing, &id)?,
            _ => return Err(Problem::refused("This task has ended.")),
        }
        Task::find(tx, me, &id)
    })
    .await
}
