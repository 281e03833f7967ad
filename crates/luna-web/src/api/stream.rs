//! Streams of lines for machines, and the stream of one game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use luna_store::token::Bearer;
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::auth::{Caller, Id};
use super::problem::Problem;
use super::queries;
use super::views::Game;
use crate::App;
use crate::live_stream::{Chunk, StreamFormat, StreamSource, follow};
use luna_app::StreamPlace;

/// The number of streams that a machine may have open. The last place is for one of everything.
pub(super) const MOST_STREAMS: usize = 50;

/// The streams that each machine has open in this process.
#[derive(Debug, Default)]
pub(crate) struct Streams(Mutex<HashMap<String, Vec<Arc<Followed>>>>);

#[derive(Debug, PartialEq, Eq)]
enum Followed {
    Everything,
    /// A token has one stream of each seat.
    Game {
        token: String,
        seat: String,
    },
}

/// A stream, until it is dropped.
pub(super) struct Open {
    streams: Arc<Streams>,
    player_id: String,
    followed: Arc<Followed>,
    #[expect(dead_code, reason = "gives its place back when it is dropped")]
    admission: StreamPlace,
}

impl Streams {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<Followed>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn open(&self, player_id: &str) -> usize {
        self.all().get(player_id).map_or(0, Vec::len)
    }

    /// One of everything. Streams of games leave room for it.
    pub(super) fn begin(app: &App, caller: &Caller, player_id: &str) -> Result<Open, Problem> {
        let admission = admission(app, caller)?;
        let mut all = app.streams.all();
        let open = all.entry(player_id.to_owned()).or_default();
        let everything = open.iter().filter(|it| ***it == Followed::Everything).count();
        if everything >= MOST_STREAMS {
            return Err(too_many(MOST_STREAMS, "streams"));
        }
        let followed = Arc::new(Followed::Everything);
        open.push(Arc::clone(&followed));
        let (streams, player_id) = (Arc::clone(&app.streams), player_id.to_owned());
        Ok(Open { streams, player_id, followed, admission })
    }

    /// One of a game, in place of the one that the token has open of it. Says whether
    /// there was one.
    fn begin_game(
        app: &App,
        caller: &Caller,
        player_id: &str,
        seat: &str,
    ) -> Result<(Open, bool), Problem> {
        let admission = admission(app, caller)?;
        let game = Followed::Game { token: caller.id.clone(), seat: seat.to_owned() };
        let followed = Arc::new(game);
        let mut all = app.streams.all();
        let open = all.entry(player_id.to_owned()).or_default();
        let before = open.iter_mut().find(|it| **it == followed);
        let replaced = before.is_some();
        if let Some(before) = before {
            *before = Arc::clone(&followed);
        } else {
            let games = open.iter().filter(|it| ***it != Followed::Everything).count();
            if games >= MOST_STREAMS - 1 {
                return Err(too_many(MOST_STREAMS - 1, "streams of games"));
            }
            if open.len() >= MOST_STREAMS {
                return Err(too_many(MOST_STREAMS, "streams"));
            }
            open.push(Arc::clone(&followed));
        }
        let (streams, player_id) = (Arc::clone(&app.streams), player_id.to_owned());
        Ok((Open { streams, player_id, followed, admission }, replaced))
    }
}

fn admission(app: &App, caller: &Caller) -> Result<StreamPlace, Problem> {
    let most = app.settings.streams_per_address;
    app.open_streams.admit((caller.address, app.settings.streams_per_address), None).ok_or_else(
        || {
            let why = format!("Too many open streams from your address: {most} are the most.");
            Problem::too_many(&why, Some(60))
        },
    )
}

fn too_many(most: usize, what: &str) -> Problem {
    let why = format!("Too many open {what}: {most} are the most. Please close one first.");
    Problem::too_many(&why, None)
}

impl Open {
    /// Returns true if no other stream has taken this one's place.
    fn holds(&self) -> bool {
        let all = self.streams.all();
        let open = all.get(&self.player_id);
        open.is_some_and(|open| open.iter().any(|it| Arc::ptr_eq(it, &self.followed)))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut all = self.streams.all();
        let Some(open) = all.get_mut(&self.player_id) else { return };
        open.retain(|it| !Arc::ptr_eq(it, &self.followed));
        if open.is_empty() {
            all.remove(&self.player_id);
        }
    }
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
            let one = One { app: app.clone(), caller, id, shown: None, open };
            follow(&app, &store::player::topic(&player_id), one)
        }
        Err(problem) => problem.into_response(),
    }
}

/// The stream before hears at once that it is over.
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
) -> Result<(Open, String, bool), Problem> {
    let (open, replaced) = Streams::begin_game(app, caller, &player_id, seat)?;
    Ok((open, player_id, replaced))
}

/// The source of a stream over one game.
struct One {
    app: App,
    caller: Caller,
    id: String,
    shown: Option<Game>,
    open: Open,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Game { game: &'a Game },
}

impl StreamSource for One {
    const FORMAT: StreamFormat = LINES;

    async fn look(&mut self) -> Result<Chunk, &'static str> {
        if !self.open.holds() {
            return Err("replaced");
        }
        let id = self.id.clone();
        let game = look(&self.app, &self.caller, move |tx, me| queries::one(tx, me, &id)).await?;
        if self.shown.as_ref() == Some(&game) {
            return Ok(Chunk::Nothing);
        }
        let mut text = Vec::new();
        line(&mut text, &Line::Game { game: &game });
        let over = game.ending.is_some();
        self.shown = Some(game);
        Ok(if over { Chunk::Last(text) } else { Chunk::News(text) })
    }
}
