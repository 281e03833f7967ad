//! Releases of published questions, and taking one of them down.

use axum::extract::State;
use axum::response::Redirect;
use luna_app::format::{date, many};
use luna_app::quiz::release::{self, ReleaseState};
use luna_app::quiz::take_down;
use luna_core::quiz::question::State as QuestionState;
use luna_store::player::{Player, Role};
use luna_store::quiz::question::{self, Question};
use maud::{Markup, html};

use crate::admin::listing::{act, page, plain};
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const QUEUE: &str = "/admin/quiz";
const HERE: &str = "/admin/quiz/published";
/// Questions on the page.
const LATEST: usize = 500;

/// The section about releases on the page of the queue.
pub(super) fn section(state: &ReleaseState, me: &Player, visitor: &Visitor) -> Markup {
    let questions = |count: usize| many(i64::try_from(count).unwrap_or(i64::MAX), "question");
    html! {
        h2 { "Releases" }
        p {
            @match &state.latest {
                Some(latest) => { "Release " (latest.number) " of " (date(latest.released_at)) " is the latest. " },
                None => "Nothing has been released yet. ",
            }
            (questions(state.new)) " can be added by the next one"
            @if state.without_consent > 0 {
                "; of " (questions(state.without_consent)) " the writers do not agree to publication for research"
            }
            ". Once a question is released, plays of it are practice."
        }
        @if me.is_admin() && state.new > 0 {
            form method="post" action={ (QUEUE) "/releases" } {
                (csrf(visitor))
                button.button.quiet { "Release " (questions(state.new)) }
            }
        }
        p { a href=(HERE) { "Published questions" } }
    }
}

pub(super) async fn release(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Redirect, Error> {
    let now = app.now();
    act(&app, visitor, Role::Administrator, QUEUE, move |tx, me| {
        let version = release::make(tx, now)?;
        tracing::info!(by = me.id, number = version.number, "released trivia questions");
        Ok(())
    })
    .await
}

/// All published questions, the latest first.
pub(super) async fn published(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let me = visitor.operator(tx, Role::Moderator)?;
        let mut all = question::in_state(tx, QuestionState::Published, i64::MAX)?;
        all.reverse();
        all.truncate(LATEST);
        Ok::<_, Error>((me, all))
    };
    let (me, all) = app.db.read(read).await?;
    let body = html! {
        p { "Open a question to take it down." }
        @if all.is_empty() { p.soft { "No question has been published yet." } }
        ul.plain {
            @for it in &all {
                li { a href={ (QUEUE) "/questions/" (it.id) } dir="auto" { (it.page) } }
            }
        }
        p.after { a.button href=(QUEUE) { "Back to the queue" } }
    };
    Ok(page(&app, &me, "Published questions", &body))
}

/// The way to take a question down, or that it is down already.
pub(super) fn taking_down(here: &str, question: &Question, visitor: &Visitor) -> Markup {
    html! {
        @match question.state {
            QuestionState::Accepted | QuestionState::Published => {
                h2 { "Take it down" }
                p {
                    "The question leaves the reading room and the downloads at once, and for good. People who have played "
                    "it keep their points, without its text."
                }
                form.why method="post" action={ (here) "/take-down" } {
                    (csrf(visitor))
                    label.small for="why-down" { "Your reason (the writer will read it)" }
                    input #why-down name="why" type="text" required maxlength="500";
                    button.button.quiet { "Take the question down" }
                }
            },
            QuestionState::TakenDown => p.note {
                "This question has been taken down"
                @if !question.taken_down_why.is_empty() { ": " span dir="auto" { (question.taken_down_why) } }
                "."
            },
            QuestionState::Draft
            | QuestionState::Submitted
            | QuestionState::Returned
            | QuestionState::Rejected
            | QuestionState::Withdrawn => {},
        }
    }
}

pub(super) async fn take_down(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let (doing, id) = (app.clone(), plain(&id)?);
    act(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        Ok(take_down::by_editor(tx, &doing, me, &id, form.text("why").trim())?)
    })
    .await
}
