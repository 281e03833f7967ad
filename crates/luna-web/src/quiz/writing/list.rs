//! `/quiz/write`: the questions of a writer, and a new one.

use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::many;
use luna_app::quiz::writing;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::revision::{self, Revision};
use maud::{Markup, html};

use super::editor;
use super::state_words::state_words;
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::page::layout::{Page, csrf};

/// The questions on the page.
const LATEST: i64 = 200;

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let found = app
        .db
        .read(move |tx| {
            let Some(me) = asking.player(tx)? else { return Ok(None) };
            let mut all = Vec::new();
            for question in question::of_writer(tx, &me.id, LATEST)? {
                let last = revision::last(tx, &question.id)?;
                all.push((question, last));
            }
            Ok::<_, Error>(Some((me, all)))
        })
        .await?;
    let Some((me, all)) = found else {
        return Ok(editor::blank(&app, &visitor).into_response());
    };
    let rewrites = query.as_deref().and_then(|query| query.strip_prefix("rewrite="));
    let body = html! {
        h1 { "Your questions" }
        p {
            "Write a trivia question that people can answer and machines cannot. While you write, you see what "
            "the machines guess, and which words give the answer away."
        }
        form method="post" action="/quiz/write" {
            (csrf(&visitor))
            @if let Some(id) = rewrites { input type="hidden" name="rewrites" value=(id); }
            button.button.now {
                @if rewrites.is_some() { "Rewrite this question" } @else { "New question" }
            }
        }
        @if all.is_empty() { p.after { "None yet. The first one starts with an answer: a person, a work, a place or an idea." } }
        ul.plain {
            @for (question, last) in &all { li { (line(question, last.as_ref(), visitor.now)) } }
        }
        p.after { a href="/quiz" { "Back to trivia" } }
    };
    Ok(Page::new("Your questions", body).of(Some(&me)).render(&app).into_response())
}

fn line(question: &Question, last: Option<&Revision>, now: i64) -> Markup {
    let name = if question.page.is_empty() { "No answer yet" } else { &question.page };
    html! {
        a href={ "/quiz/write/" (question.id) } dir="auto" { strong { (name) } }
        div.small.soft {
            (state_words(question.state)) " · " (ago(now, question.changed_at))
            @if let Some(last) = last.filter(|last| last.machine_count > 0) {
                " · tricked " (last.tricked) " of " (many(last.machine_count, "machine"))
            }
        }
    }
}

pub(super) async fn begin(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let doing = app.clone();
    let id = app
        .db
        .write(move |tx| {
            let (me, consents) = visitor.playing(tx)?;
            if !consents {
                return Err(Error::ConsentFirst { back: visitor.path.clone() });
            }
            let rewrites = Some(form.text("rewrites")).filter(|id| !id.is_empty());
            Ok(writing::begin(tx, &doing, &me, rewrites)?)
        })
        .await?;
    Ok(Redirect::to(&format!("/quiz/write/{id}")))
}
