//! Sightings: where players come from, on their way from requests to the table of places.
//!
//! Each place of a player is written once in half a day. In between, only a fingerprint of it stays
//! in memory, under a key that this process makes up.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher as _;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// A place is written again after this time.
const RENEWED_MS: i64 = 12 * 3_600_000;
/// Players who may wait for their places to be written.
const MOST_WAITING: usize = 20_000;

/// Where a request comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whereabouts {
    /// The network, unless people of one network may meet on this instance.
    pub network: Option<IpAddr>,
    /// The hash of the browser's cookie.
    pub browser: Option<String>,
}

/// The sightings of this process.
#[derive(Debug, Default)]
pub struct Sightings(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    hasher: RandomState,
    /// When each place of a player, as a fingerprint, was written.
    written: HashMap<u64, i64>,
    waiting: BTreeMap<String, Vec<Whereabouts>>,
}

impl State {
    fn fingerprint(&self, player_id: &str, place: &Whereabouts) -> u64 {
        self.hasher.hash_one((player_id, place.network, place.browser.as_deref()))
    }

    fn is_written(&self, player_id: &str, place: &Whereabouts, now: i64) -> bool {
        let at = self.written.get(&self.fingerprint(player_id, place));
        at.is_some_and(|at| is_fresh(*at, now))
    }
}

impl Sightings {
    /// Records that a player was somewhere, to be written by [`place_writer`](crate::jobs::place_writer).
    pub fn note(&self, player_id: &str, place: &Whereabouts, now: i64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = state.waiting.len() >= MOST_WAITING && !state.waiting.contains_key(player_id);
        if full || *place == Whereabouts::default() || state.is_written(player_id, place, now) {
            return;
        }
        let places = state.waiting.entry(player_id.to_owned()).or_default();
        if !places.contains(place) {
            places.push(place.clone());
        }
    }

    /// Returns true if nothing has to be written before this player is paired.
    pub fn is_written(&self, player_id: &str, place: &Whereabouts, now: i64) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *place == Whereabouts::default() || state.is_written(player_id, place, now)
    }

    pub(crate) fn take(&self) -> Vec<(String, Vec<Whereabouts>)> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.waiting).into_iter().collect()
    }

    pub(crate) fn mark_written(&self, player_id: &str, places: &[Whereabouts], now: i64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for place in places {
            let fingerprint = state.fingerprint(player_id, place);
            state.written.insert(fingerprint, now);
        }
    }

    pub(crate) fn sweep(&self, now: i64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.written.retain(|_, at| is_fresh(*at, now));
    }
}

/// A place may have been written a little after a request that asks for it began.
fn is_fresh(written_at: i64, now: i64) -> bool {
    (now - written_at).abs() < RENEWED_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(network: [u8; 4], browser: &str) -> Whereabouts {
        Whereabouts { network: Some(network.into()), browser: Some(browser.to_owned()) }
    }

    #[test]
    fn a_place_is_written_once_in_half_a_day() {
        let sightings = Sightings::default();
        let home = at([192, 0, 2, 1], "firefox");
        sightings.note("ann", &home, 0);
        sightings.note("ann", &home, 1);
        sightings.note("ann", &Whereabouts::default(), 1);
        assert_eq!(sightings.take(), [("ann".to_owned(), vec![home.clone()])]);
        sightings.mark_written("ann", std::slice::from_ref(&home), 1);
        sightings.note("ann", &home, RENEWED_MS);
        assert!(sightings.take().is_empty());
        assert!(sightings.is_written("ann", &home, RENEWED_MS));
        assert!(sightings.is_written("ann", &home, 0), "a request that began before");
        assert!(!sightings.is_written("bob", &home, RENEWED_MS));
        sightings.note("ann", &home, RENEWED_MS + 1);
        assert_eq!(sightings.take().len(), 1);
        sightings.sweep(RENEWED_MS + 1);
        assert!(sightings.0.lock().unwrap().written.is_empty());
    }
}
