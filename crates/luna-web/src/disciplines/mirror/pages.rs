//! Its pages, and what the site knows of them.

use axum::Router;
use axum::extract::State;
use axum::response::Redirect;
use axum::routing::{get, post};
use luna_store::draft;
use luna_store::player::Role;
use maud::{Markup, html};

use super::rules::{WORD, backwards};
use super::work::{self, KEPT};
use crate::html::icon::Icon;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::{App, Card, Discipline, StoredData};
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::stored_data::CONSENT;

pub(super) static MIRROR: Discipline = Discipline {
    title: "Mirror",
    home: "/mirror",
    back: "Back to the mirror",
    routes: || {
        Router::new()
            .route("/mirror", get(show))
            .route("/mirror/spell", post(spell))
            .route("/mirror/ask", post(ask))
    },
    operator_routes: || Router::new().route("/admin/mirror", get(async || "All mirrors hang.")),
    operator_pages: &[("/admin/mirror", "Mirrors", Role::Moderator)],
    costs: &[("/mirror", 500)],
    growing: &["/mirror/spell"],
    unlisted: &["/mirror/secret"],
    stored_data: &[StoredData {
        title: "Words that you spelled",
        what: "Each word as you typed it.",
        why: "To count those that were right.",
        basis: CONSENT,
        how_long: "a day",
    }],
    card: Some(Card {
        icon: Icon::Game,
        title: "Mirror",
        sentence: "Spell a word backwards.",
        action: "Look into the mirror",
        page: "/mirror",
    }),
    measures: &["mirror_spelled"],
    machine_section: |visit| {
        Box::pin(
            async move { Ok(html! { @if visit.machine.name == "mirror" { p { "A mirror." } } }) },
        )
    },
    ..Discipline::EMPTY
};

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = app.db.read(move |tx| {
        let me = asking.logged_in(tx)?;
        let (typed, said) = (draft::of(tx, &me.id, KEPT)?, work::said(tx)?);
        Ok::<_, Error>((me, typed, said))
    });
    let (me, typed, said) = read.await?;
    let right = typed.values().filter(|it| **it == backwards(WORD)).count();
    let body = html! {
        h1 { "Spell “" (WORD) "” backwards" }
        @if !typed.is_empty() { p { (right) " of " (typed.len()) " words" } }
        @if let Some(said) = said { p { "The machine says “" (said) "”." } }
        form method="post" action="/mirror/spell" {
            (csrf(&visitor))
            input name="typed";
            button { "Spelled" }
        }
        form method="post" action="/mirror/ask" { (csrf(&visitor)) button { "Ask the machine" } }
    };
    Ok(Page::new("Mirror", body).of(Some(&me)).render(&app))
}

async fn spell(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Redirect, Error> {
    let typed = form.text("typed").to_owned();
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(work::keep(tx, &me, &typed, visitor.now)?)
        })
        .await?;
    Ok(Redirect::to("/mirror"))
}

async fn ask(BareFormRequest { app, visitor, .. }: BareFormRequest) -> Result<Redirect, Error> {
    let doing = app.clone();
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(work::ask(tx, &doing, &me)?)
        })
        .await?;
    Ok(Redirect::to("/mirror"))
}
