//! `/machines/{id}/conversations`: conversations with a machine, to try it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::conversations::{self, Occasion, Turn};
use luna_app::format::stamp;
use luna_core::skill::Skill;
use luna_core::text;
use luna_core::typing::utterance::{Limits, Utterance};
use luna_machines::task::{Role, TaskLine};
use luna_store::machine::{self, Machine};
use luna_store::player::Player;
use luna_store::task::{self, State as TaskState, Task};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::askable::{can_be_asked, find_askable};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page, csrf};

/// The latest lines that the list of conversations is made of.
const LATEST: i64 = 100;

/// The form on a machine's page, for those who may converse with it.
pub(super) fn section(machine: &Machine, reader: Option<&Player>, visitor: &Visitor) -> Markup {
    html! {
        @if can_be_asked(machine, reader, Skill::Converse) {
            h2 #converse { "Converse with it" }
            p { "Type a line, and it says something back, or nothing. This does not affect ratings." }
            (form(&address(machine), &Form::default(), None, visitor))
            p.small.after { a href=(address(machine)) { "Your latest conversations with it" } }
        }
    }
}

fn address(machine: &Machine) -> String {
    format!("/machines/{}/conversations", machine.player_id)
}

fn form(action: &str, typed: &Form, problem: Option<&str>, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action=(action) {
            (csrf(visitor))
            div.field {
                label for="line" { "Your line" }
                input #line type="text" name="line" dir="auto" required autocomplete="off"
                    maxlength=(Limits::USUAL.line_characters) value=(typed.text("line"))
                    aria-describedby=[problem.map(|_| "line-problem")]
                    aria-invalid=[problem.map(|_| "true")];
                @if let Some(why) = problem { p.problem #line-problem role="alert" { (why) } }
            }
            button.button.now { "Say it" }
        }
    }
}

/// The last task of a conversation that somebody has with a machine.
fn latest(tx: &mut Tx<'_>, me: &Player, machine: &Machine, id: &str) -> Result<Task, Error> {
    let task = task::latest_about(tx, id)?.ok_or(Error::NotFound)?;
    let own = task.asked_by == me.id && task.machine_id == machine.player_id;
    if own && is_id(id) { Ok(task) } else { Err(Error::NotFound) }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    list(&app, &visitor, id, &Form::default(), None).await
}

/// The form for a new conversation, and the latest ones.
async fn list(
    app: &App,
    visitor: &Visitor,
    id: String,
    typed: &Form,
    problem: Option<&str>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, tasks) = app
        .db
        .read(move |tx| {
            let (me, machine) = find_askable(tx, &asking, &id)?;
            let tasks = task::latest_of(tx, &id, &me.id, Skill::Converse, LATEST)?;
            Ok::<_, Error>((me, machine, tasks))
        })
        .await?;
    let mut latest: Vec<&Task> = Vec::new();
    for task in &tasks {
        if latest.iter().all(|other| other.about != task.about) {
            latest.push(task);
        }
    }
    let title = format!("Converse with {}", machine.name);
    let body = html! {
        h1 dir="auto" { (title) }
        (form(&address(&machine), typed, problem, visitor))
        h2 { "Your latest conversations" }
        @if latest.is_empty() { p { "None yet." } }
        ul.plain {
            @for task in latest {
                @if let Some(about) = &task.about {
                    li {
                        a dir="auto" href={ (address(&machine)) "/" (about) } { (last_line(task)) }
                        div.small.soft { (stamp(task.created_at)) }
                    }
                }
            }
        }
        p { a.button href={ "/machines/" (machine.player_id) } { "Back to the machine" } }
    };
    Ok(Page::new(&title, body).of(Some(&me)).render(app))
}

fn last_line(task: &Task) -> String {
    let lines = conversations::read(task).map(|task| task.lines).unwrap_or_default();
    lines.last().map(|line| line.text.clone()).unwrap_or_default()
}

