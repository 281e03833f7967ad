//! `/machines/{id}/questions`: a question to a machine outside games, and its answers.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::stamp;
use luna_app::questions::{self, Reply, ask};
use luna_core::answer::{Limits, Question};
use luna_core::skill::Skill;
use luna_store as store;
use luna_store::machine::Machine;
use luna_store::player::Player;
use luna_store::task::{self, State as TaskState, Task};
use maud::{Markup, html};

use super::askable::{can_be_asked, find_askable};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page, csrf};

/// The latest questions on the page with the form.
const LATEST: i64 = 10;

/// The form on a machine's page, for those who may ask it.
pub(super) fn section(machine: &Machine, reader: Option<&Player>, visitor: &Visitor) -> Markup {
    html! {
        @if can_be_asked(machine, reader, Skill::Answer) {
            h2 #ask { "Ask it a question" }
            p { "Ask one question outside any game. It does not affect ratings. The machine gives up to five answers, each with a confidence." }
            (form(machine, &Form::default(), None, visitor))
            p.small.after { a href=(address(&machine.player_id)) { "Your latest questions to it" } }
        }
    }
}

fn address(machine_id: &str) -> String {
    format!("/machines/{machine_id}/questions")
}

fn form(machine: &Machine, typed: &Form, problem: Option<&str>, visitor: &Visitor) -> Markup {
    let limits = Limits::USUAL;
    html! {
        form method="post" action=(address(&machine.player_id)) {
            (csrf(visitor))
            div.field {
                label for="question" { "Question" }
                textarea #question name="question" dir="auto" required maxlength=(limits.question)
                    aria-describedby=[problem.map(|_| "question-problem")]
                    aria-invalid=[problem.map(|_| "true")] { "\n" (typed.text("question")) }
                @if let Some(why) = problem { p.problem #question-problem role="alert" { (why) } }
            }
            details open[!typed.text("context").is_empty() || !typed.text("choices").is_empty()] {
                summary { "Add a text or choices" }
                div.field {
                    label for="context" { "Text it is about" }
                    textarea #context name="context" dir="auto" aria-describedby="context-hint" { "\n" (typed.text("context")) }
                    p.hint #context-hint { "Such as a passage to read. Optional." }
                }
                div.field {
                    label for="choices" { "Choices" }
                    textarea #choices name="choices" dir="auto" aria-describedby="choices-hint" { "\n" (typed.text("choices")) }
                    p.hint #choices-hint { "One per line. With choices, no other answers are allowed. Optional." }
                }
            }
            button.button.now { "Ask" }
        }
    }
}

/// The same with the questions they have asked it lately.
fn look_up(
    tx: &mut store::Tx<'_>,
    visitor: &Visitor,
    id: &str,
) -> Result<(Player, Machine, Vec<Task>), Error> {
    let (me, machine) = find_askable(tx, visitor, id)?;
    let mut latest = task::latest_of(tx, &machine.player_id, &me.id, Skill::Answer, LATEST)?;
    // The skill may have other tasks.
    latest.retain(|task| questions::read(task).is_ok());
    Ok((me, machine, latest))
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, latest) = app.db.read(move |tx| look_up(tx, &asking, &id)).await?;
    Ok(page(&app, &visitor, &me, &machine, &latest, &Form::default(), None))
}

fn page(
    app: &App,
    visitor: &Visitor,
    me: &Player,
    machine: &Machine,
    latest: &[Task],
    typed: &Form,
    problem: Option<&str>,
) -> Markup {
    let title = format!("Ask {}", machine.name);
    let body = html! {
        h1 dir="auto" { (title) }
        (form(machine, typed, problem, visitor))
        h2 { "Your latest questions" }
        @if latest.is_empty() { p { "None yet." } }
        ul.plain {
            @for task in latest {
                li {
                    a dir="auto" href={ (address(&machine.player_id)) "/" (task.id) } { (question_of(task)) }
                    div.small.soft { (stamp(task.created_at)) " · " bdi { (outcome(task)) } }
                }
            }
        }
        p { a.button href={ "/machines/" (machine.player_id) } { "Back to the machine" } }
    };
    Page::new(&title, body).of(Some(me)).render(app)
}

