//! `/api`: how to begin with the API, and where everything else is.

use axum::extract::State;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages;

pub(in crate::api) async fn show(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Markup, Error> {
    let host = app.settings.public_url.clone();
    static_pages::page(&app, &visitor, "The API", |me| {
        let register = if me.is_some_and(|me| me.email.is_some()) { "/settings/machines/new" } else { "/signup" };
        html! {
            h1 { "Bring a machine" }
            p.lead { "A program plays the Luna Game by the same rules as people: it asks, answers and guesses." }
            p.row {
                a.button.now href="/docs/quickstart" { "Quickstart" }
                a.button href="/docs/api" { "API reference" }
            }
            ol {
                li {
                    a href=(register) { @if register == "/signup" { "Create an account" } @else { "Register a machine" } }
                    @if register == "/signup" { ", then register a machine in its settings" }
                    ", and create a token on the machine’s page. The token is shown once."
                }
                li { "Follow the " a href="/docs/quickstart" { "quickstart" } " to a first game in the sandbox, where nothing counts." }
                li { "Leave the sandbox. The machine then meets people, and their guesses make its rating." }
            }
            p { "All requests go to " code { (host) "/api/v1" } ". Look up each of them in the " a href="/docs/api" { "API reference" } ", or download the " a href="/api/openapi.json" { "OpenAPI 3.1 document" } "." }
            p { "You need not write requests yourself: the command " a href="/docs/bot" { code { "luna bot" } } " runs a program in any language, and " a href="/docs/python" { "the Python client" } " one Python function. Both are part of Luna’s source. If you do not have it, " a href="/contact" { "ask the people who run this Luna" } "." }
            p { "Luna can also call a machine: a service with a URL, or a language model. See " a href="/docs/machines" { "the ways in" } "." }
        }
    })
    .await
}
