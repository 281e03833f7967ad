//! The seat of a program, behind the link of its invitation: a stream of lines of JSON with what
//! it may see, and the keys that it types. It sees no more than a person in the same seat.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::stream;
use luna_app::contest::attendance::{self, Sitter};
use luna_app::contest::live::{Event, Live};
use luna_app::contest::screen::{PartyScreen, Screen};
use luna_app::contest::typing::{self, Batch, Receipt};
use luna_core::contest::Stage;
use luna_core::contest::conversation::Refusal;
use luna_store::Tx;
use luna_store::contest::seat::{Kind, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::clock;
use super::strokes::{self, answer};
use crate::http::error::Error;
use crate::http::id::is_id;
use crate::http::live_stream::{OpenStream, StreamRequest, streamed};
use crate::http::read_body::{BodyError, read_body};
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Keys as a program sends them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// A word of the program's own, by which two programs are told apart.
    program: String,
    round: usize,
    attempt: usize,
    /// The number of the first of them in this conversation.
    first: usize,
    /// A character for each key: a line feed is Return, U+0008 is Backspace.
    text: String,
}

/// The time without another line after which a line shows that the stream is alive.
const ALIVE_EVERY: Duration = Duration::from_secs(7);
const ALIVE: &str = "{\"type\":\"alive\"}\n";
/// The longest body: a thousand keys, however escaped, and room for the rest.
const LONGEST: usize = 32 * 1024;
/// The characters of the word of a program.
const WORD: std::ops::RangeInclusive<usize> = 8..=64;
const NO_SEAT: &str = "There is no seat behind this link. Ask the organiser for a new invitation.";

pub(super) async fn open(request: StreamRequest) -> Response {
    let StreamRequest { app, visitor, id: token, asked, .. } = request;
    let program = asked.text("program").to_owned();
    let found = app.db.read(move |tx| seat(tx, &token)).await;
    let found = found.and_then(|seat| sitter(seat, &program));
    let opened = match found {
        Ok(sitter) => begin(&app, &visitor, sitter).await,
        Err(error) => Err(error),
    };
    let (live, place) = match opened {
        Ok(opened) => opened,
        Err(error) => return refuse(&error),
    };
    let (sender, lines) = channel(1);
    tokio::spawn(follow(app, live, sender));
    let lines = stream::unfold((lines, place), |(mut lines, place)| async {
        let text = next(&mut lines).await?;
        Some((Ok::<_, Infallible>(Bytes::from(text)), (lines, place)))
    });
    streamed("application/x-ndjson", Body::from_stream(lines))
}

async fn begin(app: &App, visitor: &Visitor, sitter: Sitter) -> Result<(Live, OpenStream), Error> {
    let seat = format!("{} {}", sitter.contest_id, sitter.participant);
    let place = OpenStream::admit(app, visitor, &seat)?;
    Ok((Live::open(app, sitter).await?, place))
}

/// The next line; none at the end.
async fn next(lines: &mut Receiver<String>) -> Option<String> {
    match tokio::time::timeout(ALIVE_EVERY, lines.recv()).await {
        Ok(line) => line,
        Err(_) => Some(ALIVE.to_owned()),
    }
}

/// Sends what is new in a seat until nobody reads it.
async fn follow(app: App, mut live: Live, sender: Sender<String>) {
    loop {
        let event = tokio::select! {
            event = live.next() => event,
            () = sender.closed() => return,
        };
        let (value, goes_on) = match event {
            Ok(Event::Screen(screen)) => match *screen {
                Screen::Party(party) => (screen_json(&party, app.now()), true),
                Screen::Judge(_) => return,
            },
            Ok(Event::Keys(_, news)) => {
                let text: String = news.keys.iter().map(|key| key.stroke.to_char()).collect();
                let keys = json!({
                    "type": "keys", "round": news.round, "attempt": news.attempt, "text": text,
                    "shown": news.shown,
                });
                (keys, true)
            }
            Ok(Event::Stopped) => return,
            Err(luna_app::Error::NotFound) => (json!({ "type": "lost", "why": NO_SEAT }), false),
            Err(error) => (json!({ "type": "lost", "why": error.to_string() }), false),
        };
        if sender.send(format!("{value}\n")).await.is_err() || !goes_on {
            return;
        }
    }
}

