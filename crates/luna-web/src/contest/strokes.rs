//! The two directions of a seat, its screens and keys and the keys that it sends: as a stream of
//! events and POST here, and for its WebSocket.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_app::contest::limits::{KEY_BATCHES, REFUSED_BATCH};
use luna_app::contest::live::{Event, Live};
use luna_app::contest::screen::{
    ContestClock, JudgeScreen, PartyScreen, Ranking, Screen, TalkView,
};
use luna_app::contest::typing::{self, Batch};
use luna_core::contest::Stage;
use luna_core::contest::conversation::{Keystroke, Refusal, Speaker};
use luna_core::contest::participant::{Participant, Side};
use serde_json::{Value, json};

use super::seat::{refused_json, sitter};
use super::{clock, hint};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::live_stream::{OpenStream, StreamRequest, refuse, streamed};
use crate::http::state::App;
use crate::http::visitor::Visitor;

const EVENTS: &str = "text/event-stream";

/// A seat that has been opened for a browser, or the reason why it stays closed.
pub(super) enum SeatStream {
    Live(Box<Live>, OpenStream),
    Lost(String),
}

/// Opens the seat that a request names for the tab that it comes from.
pub(super) async fn begin(
    app: &App,
    visitor: &Visitor,
    id: &str,
    tab: &str,
) -> Result<SeatStream, Error> {
    let (asking, wanted, tab) = (visitor.clone(), id.to_owned(), tab.to_owned());
    let knowing = app.clone();
    let sitter = app.db.read(move |tx| sitter(tx, &knowing, &asking, &wanted, &tab)).await?;
    let player_id = sitter.player_id.clone().unwrap_or_default();
    let place = OpenStream::admit(app, visitor, &player_id)?;
    match Live::open(app, sitter).await {
        Ok(live) => Ok(SeatStream::Live(Box::new(live), place)),
        Err(luna_app::Error::Refused(why)) => Ok(SeatStream::Lost(why)),
        Err(error) => Err(error.into()),
    }
}

/// Waits for the next news of a seat, with true if more can follow; none where the page is to come
/// back, and to learn then if it has lost the seat.
pub(super) async fn next(app: &App, live: &mut Live) -> Option<(Value, bool)> {
    match live.next().await {
        Ok(Event::Screen(screen)) => Some((screen_json(&screen, app.now()), true)),
        Ok(Event::Keys(side, news)) => {
            let text: String = news.keys.iter().map(|key| key.stroke.to_char()).collect();
            let keys = json!({
                "kind": "keys", "side": name(side), "round": news.round,
                "attempt": news.attempt, "text": text, "after": news.after,
                "shown": news.shown,
            });
            Some((keys, true))
        }
        Err(luna_app::Error::Refused(why)) => Some((lost(&why), false)),
        Ok(Event::Stopped) | Err(luna_app::Error::NotFound) => None,
        Err(error) => {
            tracing::warn!(?error, "the stream of a seat was cut");
            None
        }
    }
}

pub(super) fn lost(why: &str) -> Value {
    json!({ "kind": "lost", "why": why })
}

/// The stream of a seat, for a browser without its WebSocket.
pub(super) async fn open(request: StreamRequest) -> Response {
    let StreamRequest { app, visitor, id, asked, .. } = request;
    let reading = match begin(&app, &visitor, &id, asked.text("tab")).await {
        Ok(SeatStream::Live(live, place)) => Some((app, live, place)),
        Ok(SeatStream::Lost(why)) => return streamed(EVENTS, Body::from(line(&lost(&why)))),
        Err(error @ Error::TooMany(_)) => return error.into_response(),
        Err(error) => return refuse(error),
    };
    let lines = stream::unfold(reading, |reading| async {
        let (app, mut live, place) = reading?;
        let (news, goes_on) = next(&app, &mut live).await?;
        let text = Ok::<_, Infallible>(Bytes::from(line(&news)));
        Some((text, goes_on.then_some((app, live, place))))
    });
    streamed(EVENTS, Body::from_stream(lines))
}

