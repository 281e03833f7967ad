//! `/battery`: common sense, and a question for the two answerers.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use luna_app::battery::{Asked, LONGEST_QUESTION, NotAsked, ask};
use luna_machines::common_sense::Explanation;
use luna_store as store;
use maud::{Markup, html};

use crate::error::Error;
use crate::form::Form;
use crate::state::App;
use crate::static_pages::page;
use crate::visitor::Visitor;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/battery", get(show))
}

async fn show(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let form = Form::of_query(query.as_deref());
    let question = form.text("question").trim().to_owned();
    let asked = if form.has("question") {
        let text = question.clone();
        let done = tokio::task::spawn_blocking(move || ask(&text)).await;
        Some(done.map_err(|error| Error::Store(store::Error::Database(error.into())))?)
    } else {
        None
    };
    page(&app, &visitor, "Common sense", |_| body(&question, asked.as_ref())).await
}

fn body(question: &str, asked: Option<&Result<Asked, NotAsked>>) -> Markup {
    html! {
        h1 { "What does every child know?" }
        p.lead {
            "The battery asks machines what children of four are asked: what words mean, where things are, why people do "
            "what they do. Ask something yourself, and see what the answers stand on."
        }
        form method="get" action="/battery" {
            label for="question" { "Your question" }
            input #question type="text" name="question" value=(question) required
                maxlength=(LONGEST_QUESTION) placeholder="Why do people wear coats?";
            button.now { "Ask" }
        }
        @match asked {
            None => {}
            Some(Err(why)) => p.note role="status" { (why) },
            Some(Ok(asked)) => {
                (explained("Luna’s answerer", &asked.improved))
                (explained("The answerer of the paper", &asked.paper))
            }
        }
        p.soft.small {
            "The answers come from 2,600 assertions that Luna’s authors wrote, and sentences are generated from these. "
            "No model of language is asked, and your question is not stored."
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
