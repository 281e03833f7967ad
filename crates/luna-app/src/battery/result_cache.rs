//! Results that a process has computed, so that a page that nobody's score has changed costs one read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use luna_store::{self as store, Tx, topic};

use super::results::{BatteryResult, Sat, of_form, of_player};
use crate::error::Error;
use crate::instance::Instance;

/// Sittings that belong together on a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sittings {
    /// The latest of each player, by the letter of the form.
    OfForm(String),
    /// The latest of each form, by the player's id.
    OfPlayer(String),
}

/// The cache of an instance.
pub fn cache(app: &Instance) -> Arc<ResultCache> {
    app.memory.get()
}

/// What the cache has for some sittings.
#[derive(Debug)]
pub enum Lookup {
    Hit(Vec<Arc<BatteryResult>>),
    /// They have to be computed, with [`ResultCache::results`].
    Miss(Miss),
}

/// Sittings as they were when the topic of results had a number.
#[derive(Debug)]
pub struct Miss {
    sittings: Sittings,
    seq: i64,
    sat: Vec<Sat>,
}

/// The results of an instance that this process has computed.
#[derive(Debug, Default)]
pub struct ResultCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    /// With the number that the topic of results had.
    by_sittings: HashMap<Sittings, (i64, Vec<Arc<BatteryResult>>)>,
    /// By everything that a result depends on: most answers are not in most sittings.
    by_fingerprint: HashMap<String, Arc<BatteryResult>>,
}

/// The most that is kept of each kind, of some hundred bytes for each sitting.
const MOST: usize = 2_000;

impl ResultCache {
    /// Looks up results as they are now.
    pub fn look_up(&self, tx: &mut Tx<'_>, sittings: Sittings) -> store::Result<Lookup> {
        // Before the answers: if they are newer than the number, they are only read once too often.
        let seq = topic::seq(tx, store::battery::RESULTS)?;
        if let Some((of, results)) = self.lock().by_sittings.get(&sittings)
            && *of == seq
        {
            return Ok(Lookup::Hit(results.clone()));
        }
        let sat = match &sittings {
            Sittings::OfForm(letter) => of_form(tx, letter)?,
            Sittings::OfPlayer(id) => of_player(tx, id)?,
        };
        Ok(Lookup::Miss(Miss { sittings, seq, sat }))
    }

    /// The results, of which those that have changed are computed beside the requests of others.
    pub async fn results(
        self: &Arc<Self>,
        lookup: Lookup,
    ) -> Result<Vec<Arc<BatteryResult>>, Error> {
        let miss = match lookup {
            Lookup::Hit(results) => return Ok(results),
            Lookup::Miss(miss) => miss,
        };
        let cache = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || cache.compute(miss)).await;
        done.map_err(|error| Error::Store(store::Error::Database(error.into())))?
    }

    fn compute(&self, miss: Miss) -> Result<Vec<Arc<BatteryResult>>, Error> {
        let Miss { sittings, seq, sat } = miss;
        let results: Vec<Arc<BatteryResult>> =
            sat.into_iter().map(|sat| self.result(sat)).collect::<Result<_, _>>()?;
        let mut entries = self.lock();
        if entries.by_sittings.len() >= MOST {
            entries.by_sittings.clear();
        }
        entries.by_sittings.insert(sittings, (seq, results.clone()));
        Ok(results)
    }

    fn result(&self, sat: Sat) -> Result<Arc<BatteryResult>, Error> {
        let fingerprint = sat.fingerprint();
        if let Some(known) = self.lock().by_fingerprint.get(&fingerprint) {
            return Ok(Arc::clone(known));
        }
        let result = Arc::new(sat.compute()?);
        let mut entries = self.lock();
        if entries.by_fingerprint.len() >= MOST {
            entries.by_fingerprint.clear();
        }
        entries.by_fingerprint.insert(fingerprint, Arc::clone(&result));
        Ok(result)
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
