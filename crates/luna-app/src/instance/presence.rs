//! Presence: the players with an open page or stream. A partner does not wait for an absent player.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::instance::streams::OpenStreams;

/// The time at which this process last saw each recently present player.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, i64>>);

impl Presence {
    /// Records a request of a player.
    pub fn note(&self, player_id: &str, now: i64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get_mut(player_id) {
            Some(last) => *last = (*last).max(now),
            None => drop(seen.insert(player_id.to_owned(), now)),
        }
    }

    /// The time at which a player was last seen: now, while one of their pages is open.
    pub(crate) fn seen(&self, streams: &OpenStreams, player_id: &str, now: i64) -> Option<i64> {
        if streams.has(player_id) {
            return Some(now);
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(player_id).copied()
    }

    /// Returns everyone who was present since then, and forgets the others.
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
