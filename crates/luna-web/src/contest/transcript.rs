//! A conversation of a contest that is over, if its people let others read it.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use luna_app::contest::outcome::{self, Transcript};
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use maud::{Markup, html};
use serde_json::json;

use crate::error::Error;
use crate::layout::Page;
use crate::state::App;
use crate::visitor::Visitor;

type Address = (String, usize, usize, String);

async fn find(app: &App, (id, round, judge, side): Address) -> Result<Transcript, Error> {
    let side = Side::from_name(&side).ok_or(Error::NotFound)?;
    let now = app.now();
    let read =
        move |tx: &mut luna_store::Tx<'_>| outcome::transcript(tx, now, &id, (round, judge, side));
    app.db.read(read).await?.ok_or(Error::NotFound)
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(address): Path<Address>,
) -> Result<Markup, Error> {
    let Transcript { place, conversation } = find(&app, address).await?;
    let me = app.db.read(move |tx| visitor.player(tx)).await?;
    let here = format!("/contests/{}", place.contest_id);
    let side = place.side.name();
    let began = conversation.keystrokes().first().map_or(0, |key| key.at);
    let title = format!("Round {}, J{}, {side}", place.round, place.judge);
    let body = html! {
        h1 { (title) }
        p { a href=(here) { "All results" } }
        ol.transcript {
            @for line in conversation.lines() {
                li {
                    span.soft.small { (name(line.by)) ", " ((line.began_at - began) / 1000) " s" }
                    p.kept dir="auto" { (line.text) }
                }
            }
        }
        p { a.button href={ (here) "/" (place.round) "/" (place.judge) "/" (side) "/keys" } download { "Each keystroke (JSONL)" } }
    };
    Ok(Page::new(&title, body).of(me.as_ref()).render(&app))
}

fn name(by: Speaker) -> &'static str {
    match by {
        Speaker::Judge => "Judge",
        Speaker::Party => "Partner",
    }
}

/// Each keystroke with its time, one on a line.
pub(super) async fn lines(
    State(app): State<App>,
    Path(address): Path<Address>,
) -> Result<Response, Error> {
    let Transcript { conversation, .. } = find(&app, address).await?;
    let mut text = String::new();
    for key in conversation.keystrokes() {
        let stroke = key.stroke.to_char().to_string();
        text.push_str(&json!({ "at": key.at, "by": key.by.name(), "key": stroke }).to_string());
        text.push('\n');
    }
    Ok(([(CONTENT_TYPE, "application/jsonl; charset=utf-8")], text).into_response())
}
