//! Presence: the players with an open page or stream. A partner does not wait for a player who owes
//! a move and has gone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::streams::OpenStreams;

/// When this process last saw each player who was here of late.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, i64>>);

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
    pub(crate) fn seen(&self, streams: &OpenStreams, player_id: &str, now: i64) -> Option<i64> {
        if streams.has(player_id) {
            return Some(now);
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(player_id).copied()
    }

    /// Everyone who was here since, and forgets the others.
    pub(crate) fn since(&self, streams: &OpenStreams, then: i64) -> Vec<String> {
        let mut all = streams.players();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, last| *last >= then);
        all.extend(seen.keys().cloned());
        drop(seen);
        all.sort_unstable();
        all.dedup();
        all
    }
}