fn line(value: &Value) -> String {
    format!("data: {value}\n\n")
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
    let (talks, hint) = (talks.collect::<Vec<_>>(), hint::of_judge(judge));
    let mut value = clock_json(&judge.clock, judge.is_excused, hint, now, &talks);
    value["verdict"] = json!(judge.verdict.map(Side::name));
    value["may_judge"] = json!(judge.may_judge);
    value["ranking"] = judge.ranking.as_ref().map_or(Value::Null, ranking_json);
    value
}

fn party_json(party: &PartyScreen, now: i64) -> Value {
    let talks = party.talk.iter().map(|talk| talk_json(None, talk, Speaker::Party));
    let (talks, hint) = (talks.collect::<Vec<_>>(), hint::of_party(party));
    clock_json(&party.clock, party.is_excused, hint, now, &talks)
}

fn clock_json(
    clock: &ContestClock,
    is_excused: bool,
    hint: Option<&str>,
    now: i64,
    talks: &[Value],
) -> Value {
    json!({
        "kind": "screen", "clock": clock::words(clock), "round": clock.round,
        "is_paused": clock.is_paused, "are_rounds_over": clock.stage >= Stage::Ranking,
        "hint": hint,
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

/// Keys that are posted.
pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let (status, value) = take(&app, visitor, &id, form.text("tab"), batch(&form)).await;
    Ok(answer(status, &value))
}

/// An answer to keys. One that cuts off a flood closes the connection: more of it has to connect first.
pub(super) fn answer(status: StatusCode, value: &Value) -> Response {
    let mut response = (status, value.to_string()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if status == StatusCode::TOO_MANY_REQUESTS {
        headers.insert(RETRY_AFTER, HeaderValue::from_static("10"));
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Takes keys from the tab that has a seat; returns the receipt.
pub(super) async fn take(
    app: &App,
    visitor: Visitor,
    id: &str,
    tab: &str,
    batch: Result<Batch, Error>,
) -> (StatusCode, Value) {
    let (knowing, id, tab) = (app.clone(), id.to_owned(), tab.to_owned());
    let sitter = match app.db.read(move |tx| sitter(tx, &knowing, &visitor, &id, &tab)).await {
        Ok(sitter) => sitter,
        Err(error) => return refused_json(&error),
    };
    let key = seat_key(&sitter.contest_id, sitter.participant);
    if let Err(error) = count(app, &key) {
        return refused_json(&error);
    }
    let batch = match batch {
        Ok(batch) => batch,
        Err(unreadable) => {
            count_refusal(app, &key);
            return refused_json(&unreadable);
        }
    };
    let (answer, is_refused) = match typing::receive(app, &sitter, &batch).await {
        Ok(receipt) => {
            // A flood is over after a while; nothing of it has to be lost.
            let is_flood = matches!(receipt.refusal, Some(Refusal::Flood { .. }));
            let refusal = receipt.refusal.map(|refusal| refusal.to_string());
            let value = json!({
                "next": receipt.next, "heard": receipt.heard, "refusal": refusal,
                "again": is_flood,
            });
            ((StatusCode::OK, value), receipt.refusal.is_some())
        }
        Err(luna_app::Error::Refused(why)) => {
            ((StatusCode::CONFLICT, json!({ "refusal": why, "again": true })), true)
        }
        Err(other) => (refused_json(&other.into()), false),
    };
    if is_refused {
        count_refusal(app, &key);
    }
    answer
}

/// Counts a batch of a seat; cuts off a sender of too many.
pub(super) fn count(app: &App, seat: &str) -> Result<(), Error> {
    Ok(app.limits.take(KEY_BATCHES, seat, app.now())?)
}

/// Counts a refused batch for more: its sender should have stopped.
pub(super) fn count_refusal(app: &App, seat: &str) {
    app.limits.owe(KEY_BATCHES, seat, REFUSED_BATCH - 1, app.now());
}

/// The name of a seat where its batches are counted.
pub(super) fn seat_key(contest_id: &str, participant: Participant) -> String {
    format!("{contest_id} {participant}")
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
