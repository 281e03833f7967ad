//! The two directions of a seat: its stream of screens and keys, and the keys that it sends.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_app::contest::live::{Event, Live};
use luna_app::contest::screen::{
    ContestClock, JudgeScreen, PartyScreen, Ranking, Screen, TalkView,
};
use luna_app::contest::typing::{self, Batch};
use luna_core::contest::Stage;
use luna_core::contest::conversation::{Keystroke, Refusal, Speaker};
use luna_core::contest::participant::Side;
use serde_json::{Value, json};

use super::clock;
use super::seat::{refusal, sitter};
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::FormRequest;
use crate::live_stream::{OpenStream, refuse};
use crate::state::App;
use crate::visitor::Visitor;

/// The open stream of a seat.
struct Reading {
    app: App,
    live: Live,
    #[expect(dead_code, reason = "gives its place back when it is dropped")]
    place: OpenStream,
}

pub(super) async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let asked = Form::of_query(query.as_deref());
    let asking = visitor.clone();
    let found = app.db.read(move |tx| sitter(tx, &asking, &id, asked.text("tab"))).await;
    let sitter = match found {
        Ok(sitter) => sitter,
        Err(error) => return refuse(error),
    };
    let player_id = sitter.player_id.clone().unwrap_or_default();
    let place = match OpenStream::admit(&app, &visitor, &player_id) {
        Ok(place) => place,
        Err(error) => return error.into_response(),
    };
    let live = match Live::open(&app, sitter).await {
        Ok(live) => live,
        Err(luna_app::Error::Refused(why)) => return streamed(Body::from(lost(&why))),
        Err(error) => return refuse(error.into()),
    };
    let reading = Some(Reading { app, live, place });
    let lines = stream::unfold(reading, |reading| async {
        let mut reading = reading?;
        let (text, goes_on) = match reading.live.next().await {
            Ok(Event::Screen(screen)) => (line(&screen_json(&screen, reading.app.now())), true),
            Ok(Event::Keys(side, news)) => {
                let text: String = news.keys.iter().map(|key| key.stroke.to_char()).collect();
                let keys = json!({
                    "kind": "keys", "side": name(side), "round": news.round,
                    "attempt": news.attempt, "text": text, "after": news.after,
                    "shown": news.shown,
                });
                (line(&keys), true)
            }
            Err(luna_app::Error::Refused(why)) => (lost(&why), false),
            // The page comes back, and learns then if it has lost its seat.
            Ok(Event::Stopped) | Err(luna_app::Error::NotFound) => return None,
            Err(error) => {
                tracing::warn!(?error, "the stream of a seat was cut");
                return None;
            }
        };
        Some((Ok::<_, Infallible>(Bytes::from(text)), goes_on.then_some(reading)))
    });
    streamed(Body::from_stream(lines))
}

fn streamed(body: Body) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

fn line(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn lost(why: &str) -> String {
    line(&json!({ "kind": "lost", "why": why }))
}

fn name(side: Option<Side>) -> &'static str {
    side.map_or("talk", Side::name)
}

fn screen_json(screen: &Screen, now: i64) -> Value {
    match screen {
        Screen::Judge(judge) => judge_json(judge, now),
        Screen::Party(party) => party_json(party, now),
    }
}

fn judge_json(judge: &JudgeScreen, now: i64) -> Value {
    let talks = judge.talks.iter();
    let talks = talks.map(|(side, talk)| talk_json(Some(*side), talk, Speaker::Judge));
    let mut value = clock_json(&judge.clock, judge.is_excused, now, &talks.collect::<Vec<_>>());
    value["verdict"] = json!(judge.verdict.map(Side::name));
    value["may_judge"] = json!(judge.may_judge);
    value["ranking"] = judge.ranking.as_ref().map_or(Value::Null, ranking_json);
    value
}

fn party_json(party: &PartyScreen, now: i64) -> Value {
    let talks = party.talk.iter().map(|talk| talk_json(None, talk, Speaker::Party));
    clock_json(&party.clock, party.is_excused, now, &talks.collect::<Vec<_>>())
}

fn clock_json(clock: &ContestClock, is_excused: bool, now: i64, talks: &[Value]) -> Value {
    json!({
        "kind": "screen", "clock": clock::words(clock), "round": clock.round,
        "is_paused": clock.is_paused, "is_over": clock.stage == Stage::Final,
        "left_ms": clock.ends_at.map(|at| (at - now).max(0)),
        "is_excused": is_excused, "talks": talks,
    })
}

fn talk_json(side: Option<Side>, talk: &TalkView, reader: Speaker) -> Value {
    json!({
        "side": name(side), "round": talk.round, "attempt": talk.attempt, "is_open": talk.is_open,
        "next": talk.next, "keys": keys_json(&talk.keys, reader),
    })
}

/// The strokes of both, each with 1 where it is the reader's own.
fn keys_json(keys: &[Keystroke], reader: Speaker) -> Vec<Value> {
    keys.iter().map(|key| json!([i32::from(key.by == reader), key.stroke.to_char()])).collect()
}

fn ranking_json(ranking: &Ranking) -> Value {
    let parties = ranking.parties.iter();
    let parties = parties
        .map(|talk| json!({ "round": talk.round, "keys": keys_json(&talk.keys, Speaker::Judge) }));
    json!({
        "lowest": ranking.ranks.start(), "highest": ranking.ranks.end(),
        "parties": parties.collect::<Vec<_>>(), "is_given": ranking.given.is_some(),
    })
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let batch = match batch(&form) {
        Ok(batch) => batch,
        Err(error) => return Ok(refusal(&error)),
    };
    let tab = form.text("tab").to_owned();
    let sitter = match app.db.read(move |tx| sitter(tx, &visitor, &id, &tab)).await {
        Ok(sitter) => sitter,
        Err(error) => return Ok(refusal(&error)),
    };
    let (status, value) = match typing::receive(&app, &sitter, &batch).await {
        Ok(receipt) => {
            // A flood is over after a while; nothing of it has to be lost.
            let is_flood = matches!(receipt.refusal, Some(Refusal::Flood { .. }));
            let refusal = receipt.refusal.map(|refusal| refusal.to_string());
            let value = json!({
                "next": receipt.next, "heard": receipt.heard, "refusal": refusal,
                "again": is_flood,
            });
            (StatusCode::OK, value)
        }
        Err(luna_app::Error::Refused(why)) => {
            (StatusCode::CONFLICT, json!({ "refusal": why, "again": true }))
        }
        Err(other) => return Ok(refusal(&other.into())),
    };
    Ok((status, [(CONTENT_TYPE, "application/json")], value.to_string()).into_response())
}

fn batch(form: &Form) -> Result<Batch, Error> {
    let number = |name: &str| {
        let refused = || Error::Refused(format!("“{name}” must be a number."));
        form.text(name).parse::<usize>().map_err(|_| refused())
    };
    Ok(Batch {
        round: number("round")?,
        attempt: number("attempt")?,
        side: Side::from_name(form.text("side")),
        first: number("first")?,
        // Forms end lines with two characters.
        text: form.text("text").replace("\r\n", "\n"),
    })
}
