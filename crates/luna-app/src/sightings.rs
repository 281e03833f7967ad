//! Sightings: where players come from, on their way from requests to the table of places.
//!
//! Each place of a player is written once in half a day. In between, only a fingerprint of it stays
//! in memory, under a key that this process makes up.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher as _;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use luna_store::{self as store, place};

use crate::instance::Instance;
use crate::mac::mac;

/// A place is written again after this time.
const RENEWED_MS: i64 = 12 * 3_600_000;
/// Players whose places are written in one piece of work.
const AT_ONCE: usize = 50;
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
        at.is_some_and(|at| (0..RENEWED_MS).contains(&(now - at)))
    }
}

impl Sightings {
    /// Records that a player was somewhere, to be written by [`write_waiting`].
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

    fn take(&self) -> Vec<(String, Vec<Whereabouts>)> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.waiting).into_iter().collect()
    }

    fn mark_written(&self, player_id: &str, places: &[Whereabouts], now: i64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for place in places {
            let fingerprint = state.fingerprint(player_id, place);
            state.written.insert(fingerprint, now);
        }
    }

    fn sweep(&self, now: i64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.written.retain(|_, at| (0..RENEWED_MS).contains(&(now - *at)));
    }
}

/// The code of a place, which cannot be made without the key of the instance.
pub fn codes(key: &str, place: &Whereabouts) -> Vec<String> {
    let code = |letter: &str, what: &str, which: &str| {
        let bytes = mac(key, &["place", what, which]);
        let digits = bytes.iter().take(8).map(|byte| format!("{byte:02x}"));
        std::iter::once(letter.to_owned()).chain(digits).collect::<String>()
    };
    let network = place.network.map(|network| code("a", "address", &network.to_string()));
    let browser = place.browser.as_deref().map(|browser| code("b", "browser", browser));
    network.into_iter().chain(browser).collect()
}

/// Writes where one player is now, unless that has been done.
pub async fn write(
    app: &Instance,
    player_id: &str,
    place: &Whereabouts,
) -> Result<(), store::Error> {
    if app.sightings.is_written(player_id, place, app.now()) {
        return Ok(());
    }
    write_all(app, vec![(player_id.to_owned(), vec![place.clone()])]).await
}

/// Writes all sightings that wait to be written.
pub async fn write_waiting(app: &Instance) -> Result<(), store::Error> {
    let waiting = app.sightings.take();
    for some in waiting.chunks(AT_ONCE) {
        write_all(app, some.to_vec()).await?;
    }
    app.sightings.sweep(app.now());
    Ok(())
}

async fn write_all(
    app: &Instance,
    sightings: Vec<(String, Vec<Whereabouts>)>,
) -> Result<(), store::Error> {
    let (key, now) = (app.key().await?, app.now());
    let work = sightings.clone();
    app.db
        .write(move |tx| {
            for (player_id, places) in &work {
                let mut codes: Vec<String> =
                    places.iter().flat_map(|place| codes(&key, place)).collect();
                codes.sort_unstable();
                codes.dedup();
                match place::note(tx, player_id, &codes, now) {
                    // Nothing is written about somebody who has been erased meanwhile.
                    Err(store::Error::NotFound) => {}
                    noted => noted?,
                }
            }
            Ok::<_, store::Error>(())
        })
        .await?;
    for (player_id, places) in &sightings {
        app.sightings.mark_written(player_id, places, now);
    }
    Ok(())
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
        assert!(!sightings.is_written("bob", &home, RENEWED_MS));
        sightings.note("ann", &home, RENEWED_MS + 1);
        assert_eq!(sightings.take().len(), 1);
        sightings.sweep(RENEWED_MS + 1);
        assert!(sightings.0.lock().unwrap().written.is_empty());
    }

    #[test]
    fn a_code_needs_the_key_and_tells_addresses_from_browsers() {
        let home = at([192, 0, 2, 1], "192.0.2.1");
        let [address, browser] = codes("key", &home).try_into().unwrap();
        assert!(address.starts_with('a') && browser.starts_with('b'), "{address} {browser}");
        assert_ne!(address[1..], browser[1..]);
        assert_ne!(codes("another", &home)[0], address);
        assert_eq!(codes("key", &Whereabouts { browser: None, ..home }), [address]);
    }
}
