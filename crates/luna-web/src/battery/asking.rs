//! `/battery`: a question for the two answerers.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use luna_app::battery::COMMON_SENSE;
use luna_app::battery::{AskRefusal, Explanations, LONGEST_QUESTION, ask};
use luna_app::format::wait;
use luna_machines::common_sense::Explanation;
use luna_store as store;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::page::static_pages::reader;

/// Questions to begin with, one of each kind.
const EXAMPLES: [&str; 4] = [
    "What is a dog?",
    "Where can you find a penguin?",
    "How are a pen and a pencil alike?",
    "What colour is grass?",
];

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let form = Form::of_query(query.as_deref());
    let question = form.text("question").trim().to_owned();
    if !form.has("question") {
        return shown(&app, &visitor, &question, None).await.map(IntoResponse::into_response);
    }
    let whose = visitor.address.to_string();
    let left = app.limits.take_one(COMMON_SENSE, &whose, app.now());
    if left.refused {
        let page = shown(&app, &visitor, &question, Some(&Outcome::TooOften(left.seconds))).await?;
        let wait = [(RETRY_AFTER, left.seconds.to_string())];
        return Ok((StatusCode::TOO_MANY_REQUESTS, wait, page).into_response());
    }
    let text = question.clone();
    let done = tokio::task::spawn_blocking(move || ask(&text)).await;
    let asked = done.map_err(|error| Error::Store(store::Error::Database(error.into())))?;
    let outcome = asked.map_or_else(Outcome::Refused, |asked| Outcome::Asked(Box::new(asked)));
    shown(&app, &visitor, &question, Some(&outcome)).await.map(IntoResponse::into_response)
}

async fn shown(
    app: &App,
    visitor: &Visitor,
    question: &str,
    outcome: Option<&Outcome>,
) -> Result<Markup, Error> {
    let me = reader(app, visitor).await?;
    let page = Page::new("Common sense", body(outcome)).of(me.as_ref()).night(night(question));
    Ok(page.render(app))
}

/// The box for a question, and some to begin with.
fn night(question: &str) -> Markup {
    html! {
        h1 { "What does every child know?" }
        p.lead { "Ask what a child of four knows, and see what each answer is based on." }
        div.sheet {
            form method="get" action="/battery" {
                label for="question" { "Your question" }
                input #question type="text" name="question" value=(question) required
                    maxlength=(LONGEST_QUESTION) placeholder="Why do people wear coats?";
                div.row.after { button.button.now { "Ask" } }
            }
            p.row.after {
                @for question in EXAMPLES {
                    a.chip href={ "/battery?question=" (question.replace(' ', "+").replace('?', "%3F")) } { (question) }
                }
            }
        }
    }
}

/// What comes of a question.
enum Outcome {
    Asked(Box<Explanations>),
    Refused(AskRefusal),
    /// The seconds after which another question is answered.
    TooOften(i64),
}

fn body(outcome: Option<&Outcome>) -> Markup {
    html! {
        @match outcome {
            None => {}
            Some(Outcome::Refused(why)) => p.note role="status" { (why) },
            Some(Outcome::TooOften(seconds)) => p.note role="alert" {
                "That was a lot of questions within a minute. Your question is still in the box: please ask it again in "
                (wait(*seconds)) "."
            },
            Some(Outcome::Asked(asked)) => {
                (explained("Luna’s answerer", &asked.improved))
                (explained("The answerer of Ohlsson and others (2012)", &asked.paper))
            }
        }
        p.after { a.button href="/battery/results" { "Results of the whole test" } }
        details {
            summary { "What this is" }
            p {
                "The battery asks machines what children of four are asked: what words mean, where things are, why people do "
                "what they do."
            }
            p {
                "The answers come from 2,600 assertions that Luna’s authors wrote. Sentences such as “a dog is a pet” "
                "are generated from them. No language model is asked, and your question is not stored."
            }
        }
    }
}

fn explained(title: &str, found: &Explanation) -> Markup {
    html! {
        h2 { (title) }
        @if !found.concepts.is_empty() {
            p.small.soft { "Understood as: " (found.concepts.join(", ")) "." }
        }
        @if !found.category.is_empty() {
            p.small.soft { "Nearest to all of them: " (found.category.join(", ")) "." }
        }
        @if found.answers.is_empty() { p { "I don’t know." } }
        ol {
            @for answer in &found.answers {
                li {
                    (answer.text)
                    div.small.soft {
                        @if answer.assertions.is_empty() { "Inferred" }
                        @else { (answer.assertions.join("; ")) }
                    }
                }
            }
        }
    }
}
