//! `/terms/machines`: the terms for owners of machines.

use axum::extract::State;
use axum::response::Redirect;
use luna_store::consent::Purpose;
use maud::{Markup, html};

use luna_app::consent::{give, is_current, text};

use super::points::points;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, agreed) = app
        .db
        .read(move |tx| {
            let me = match asking.player(tx) {
                Err(Error::Banned(_)) => None,
                me => me?,
            };
            let agreed = match &me {
                Some(me) => is_current(tx, &me.id, Purpose::Machines)?,
                None => false,
            };
            Ok::<_, Error>((me, agreed))
        })
        .await?;
    let terms = text(Purpose::Machines);
    let body = html! {
        h1 { (terms.title) }
        p.lead {
            "A machine plays with people who do not yet know that it is one. These terms protect them, "
            "and you agree to them when you register a machine."
        }
        (points(terms))
        p.small.soft { "Version " (terms.version) "." }
        @match &me {
            Some(_) if agreed => p.note { "You have agreed to these terms." },
            Some(me) if me.email.is_some() => form method="post" action="/terms/machines" {
                (csrf(&visitor))
                button.button.now { "I agree to these terms" }
            },
            _ => {}
        }
        p.after { a href="/machines" { "All machines" } " · " a href="/settings/machines" { "Your machines" } }
    };
    Ok(Page::new(terms.title, body).of(me.as_ref()).render(&app))
}

pub(super) async fn send(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Redirect, Error> {
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(give(tx, &me.id, Purpose::Machines, visitor.now)?)
        })
        .await?;
    Ok(Redirect::to("/settings/machines"))
}
