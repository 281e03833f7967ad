//! Open event streams of pages and machines: their number is limited, and they show presence.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of streams that each player, and each address, has open in this process.
#[derive(Debug, Default)]
pub struct OpenStreams(Mutex<HashMap<String, usize>>);

/// The downloads of one player at the same time.
const MOST_DOWNLOADS: usize = 2;

/// A stream's place among them, until it is dropped.
#[derive(Debug)]
pub struct StreamPlace {
    streams: Arc<OpenStreams>,
    keys: Vec<String>,
}

impl OpenStreams {
    /// Admits a stream of an address and, if limited, of a player.
    pub fn admit(
        self: &Arc<OpenStreams>,
        (address, per_address): (IpAddr, usize),
        player: Option<(&str, usize)>,
    ) -> Option<StreamPlace> {
        let of_address = (format!("address {address}"), per_address);
        let of_player = player.map(|(id, most)| (format!("player {id}"), most));
        let limits: Vec<_> = of_player.into_iter().chain([of_address]).collect();
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = limits.iter().any(|(key, most)| open.get(key).is_some_and(|it| it >= most));
        if full {
            return None;
        }
        let keys: Vec<String> = limits.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *open.entry(key.clone()).or_default() += 1;
        }
        Some(StreamPlace { streams: Arc::clone(self), keys })
    }

    /// Admits a download of a player: two at once.
    pub fn admit_download(self: &Arc<OpenStreams>, player_id: &str) -> Option<StreamPlace> {
        let key = format!("download {player_id}");
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key.clone()).or_default();
        if *count >= MOST_DOWNLOADS {
            return None;
        }
        *count += 1;
        Some(StreamPlace { streams: Arc::clone(self), keys: vec![key] })
    }

    /// Returns true if a stream of this player is open.
    pub fn has(&self, player_id: &str) -> bool {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.contains_key(&format!("player {player_id}"))
    }

    /// The players with streams that are open.
    pub fn players(&self) -> Vec<String> {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.keys().filter_map(|key| key.strip_prefix("player ")).map(str::to_owned).collect()
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            let left = open.get(key).map_or(0, |count| count.saturating_sub(1));
            if left == 0 {
                open.remove(key);
            } else {
                open.insert(key.clone(), left);
            }
        }
    }
}
