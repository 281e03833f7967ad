//! What a process keeps in memory of contests that are under way, so that a key costs few reads.
//!
//! Nothing here is more than a copy: a contest is read again when its version has changed, and of a
//! conversation what has been typed since.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use luna_store::Tx;
use luna_store::contest::keystroke::{self, ConversationPlace};
use luna_store::contest::record;

use super::state::State;
use super::talk::Talk;
use crate::error::Error;
use crate::instance::Instance;

/// The contests that this process knows.
#[derive(Default)]
pub struct ContestCache(Mutex<HashMap<String, CachedContest>>);

struct CachedContest {
    state: Arc<State>,
    talks: HashMap<ConversationPlace, Arc<Talk>>,
}

/// The contests that this process of an instance knows.
pub fn cache(app: &Instance) -> Arc<ContestCache> {
    app.memory.get()
}

/// The most contests that are kept.
const MOST: usize = 256;

impl ContestCache {
    /// A contest as it is now. What a transaction reads is kept with [`ContestCache::keep`] once
    /// it is certain to be stored.
    pub fn state(&self, tx: &mut Tx<'_>, id: &str) -> Result<Arc<State>, Error> {
        let version = record::version(tx, id)?;
        self.state_at(tx, id, version)
    }

    /// The same for a version that has just been read.
    pub fn state_at(&self, tx: &mut Tx<'_>, id: &str, version: i64) -> Result<Arc<State>, Error> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(id).map(|known| Arc::clone(&known.state));
        drop(all);
        match known.filter(|state| state.record.version == version) {
            Some(state) => Ok(state),
            None => Ok(Arc::new(State::read(tx, id)?)),
        }
    }

    /// A conversation as it is now.
    pub fn talk(
        &self,
        tx: &mut Tx<'_>,
        state: &State,
        place: &ConversationPlace,
    ) -> Result<Talk, Error> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(&place.contest_id);
        let known = known.filter(|known| known.state.record.version == state.record.version);
        let talk = known.and_then(|known| known.talks.get(place)).map(Arc::clone);
        drop(all);
        let mut talk = talk.map(|talk| Talk::clone(&talk)).unwrap_or_default();
        talk.extend(keystroke::since(tx, place, talk.next_numbers())?);
        Ok(talk)
    }

    /// Keeps a contest that has been read, with one of its conversations.
    pub fn keep(&self, state: Arc<State>, talk: Option<(ConversationPlace, Talk)>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > MOST && !all.contains_key(&state.record.id) {
            all.clear();
        }
        let version = state.record.version;
        let id = state.record.id.clone();
        let known = all
            .entry(id)
            .or_insert_with(|| CachedContest { state: Arc::clone(&state), talks: HashMap::new() });
        if known.state.record.version < version {
            *known = CachedContest { state, talks: HashMap::new() };
        } else if known.state.record.version > version {
            return;
        }
        if let Some((place, talk)) = talk {
            let kept = known.talks.entry(place).or_default();
            Arc::make_mut(kept).merge(&talk);
        }
    }
}
