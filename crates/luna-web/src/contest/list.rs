//! `/contests`: a pair to judge at once, all contests, and a rehearsal for administrators.

use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::contest::rehearsal;
use luna_app::format::date;
use luna_core::contest::rules::presets::Preset;
use luna_store::contest::record::{self, Contest};
use luna_store::player::Role;
use maud::{Markup, html};

use super::pair;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const MOST: i64 = 100;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let me = asking.reader(tx)?;
        let drawn = pair::draw(tx, &asking, "")?;
        Ok::<_, Error>((me, drawn, record::latest(tx, (i64::MAX, ""), MOST)?))
    };
    let (me, drawn, contests) = app.db.read(read).await?;
    let is_admin = me.as_ref().is_some_and(luna_store::player::Player::is_admin);
    let body = html! {
        @if is_admin {
            div.row {
                form method="post" action="/contests/rehearse" {
                    (csrf(&visitor))
                    button.button { "Start a rehearsal" }
                }
                a.button href="/contests/new" { "New contest" }
            }
            p.hint { "In a rehearsal machines take all seats, and the whole contest runs in a minute." }
        }
        h2.first { "Contests" }
        @if contests.is_empty() { p { "There has been no contest yet." } }
        ul.plain { @for contest in &contests { (line(contest)) } }
        @if !is_admin { p.hint { "To take part, open the link that the organiser has sent you." } }
        details {
            summary { "What a contest measures" }
            p {
                "In a contest, judges type with two hidden partners, a person and a program, and then say which one is human. "
                "It measures how often they can tell. Alan Turing proposed such a game in 1950."
            }
        }
    };
    let page = Page::new("Contest", body).of(me.as_ref()).night(pair::night(&pair::sheet(&drawn)));
    Ok(page.scripts(&["try.js"]).render(&app))
}

fn line(contest: &Contest) -> Markup {
    html! {
        li {
            a dir="auto" href={ "/contests/" (contest.id) } { (contest.name) }
            " " span.soft.small { (date(contest.created_at)) }
        }
    }
}

pub(super) async fn rehearse(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    let at = app.moment();
    let start = move |tx: &mut luna_store::Tx<'_>| {
        let me = visitor.operator(tx, Role::Administrator)?;
        Ok::<_, Error>(rehearsal::start(tx, &at, Some(&me.id), &Preset::Loebner2009.rules())?)
    };
    let created = app.db.write(start).await?;
    Ok(Redirect::to(&format!("/contests/{}/console", created.id)).into_response())
}
