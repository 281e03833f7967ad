//! Streams of lines for machines, and the stream of one game.
//!
//! A line is written when its reader takes the one before, so a slow reader
//! holds up nobody and nothing piles up for it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use luna_store as store;
use serde::Serialize;
use tokio::sync::watch;

use super::caller::{Caller, Id};
use super::problem::Problem;
use super::read;
use super::words::Game;
use crate::App;

/// An empty line now and then says that the stream is alive.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(7);
/// After so many of them the database is asked, in case a notification was lost.
pub(super) const LOOK_EVERY: u32 = 8;
/// How many streams one machine may have open.
pub(super) const MOST_STREAMS: i64 = 50;

/// How many streams each machine has open in this process.
#[derive(Debug, Default)]
pub struct Streams(Mutex<HashMap<String, i64>>);

/// One of them, until it is dropped.
pub(super) struct Open {
    streams: Arc<Streams>,
    player_id: String,
}

impl Streams {
    pub(super) fn open(&self, player_id: &str) -> i64 {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(player_id).copied().unwrap_or(0)
    }

    pub(super) fn begin(app: &App, player_id: &str) -> Result<Open, Problem> {
        let mut all = app.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(player_id.to_owned()).or_default();
        if *count >= MOST_STREAMS {
            let message = format!("{MOST_STREAMS} streams are open, which is the most.");
            return Err(Problem::too_many(message, None));
        }
        *count += 1;
        Ok(Open { streams: Arc::clone(&app.streams), player_id: player_id.to_owned() })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut all = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.player_id) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.player_id);
            }
        }
    }
}

/// The answer that keeps asking `follower` for more to say.
pub(super) fn lines<F, N>(follower: F, next: fn(F) -> N) -> Response
where
    F: Send + 'static,
    N: Future<Output = Option<(Bytes, F)>> + Send + 'static,
{
    let lines = stream::unfold(follower, move |follower| async move {
        next(follower).await.map(|(line, follower)| (Ok::<_, Infallible>(line), follower))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, [("x-accel-buffering", "no")], Body::from_stream(lines)).into_response()
}

pub(super) fn line(text: &mut Vec<u8>, value: &impl Serialize) {
    if serde_json::to_writer(&mut *text, value).is_ok() {
        text.push(b'\n');
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Game { game: &'a Game },
    Closing { reason: &'static str },
}

/// `/games/{id}/stream`: the game first, then again whenever it changes, until
/// it is over.
pub(super) async fn game(State(app): State<App>, caller: Caller, Id(id): Id) -> Response {
    let (asking, wanted) = (caller.clone(), id.clone());
    let found = app.db.read(move |tx| {
        let me = asking.bearer(tx)?;
        read::one(tx, &me, &wanted).map(|_| me.player_id)
    });
    let opened = match found.await {
        Ok(player_id) => Streams::begin(&app, &player_id).map(|open| (player_id, open)),
        Err(problem) => Err(problem),
    };
    let (player_id, open) = match opened {
        Ok(opened) => opened,
        Err(problem) => return problem.into_response(),
    };
    let changes = app.db.watch(&store::player::topic(&player_id));
    let stopping = app.stopping.clone();
    let follower = Follower {
        app,
        caller,
        id,
        changes,
        stopping,
        shown: None,
        quiet: LOOK_EVERY,
        over: false,
        open,
    };
    lines(follower, Follower::next)
}

struct Follower {
    app: App,
    caller: Caller,
    id: String,
    changes: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    shown: Option<Game>,
    quiet: u32,
    over: bool,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: Open,
}

impl Follower {
    async fn next(mut self) -> Option<(Bytes, Follower)> {
        loop {
            if self.over {
                return None;
            }
            if *self.stopping.borrow() {
                return Some(self.close("server"));
            }
            if self.quiet >= LOOK_EVERY {
                self.quiet = 0;
                match self.look().await {
                    Ok(game) if self.shown.as_ref() == Some(&game) => {}
                    Ok(game) => {
                        let mut text = Vec::new();
                        line(&mut text, &Line::Game { game: &game });
                        self.over = game.ending.is_some();
                        self.shown = Some(game);
                        return Some((Bytes::from(text), self));
                    }
                    Err(problem) => {
                        let revoked = problem.is_unauthorized();
                        return Some(self.close(if revoked { "revoked" } else { "stopped" }));
                    }
                }
            }
            tokio::select! {
                changed = self.changes.changed() => {
                    changed.ok()?;
                    self.quiet = LOOK_EVERY;
                }
                _ = self.stopping.changed() => {}
                () = tokio::time::sleep(KEEP_ALIVE) => {
                    self.quiet += 1;
                    return Some((Bytes::from_static(b"\n"), self));
                }
            }
        }
    }

    async fn look(&self) -> Result<Game, Problem> {
        let (caller, id) = (self.caller.clone(), self.id.clone());
        let read = self.app.db.read(move |tx| {
            let me = caller.bearer(tx)?;
            read::one(tx, &me, &id)
        });
        read.await
    }

    fn close(mut self, reason: &'static str) -> (Bytes, Follower) {
        let mut text = Vec::new();
        line(&mut text, &Line::Closing { reason });
        self.over = true;
        (Bytes::from(text), self)
    }
}