fn screen_json(party: &PartyScreen, now: i64) -> Value {
    let clock = &party.clock;
    let talk = party.talk.as_ref().map(|talk| {
        let keys = talk.keys.iter();
        let keys = keys.map(|key| json!([key.by.name(), key.stroke.to_char()]));
        json!({
            "round": talk.round, "attempt": talk.attempt, "is_open": talk.is_open,
            "next": talk.next, "keys": keys.collect::<Vec<_>>(),
        })
    });
    json!({
        "type": "screen", "contest": party.contest, "seat": party.participant.to_string(),
        "clock": clock::words(clock), "is_paused": clock.is_paused,
        "is_over": clock.stage >= Stage::Ranking,
        "left_ms": clock.ends_at.map(|at| (at - now).max(0)),
        "is_excused": party.is_excused, "may_type": party.may_type, "talk": talk,
    })
}

pub(super) async fn send(
    State(app): State<App>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    match take(&app, token, request).await {
        Ok(answer) => answer,
        Err(error) => refuse(&error),
    }
}

async fn take(app: &App, token: String, request: Request) -> Result<Response, Error> {
    let seat = app.db.read(move |tx| seat(tx, &token)).await?;
    let key = strokes::seat_key(&seat.contest_id, seat.participant);
    strokes::count(app, &key)?;
    let received = receive(app, seat, request).await;
    let (response, is_refused) = match received {
        Ok(receipt) => {
            let refusal = receipt.refusal.map(|refusal| refusal.to_string());
            let reason = receipt.refusal.map(reason);
            let value = json!({ "next": receipt.next, "refusal": refusal, "reason": reason });
            (answer(StatusCode::OK, &value), receipt.refusal.is_some())
        }
        Err(response) => {
            let is_refused = response.status().is_client_error();
            (response, is_refused)
        }
    };
    if is_refused {
        strokes::count_refusal(app, &key);
    }
    Ok(response)
}

/// Takes the keys of a request; returns the receipt, or the answer to keys that cannot be read or
/// come from no program in this seat.
async fn receive(app: &App, seat: Seat, request: Request) -> Result<Receipt, Response> {
    let read = read_body(request.into_body(), LONGEST, app.settings.patience).await;
    let bytes = read.map_err(|unread| {
        refuse(&match unread {
            BodyError::TooLarge => Error::Refused(format!(
                "A request has at most {LONGEST} bytes. Send fewer keys at once."
            )),
            BodyError::Cut => {
                Error::Refused("Only part of the keys arrived. Please send them again.".to_owned())
            }
            BodyError::Late => Error::Late,
            BodyError::Crowded => Error::Crowded,
        })
    })?;
    let keys: Keys = serde_json::from_slice(&bytes).map_err(|why| {
        let why = why.to_string();
        let why = why.replace("usize", "a whole number that is not negative");
        let why = format!("The keys cannot be read: {}.", why.replace("struct Keys", "an object"));
        answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "refusal": why }))
    })?;
    let Keys { program, round, attempt, first, text } = keys;
    let batch = Batch { round, attempt, side: None, first, text };
    let sitter = sitter(seat, &program).map_err(|error| refuse(&error))?;
    typing::receive(app, &sitter, &batch).await.map_err(|error| refuse(&error.into()))
}

/// A refusal for the program; the sentence beside it is for its author.
fn reason(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::NotBegun | Refusal::Over | Refusal::Paused => "closed",
        Refusal::JudgeFirst => "judge_first",
        Refusal::LongLine(_) => "long_line",
        Refusal::Flood { .. } => "flood",
        Refusal::Gap { .. } | Refusal::Changed(_) => "numbers",
        Refusal::NotText(_) => "not_text",
    }
}

/// The seat behind the link of an invitation.
fn seat(tx: &mut Tx<'_>, token: &str) -> Result<Seat, Error> {
    if !is_id(token) {
        return Err(Error::NotFound);
    }
    let seat = attendance::seat_of_invitation(tx, token)?;
    if seat.kind != Kind::Program {
        return Err(Error::Refused(
            "This invitation is for a person. Open the link in a browser, or ask the organiser to \
             invite a program."
                .to_owned(),
        ));
    }
    Ok(seat)
}

/// The program that a request says it comes from.
fn sitter(seat: Seat, program: &str) -> Result<Sitter, Error> {
    if !WORD.contains(&program.len()) {
        let (least, most) = (WORD.start(), WORD.end());
        return Err(Error::Refused(format!(
            "“program” must be a word that the program has chosen for itself, of {least} to {most} characters."
        )));
    }
    Ok(Sitter {
        contest_id: seat.contest_id,
        participant: seat.participant,
        player_id: None,
        browser: format!("program:{program}"),
    })
}

fn refuse(error: &Error) -> Response {
    let why = match error {
        Error::NotFound => NO_SEAT.to_owned(),
        other => other.sentence(),
    };
    answer(error.status(), &json!({ "refusal": why }))
}
