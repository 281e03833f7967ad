//! Who is at a page or stream of theirs. Somebody who owes a move and has gone
//! is not waited for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use luna_store as store;

use crate::Instance;

/// When this process last saw each player who was here of late.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, i64>>);

/// Written in one piece of work at the most.
const NOTED_AT_ONCE: usize = 200;

impl Presence {
    /// Notes that a player has asked for something.
    pub fn note(&self, player_id: &str, now: i64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get_mut(player_id) {
            Some(last) => *last = (*last).max(now),
            None => drop(seen.insert(player_id.to_owned(), now)),
        }
    }

    /// When a player was last seen here: now, while one of their pages is open.
    pub(crate) fn seen(&self, app: &Instance, player_id: &str) -> Option<i64> {
        if app.open_streams.has(player_id) {
            return Some(app.now());
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(player_id).copied()
    }

    /// Everyone who was here since, and forgets the others.
    fn since(&self, app: &Instance, then: i64) -> Vec<String> {
        let mut all = app.open_streams.players();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, last| *last >= then);
        all.extend(seen.keys().cloned());
        drop(seen);
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Writes down who is here, for the other processes of the instance and for this
/// one when it has started again.
pub(crate) async fn keep_noting(app: &Instance) {
    let every_ms = (app.settings.timing.silence_ms / 4).clamp(1_000, 60_000);
    let every = Duration::from_millis(every_ms.unsigned_abs());
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(every) => {}
        }
        let now = app.now();
        let here = app.presence.since(app, now - 2 * every_ms);
        for some in here.chunks(NOTED_AT_ONCE) {
            let some = some.to_vec();
            let noted = app.db.write(move |tx| store::game::note_here(tx, now, &some)).await;
            if let Err(error) = noted {
                tracing::warn!(?error, "could not note who is here");
                break;
            }
        }
    }
}
