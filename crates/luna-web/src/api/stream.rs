//! Streams of lines for machines, and the stream of one game.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use luna_store::token::Bearer;
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::auth::{Caller, Id};
use super::open_streams::{MOST_STREAMS, StreamGuard, StreamLimit, Streams};
use super::problem::Problem;
use super::queries;
use super::views::Game;
use crate::http::live_stream::{Chunk, StreamFormat, StreamSource, follow};
use crate::http::state::App;
use luna_app::StreamPlace;

/// Opens a stream of everything.
pub(super) fn open_all(
    app: &App,
    caller: &Caller,
    player_id: &str,
) -> Result<StreamGuard, Problem> {
    let admission = admission(app, caller)?;
    app.memory.get::<Streams>().open_all(player_id, admission).map_err(too_many)
}

fn admission(app: &App, caller: &Caller) -> Result<StreamPlace, Problem> {
    let most = app.settings.streams_per_address;
    app.open_streams.admit((caller.address, app.settings.streams_per_address), None).ok_or_else(
        || {
            let why = format!("Too many open streams from your address: the limit is {most}.");
            Problem::too_many(&why, Some(60))
        },
    )
}

fn too_many(full: StreamLimit) -> Problem {
    let (most, what) = match full {
        StreamLimit::Streams => (MOST_STREAMS, "streams"),
        StreamLimit::GameStreams => (MOST_STREAMS - 1, "streams of games"),
    };
    let why = format!("Too many open {what}: the limit is {most}. Please close one first.");
    Problem::too_many(&why, None)
}

/// The format for machines: a line of JSON for each event.
pub(super) const LINES: StreamFormat = StreamFormat {
    content_type: "application/x-ndjson",
    alive: "{\"type\":\"alive\"}\n",
    alive_every: Duration::from_secs(7),
    look_every: 8,
    closing: |reason| format!("{{\"type\":\"closing\",\"reason\":\"{reason}\"}}\n"),
};

/// Reads as the machine that has the stream open; on failure the stream ends.
pub(super) async fn look<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(&mut Tx<'_>, &Bearer) -> Result<T, Problem> + Send + 'static,
) -> Result<T, &'static str> {
    let now = Caller { now: app.now(), ..caller.clone() };
    let found = queries::noted(app, &now, work).await;
    found.map_err(|problem| if problem.is_unauthorized() { "revoked" } else { "stopped" })
}

pub(super) fn line(text: &mut Vec<u8>, value: &impl Serialize) {
    if serde_json::to_writer(&mut *text, value).is_ok() {
        text.push(b'\n');
    }
}

/// `/games/{id}/stream`: the game first, then again whenever it changes, until
/// it is over, or the token opens another of it.
pub(super) async fn game(State(app): State<App>, caller: Caller, Id(id): Id) -> Response {
    let (asking, wanted) = (caller.clone(), id.clone());
    let found = app.db.read(move |tx| {
        let me = asking.bearer(tx)?;
        queries::one(tx, &me, &wanted).map(|_| me.player_id)
    });
    match found.await.and_then(|player_id| begin(&app, &caller, &id, player_id)) {
        Ok((open, player_id, replaced)) => {
            if replaced {
                wake(&app, &player_id).await;
            }
            let one = GameStream { app: app.clone(), caller, id, shown: None, open };
            follow(&app, &store::player::topic(&player_id), one)
        }
        Err(problem) => problem.into_response(),
    }
}

/// Wakes the replaced stream, so that it ends at once.
async fn wake(app: &App, player_id: &str) {
    let topic = store::player::topic(player_id);
    let woken = app.db.write(move |tx| {
        tx.wake(&topic);
        Ok::<_, store::Error>(())
    });
    if let Err(error) = woken.await {
        tracing::warn!(?error, "could not end the stream before");
    }
}

fn begin(
    app: &App,
    caller: &Caller,
    seat: &str,
    player_id: String,
) -> Result<(StreamGuard, String, bool), Problem> {
    let admission = admission(app, caller)?;
    let opened = app.memory.get::<Streams>().open_game(&player_id, &caller.id, seat, admission);
    let (open, replaced) = opened.map_err(too_many)?;
    Ok((open, player_id, replaced))
}

/// The source of a stream over one game.
struct GameStream {
    app: App,
    caller: Caller,
    id: String,
    shown: Option<Game>,
    open: StreamGuard,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum GameLine<'a> {
    Game { game: &'a Game },
}

impl StreamSource for GameStream {
    const FORMAT: StreamFormat = LINES;

    async fn look(&mut self) -> Result<Chunk, &'static str> {
        if !self.open.is_current() {
            return Err("replaced");
        }
        let id = self.id.clone();
        let game = look(&self.app, &self.caller, move |tx, me| queries::one(tx, me, &id)).await?;
        if self.shown.as_ref() == Some(&game) {
            return Ok(Chunk::Nothing);
        }
        let mut text = Vec::new();
        line(&mut text, &GameLine::Game { game: &game });
        let over = game.ending.is_some();
        self.shown = Some(game);
        Ok(if over { Chunk::Last(text) } else { Chunk::News(text) })
    }
}
