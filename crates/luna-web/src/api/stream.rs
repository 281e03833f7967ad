//! Streams of lines for machines, and the stream of one game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use luna_store::Tx;
use luna_store::token::Bearer;
use serde::Serialize;

use super::caller::{Caller, Id};
use super::problem::Problem;
use super::read;
use super::words::Game;
use crate::App;
use crate::follow::{Follower, Manner, Said, follow};

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

/// How machines are spoken to: a line of JSON for each thing there is to say.
pub(super) const LINES: Manner = Manner {
    content_type: "application/x-ndjson",
    alive: "\n",
    alive_every: Duration::from_secs(7),
    look_every: 8,
    closing: |reason| format!("{{\"type\":\"closing\",\"reason\":\"{reason}\"}}\n"),
};

/// Looks as whoever has the stream open; where that fails, it is over.
pub(super) async fn look<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(&mut Tx<'_>, &Bearer) -> Result<T, Problem> + Send + 'static,
) -> Result<T, &'static str> {
    let now = Caller { now: app.now(), ..caller.clone() };
    let found = read::noted(app, &now, work).await;
    found.map_err(|problem| if problem.is_unauthorized() { "revoked" } else { "stopped" })
}

pub(super) fn line(text: &mut Vec<u8>, value: &impl Serialize) {
    if serde_json::to_writer(&mut *text, value).is_ok() {
        text.push(b'\n');
    }
}

/// `/games/{id}/stream`: the game first, then again whenever it changes, until
/// it is over.
pub(super) async fn game(State(app): State<App>, caller: Caller, Id(id): Id) -> Response {
    let (asking, wanted) = (caller.clone(), id.clone());
    let found = app.db.read(move |tx| {
        let me = asking.bearer(tx)?;
        read::one(tx, &me, &wanted).map(|_| me.player_id)
    });
    let opened =
        found.await.and_then(|player_id| Ok((Streams::begin(&app, &player_id)?, player_id)));
    match opened {
        Ok((open, player_id)) => {
            let one = One { app: app.clone(), caller, id, shown: None, open };
            follow(&app, &player_id, one)
        }
        Err(problem) => problem.into_response(),
    }
}

/// Who follows one game.
struct One {
    app: App,
    caller: Caller,
    id: String,
    shown: Option<Game>,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: Open,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Game { game: &'a Game },
}

impl Follower for One {
    const MANNER: Manner = LINES;

    async fn look(&mut self) -> Result<Said, &'static str> {
        let id = self.id.clone();
        let game = look(&self.app, &self.caller, move |tx, me| read::one(tx, me, &id)).await?;
        if self.shown.as_ref() == Some(&game) {
            return Ok(Said::Nothing);
        }
        let mut text = Vec::new();
        line(&mut text, &Line::Game { game: &game });
        let over = game.ending.is_some();
        self.shown = Some(game);
        Ok(if over { Said::Last(text) } else { Said::News(text) })
    }
}
