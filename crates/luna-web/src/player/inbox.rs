//! Inbox: warnings to a player, and outcomes of their reports, shown until they are read.

use axum::Router;
use axum::response::Redirect;
use axum::routing::post;
use luna_app::format::date;
use luna_store::report::Outcome;
use luna_store::warning::Warning;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/inbox/warnings/{id}", post(read_warning))
        .route("/inbox/reports/{id}", post(read_outcome))
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Inbox {
    warnings: Vec<Warning>,
    outcomes: Vec<Outcome>,
}

impl Inbox {
    pub(crate) fn of(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Inbox> {
        let warnings = store::warning::unread(tx, player_id)?;
        let outcomes = store::report::outcomes(tx, player_id)?;
        Ok(Inbox { warnings, outcomes })
    }

    pub(crate) fn section(&self, visitor: &Visitor) -> Markup {
        html! {
            @for warning in &self.warnings {
                section.note.notice aria-label="Warning" {
                    p { strong { "A moderator has warned you" } " (" (date(warning.at)) "):" }
                    p.answer dir="auto" { (warning.why) }
                    p.small {
                        "Please read the " a href="/conduct" { "conduct rules" } ". If you think this is wrong, "
                        a href="/contact" { "write to us" } "."
                    }
                    form method="post" action={ "/inbox/warnings/" (warning.id) } {
                        (csrf(visitor)) button.button.quiet { "I have read the warning" }
                    }
                }
            }
            @for outcome in &self.outcomes {
                section.note.notice aria-label="Outcome of your report" {
                    p {
                        "Thank you for your report of " (date(outcome.at)) ". "
                        @if outcome.upheld { "A moderator has read it and acted on it." }
                        @else { "A moderator has read it and found no violation of the rules. If you disagree, write to us. You can also block the player." }
                    }
                    form method="post" action={ "/inbox/reports/" (outcome.id) } {
                        (csrf(visitor)) button.button.quiet { "I have read the outcome" }
                    }
                }
            }
        }
    }
}

async fn read_warning(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    read(app, visitor, id, store::warning::read).await
}

async fn read_outcome(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    read(app, visitor, id, store::report::mark_read).await
}

async fn read(
    app: App,
    visitor: Visitor,
    id: String,
    note: fn(&mut Tx<'_>, &str, &str, i64) -> store::Result<()>,
) -> Result<Redirect, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(note(tx, &id, &me.id, visitor.now)?)
        })
        .await?;
    Ok(Redirect::to("/games"))
}
