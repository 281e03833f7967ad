//! The streams that each machine has open in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use luna_app::StreamPlace;

/// The number of streams that a machine may have open. The last place is for one of everything.
pub(super) const MOST_STREAMS: usize = 50;

#[derive(Debug, Default)]
pub(crate) struct Streams(Mutex<HashMap<String, Vec<Arc<StreamKind>>>>);

#[derive(Debug, PartialEq, Eq)]
enum StreamKind {
    Everything,
    /// A token has one stream of each seat.
    Game {
        token: String,
        seat: String,
    },
}

/// A stream, until it is dropped.
pub(super) struct StreamGuard {
    streams: Arc<Streams>,
    player_id: String,
    kind: Arc<StreamKind>,
    #[expect(dead_code, reason = "gives its place back when it is dropped")]
    admission: StreamPlace,
}

/// The limit that a machine has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamLimit {
    Streams,
    GameStreams,
}

impl Streams {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<StreamKind>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of streams that a machine has open.
    pub(super) fn open(&self, player_id: &str) -> usize {
        self.all().get(player_id).map_or(0, Vec::len)
    }

    /// Opens a stream of everything. Streams of games leave room for it.
    pub(super) fn open_all(
        self: &Arc<Self>,
        player_id: &str,
        admission: StreamPlace,
    ) -> Result<StreamGuard, StreamLimit> {
        let mut all = self.all();
        let open = all.entry(player_id.to_owned()).or_default();
        let everything = open.iter().filter(|it| ***it == StreamKind::Everything).count();
        if everything >= MOST_STREAMS {
            return Err(StreamLimit::Streams);
        }
        let kind = Arc::new(StreamKind::Everything);
        open.push(Arc::clone(&kind));
        let (streams, player_id) = (Arc::clone(self), player_id.to_owned());
        Ok(StreamGuard { streams, player_id, kind, admission })
    }

    /// Opens a stream of one game and ends the one that the token had open of it. Also returns
    /// true if there was one.
    pub(super) fn open_game(
        self: &Arc<Self>,
        player_id: &str,
        token: &str,
        seat: &str,
        admission: StreamPlace,
    ) -> Result<(StreamGuard, bool), StreamLimit> {
        let kind = Arc::new(StreamKind::Game { token: token.to_owned(), seat: seat.to_owned() });
        let mut all = self.all();
        let open = all.entry(player_id.to_owned()).or_default();
        let before = open.iter_mut().find(|it| **it == kind);
        let replaced = before.is_some();
        if let Some(before) = before {
            *before = Arc::clone(&kind);
        } else {
            let games = open.iter().filter(|it| ***it != StreamKind::Everything).count();
            if games >= MOST_STREAMS - 1 {
                return Err(StreamLimit::GameStreams);
            }
            if open.len() >= MOST_STREAMS {
                return Err(StreamLimit::Streams);
            }
            open.push(Arc::clone(&kind));
        }
        let (streams, player_id) = (Arc::clone(self), player_id.to_owned());
        Ok((StreamGuard { streams, player_id, kind, admission }, replaced))
    }
}

impl StreamGuard {
    /// Returns true if no other stream has taken this one's place.
    pub(super) fn is_current(&self) -> bool {
        let all = self.streams.all();
        let open = all.get(&self.player_id);
        open.is_some_and(|open| open.iter().any(|it| Arc::ptr_eq(it, &self.kind)))
    }
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        let mut all = self.streams.all();
        let Some(open) = all.get_mut(&self.player_id) else { return };
        open.retain(|it| !Arc::ptr_eq(it, &self.kind));
        if open.is_empty() {
            all.remove(&self.player_id);
        }
    }
}
