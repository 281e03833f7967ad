//! The page of the settings.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_store as store;
use maud::{Markup, html};

use super::account_section::account;
use super::refused_form::{RefusedForm, problem, typed};
use super::{data, second_factor, ways_in};
use crate::account::field::field;
use crate::account::recovery;
use crate::html::frame::download_link;
use crate::html::notice;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::section;
use crate::rating::hidden;

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    page(&app, &visitor, None, query.as_deref()).await
}

/// The page after a form: the settings as they are now or, where it was refused, the form again.
pub(super) async fn answer(
    app: &App,
    visitor: &Visitor,
    form: Form,
    field: &'static str,
    outcome: Result<(), Error>,
) -> Result<Response, Error> {
    match outcome {
        Ok(()) => Ok(Redirect::to("/settings").into_response()),
        Err(Error::Refused(why)) => {
            let refused = RefusedForm { field, why, form };
            let page = page(app, visitor, Some(&refused), None).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Ok(other.page(Some(&form))),
    }
}

async fn page(
    app: &App,
    visitor: &Visitor,
    refused: Option<&RefusedForm>,
    query: Option<&str>,
) -> Result<Markup, Error> {
    let (within, asking) = (app.clone(), visitor.clone());
    let (me, ways_in, pending, consents, code_since, has_factor) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let ways_in = store::ways_in::list(tx, &me.id, asking.now)?;
            let pending = store::email_link::pending(
                tx,
                &me.id,
                store::email_link::Kind::Verify,
                asking.now,
            )?;
            let consents = section::History::read(tx, &within, &me.id)?;
            let code_since = store::recovery::made_at(tx, &me.id)?;
            let has_factor = store::second_factor::is_on(tx, &me.id)?;
            Ok::<_, Error>((me, ways_in, pending, consents, code_since, has_factor))
        })
        .await?;
    let room = data::room(app, &me).await?;
    let tokens = ways_in.iter().filter(|way| way.kind == store::ways_in::Kind::Token).count();
    let body = html! {
        h1 { "Settings" }
        (notice::shown(query))
        h2 { "Name" }
        p.soft { "Partners see it when a game is over. It need not be your real name." }
        form method="post" action="/settings/name" {
            (csrf(visitor))
            (field("name", "name", "text", "Name", typed(refused, "name").unwrap_or(&me.name), "nickname", problem(refused, "name")))
            button.button { "Change name" }
        }
        h2 { "Account" }
        (account(&me, visitor, pending.as_deref(), tokens, refused))
        (second_factor::section(&me, has_factor))
        @if me.email.is_none() { (recovery::offer(visitor, code_since)) }
        h2 { "Other players" }
        (hidden::section(&me, visitor))
        p.after { a href="/settings/blocks" { "Players you are never paired with again" } }
        (ways_in::section(&ways_in, me.email.is_none(), visitor))
        form #log-out.after method="post" action="/logout" {
            (csrf(visitor))
            @if me.email.is_none() {
                @if code_since.is_some() { p.note { "You are a guest: after you log out, only your recovery code brings you back." } }
                @else { p.note { "You are a guest: after you log out, you cannot come back. " a href="#recovery" { "Get a recovery code first." } } }
            }
            button.button { "Log out here" }
        }
        h2 { "Machines" }
        p { "A program you have written can play here too. " a href="/settings/machines" { "Your machines" } }
        h2 #consent { "What you agreed to" }
        (section::section(&consents, visitor))
        h2 { "Your data" }
        p { "Your texts, games, settings and consents, in one file. It says what it leaves out, and why." }
        (room)
        p { (download_link()) }
        p.after { a href="/settings/erase" { "Erase me" } }
    };
    Ok(Page::new("Settings", body).of(Some(&me)).quiet().render(app))
}
