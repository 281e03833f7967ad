//! `/contests/{id}/seat`: the page of a judge or a confederate, with their verdicts and ranks.
//!
//! LEFT and RIGHT have the same markup. What the page shows comes by its stream.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use luna_app::contest::attendance::Sitter;
use luna_app::contest::cache::cache;
use luna_app::contest::judging;
use luna_app::contest::state::State as Contest;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::Rank;
use luna_store::Tx;
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        let contest = Contest::read(tx, &id)?;
        let seat = contest.seat_of(&me.id).ok_or(Error::NotFound)?.participant;
        Ok::<_, Error>((me, contest, seat))
    };
    let (me, contest, seat) = app.db.read(read).await?;
    let here = format!("/contests/{}/seat", contest.record.id);
    let is_judge = matches!(seat, Participant::Judge(_));
    let body = html! {
        h1 { "Your seat: " (seat) }
        section #seat data-at=(here) data-role=(if is_judge { "judge" } else { "party" }) {
            form hidden { (csrf(&visitor)) }
            p #clock .lead role="timer" { "One moment…" }
            p #says .note role="status" hidden { }
            div.panes {
                @if is_judge { @for side in Side::BOTH { (pane(side.name())) } }
                @else { (pane("talk")) }
            }
            @if is_judge { div #decision { } }
        }
        noscript { p.note { "This page needs scripts, because each key is sent as you press it." } }
        p.after { a.button.quiet href={ "/contests/" (contest.record.id) } dir="auto" { (contest.record.name) } }
    };
    Ok(Page::new("Your seat", body)
        .of(Some(&me))
        .wide()
        .plain()
        .quiet()
        .scripts(&["seat.js"])
        .render(&app))
}

fn pane(name: &str) -> Markup {
    let (label, other) = match name {
        "talk" => ("THE JUDGE".to_owned(), "Judge"),
        side => (side.to_uppercase(), "Partner"),
    };
    html! {
        section.pane data-side=(name) data-other=(other) aria-label=(label) {
            h2.first { (label) }
            div.talk role="log" tabindex="0" aria-label={ "Conversation: " (label) } { }
            label for={ "type-" (name) } { "You cannot type here now" }
            textarea id={ "type-" (name) } autocomplete="off" autocapitalize="off" spellcheck="false" disabled { }
        }
    }
}

/// Somebody in a seat, at the browser that a request says it comes from.
pub(super) fn sitter(
    tx: &mut Tx<'_>,
    app: &App,
    visitor: &Visitor,
    id: &str,
    tab: &str,
) -> Result<Sitter, Error> {
    if !is_id(id) || tab.len() > 64 {
        return Err(Error::NotFound);
    }
    let me = visitor.logged_in(tx)?;
    let contest = cache(app).state(tx, id)?;
    let seat = contest.seat_of(&me.id).ok_or(Error::NotFound)?;
    let cookie = visitor.cookie.as_deref().unwrap_or_default();
    Ok(Sitter {
        contest_id: id.to_owned(),
        participant: seat.participant,
        player_id: Some(me.id),
        browser: format!("{cookie}:{tab}"),
    })
}

pub(super) async fn verdict(request: FormRequest) -> Result<Response, Error> {
    decide(request, |tx, app, sitter, form| {
        let side = Side::from_name(form.text("human"));
        let human = side.ok_or_else(|| refused("Please choose left or right."))?;
        Ok(judging::verdict(tx, app, sitter, number(form.text("round"))?, human)?)
    })
    .await
}

pub(super) async fn rank(request: FormRequest) -> Result<Response, Error> {
    decide(request, |tx, app, sitter, form| {
        let mut ranks = Vec::new();
        for (name, text) in form.fields() {
            let Some(round) = name.strip_prefix("rank") else { continue };
            ranks.push(Rank { round: number(round)?, rank: number(text)? });
        }
        Ok(judging::rank(tx, app, sitter, ranks)?)
    })
    .await
}

fn number(text: &str) -> Result<usize, Error> {
    text.parse().map_err(|_| refused("Please choose a number."))
}

fn refused(why: &str) -> Error {
    Error::Refused(why.to_owned())
}

type Decide = fn(&mut Tx<'_>, &App, &Sitter, &Form) -> Result<(), Error>;

async fn decide(request: FormRequest, decide: Decide) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let doing = app.clone();
    let work = move |tx: &mut Tx<'_>| {
        let sitter = sitter(tx, &doing, &visitor, &id, form.text("tab"))?;
        decide(tx, &doing, &sitter, &form)
    };
    match app.db.write_retrying(work).await {
        Ok(()) => Ok(says(StatusCode::OK, None)),
        Err(Error::Refused(why)) => Ok(says(StatusCode::UNPROCESSABLE_ENTITY, Some(&why))),
        Err(other) => Ok(refusal(&other)),
    }
}

/// An error as the script of a seat is told it.
pub(super) fn refusal(error: &Error) -> Response {
    let (status, value) = refused_json(error);
    (status, [(CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

/// The same before it is sent. After a fault of ours the script tries again.
pub(super) fn refused_json(error: &Error) -> (StatusCode, Value) {
    let status = error.status();
    let sentence = match error {
        Error::NotFound => GONE.to_owned(),
        other => other.sentence(),
    };
    (status, json!({ "refusal": sentence, "again": status.is_server_error() }))
}

const GONE: &str = "This seat is no longer yours. The organiser may have given it to somebody \
    else. Ask for a new link.";

/// The answer to the script of a seat: nothing, or what is wrong.
fn says(status: StatusCode, refusal: Option<&str>) -> Response {
    let body = json!({ "refusal": refusal, "again": false }).to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}