pub(super) async fn begin(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let (asking, machine_id, conversation) =
        (visitor.clone(), id.clone(), app.random.id(app.now()));
    let to = format!("/machines/{id}/conversations/{conversation}");
    let said = put(&app, asking, machine_id, (conversation, true), form.text("line")).await;
    match said {
        Ok(()) => Ok(Redirect::to(&to).into_response()),
        Err(Error::Refused(why)) => {
            let page = list(&app, &visitor, id, &form, Some(&why)).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

pub(super) async fn one(
    PageRequest { app, visitor, id: (id, conversation) }: PageRequest<(String, String)>,
) -> Result<Markup, Error> {
    page(&app, &visitor, (id, conversation), &Form::default(), None).await
}

pub(super) async fn say(
    FormRequest { app, visitor, id: (id, conversation), form }: FormRequest<(String, String)>,
) -> Result<Response, Error> {
    let to = format!("/machines/{id}/conversations/{conversation}");
    let (asking, place) = (visitor.clone(), (id.clone(), conversation.clone()));
    let said = put(&app, asking, id, (conversation, false), form.text("line")).await;
    match said {
        Ok(()) => Ok(Redirect::to(&to).into_response()),
        Err(Error::Refused(why)) => {
            let page = page(&app, &visitor, place, &form, Some(&why)).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

/// Puts a line to a machine, in a new conversation or after what was said in it.
async fn put(
    app: &App,
    visitor: Visitor,
    id: String,
    (conversation, new): (String, bool),
    line: &str,
) -> Result<(), Error> {
    let line = Utterance::Lines(vec![text::tidy(line)]);
    let said = line
        .check(&Limits::USUAL)
        .map_err(|problem| Error::Refused(problem.to_string().replacen("Line 1", "Your line", 1)));
    let doing = app.clone();
    app.db
        .write(move |tx| {
            machine::lock(tx, &id)?;
            let (me, machine) = find_askable(tx, &visitor, &id)?;
            let before = if new { None } else { Some(latest(tx, &me, &machine, &conversation)?) };
            said?;
            let (mut lines, elapsed_ms) = match &before {
                None => (Vec::new(), 0),
                Some(task) if task.state == TaskState::Open => {
                    return Err(Error::Refused("Wait for its reply first.".to_owned()));
                }
                Some(task) => (lines_of(task)?, doing.now() - began_at(task)?),
            };
            let typed = line.lines().into_iter();
            lines.extend(typed.map(|line| TaskLine::new(Role::Judge, &line, elapsed_ms)));
            let turn = Turn { conversation, you: Role::Entry, elapsed_ms, lines };
            conversations::ask(tx, &doing, &me, &machine, Occasion::Trial, turn)?;
            Ok(())
        })
        .await
}

fn began_at(task: &Task) -> store::Result<i64> {
    Ok(task.created_at - conversations::read(task)?.elapsed_ms)
}

/// The lines of a conversation up to now, with what the machine has said last.
fn lines_of(task: &Task) -> store::Result<Vec<TaskLine>> {
    let sent = conversations::read(task)?;
    let at_ms = task.ended_at.unwrap_or(task.created_at) - began_at(task)?;
    let mut lines = sent.lines;
    let said = conversations::utterance(task)?.map(|said| said.lines()).unwrap_or_default();
    let said = said.into_iter().filter(|line| !line.trim().is_empty());
    lines.extend(said.map(|line| TaskLine::new(Role::Entry, &line, at_ms)));
    Ok(lines)
}

async fn page(
    app: &App,
    visitor: &Visitor,
    (id, conversation): (String, String),
    typed: &Form,
    problem: Option<&str>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, task, seen) = app
        .db
        .read(move |tx| {
            let (me, machine) = find_askable(tx, &asking, &id)?;
            let task = latest(tx, &me, &machine, &conversation)?;
            let seen = store::topic::seq(tx, &task::topic(&task.id))?;
            Ok::<_, Error>((me, machine, task, seen))
        })
        .await?;
    let lines = lines_of(&task)?;
    let waiting = task.state == TaskState::Open;
    let here = format!("{}/{}", address(&machine), task.about.as_deref().unwrap_or_default());
    let body = html! {
        h1 dir="auto" { "Conversation with " (machine.name) }
        ol.plain {
            @for line in &lines {
                li {
                    span.small.soft { @if line.by == Role::Judge { "You" } @else { bdi { (machine.name) } } }
                    p dir="auto" { (line.text) }
                }
            }
        }
        @match &task.state {
            TaskState::Open => p role="status" { "Waiting for the machine. It has two minutes; its reply appears here." },
            TaskState::Done(_) if conversations::utterance(&task)?.is_some_and(|said| said.is_silence()) => {
                p role="status" { "It says nothing." }
            },
            TaskState::Done(_) => {},
            TaskState::Declined => p role="status" { "The machine has declined to reply." },
            TaskState::Failed(why) => div.problem.all role="status" { p { strong { "No reply. " } bdi { (why) } } },
        }
        @if !waiting { (form(&here, typed, problem, visitor)) }
        div.row {
            @if waiting { a.button.now href="" { "Reload" } }
            a.button.quiet href=(address(&machine)) { "Another conversation" }
            a.button.quiet href={ "/machines/" (machine.player_id) } { "Back to the machine" }
        }
    };
    let live =
        Live { topic: Some(task::topic(&task.id)), seen, state: waiting.to_string(), waiting };
    Ok(Page::new("Conversation with a machine", body).of(Some(&me)).live(live).render(app))
}