fn question_of(task: &Task) -> String {
    questions::read(task).map(|task| task.question).unwrap_or_default()
}

fn outcome(task: &Task) -> String {
    match &task.state {
        TaskState::Open => "waiting for an answer".to_owned(),
        TaskState::Done(reply) => match answers(reply).answers.first() {
            Some(first) => format!("“{}”", first.answer),
            None => String::new(),
        },
        TaskState::Declined => "declined".to_owned(),
        TaskState::Failed(_) => "no answer".to_owned(),
    }
}

/// A stored reply; it was checked before it was stored.
fn answers(reply: &str) -> Reply {
    serde_json::from_str(reply).unwrap_or(Reply { answers: Vec::new() })
}

pub(super) async fn send(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let choices: Vec<String> = form.text("choices").lines().map(str::to_owned).collect();
    let question = Question::new(form.text("question"), form.text("context"), &choices);
    let (doing, asking, wanted) = (app.clone(), visitor.clone(), id.clone());
    let asked = app
        .db
        .write(move |tx| {
            let (me, _) = find_askable(tx, &asking, &wanted)?;
            Ok::<_, Error>(ask(tx, &doing, &me, &wanted, question)?)
        })
        .await;
    match asked {
        Ok(task) => Ok(Redirect::to(&format!("{}/{task}", address(&id))).into_response()),
        Err(Error::Refused(why)) => {
            let asking = visitor.clone();
            let (me, machine, latest) = app.db.read(move |tx| look_up(tx, &asking, &id)).await?;
            let page = page(&app, &visitor, &me, &machine, &latest, &form, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

pub(super) async fn result(
    PageRequest { app, visitor, id: (id, task_id) }: PageRequest<(String, String)>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, task, seen, failed) = app
        .db
        .read(move |tx| {
            let (me, machine) = find_askable(tx, &asking, &id)?;
            let task = task::find(tx, &task_id)?;
            if task.machine_id != machine.player_id || task.asked_by != me.id {
                return Err(Error::NotFound);
            }
            let seen = store::topic::seq(tx, &task::topic(&task.id))?;
            let failed = task::last_problem(tx, &task.id)?;
            Ok((me, machine, task, seen, failed))
        })
        .await?;
    let put = questions::read(&task)?;
    let waiting = task.state == TaskState::Open;
    let body = html! {
        h1 dir="auto" { "Question to " (machine.name) }
        p.question dir="auto" { (put.question) }
        @if let Some(context) = &put.context { details { summary { "The text it is about" } p.kept dir="auto" { (context) } } }
        @if !put.choices.is_empty() { p.soft {
            "Choices: "
            @for (nth, choice) in put.choices.iter().enumerate() { @if nth > 0 { " · " } bdi { (choice) } }
        } }
        @match &task.state {
            TaskState::Open => {
                p role="status" { "Waiting for the machine. It has two minutes; its answers appear here." }
                @if let Some(problem) = failed { p.note { "The last try failed, and Luna tries again: " bdi { (problem) } } }
            },
            TaskState::Done(reply) => (answer_table(&answers(reply))),
            TaskState::Declined => p role="status" { "The machine has declined this question." },
            TaskState::Failed(problem) => div.problem.all role="status" { p { strong { "No answer. " } bdi { (problem) } } },
        }
        div.row {
            @if waiting { a.button.now href="" { "Reload" } }
            a.button href=(address(&machine.player_id)) { "Ask another question" }
            a.button.quiet href={ "/machines/" (machine.player_id) } { "Back to the machine" }
        }
    };
    let live =
        Live { topic: Some(task::topic(&task.id)), seen, state: waiting.to_string(), waiting };
    Ok(Page::new("Question to a machine", body).of(Some(&me)).live(live).render(&app))
}

fn answer_table(reply: &Reply) -> Markup {
    let rows = html! {
        @for answer in &reply.answers {
            tr {
                td.words dir="auto" { (answer.answer) }
                td.number { (format!("{:.2}", answer.confidence)) }
            }
        }
    };
    table("Its answers, best first", &[Text("Answer"), Number("Confidence")], &rows)
}
