//! The job `pair`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::error::Result;
use crate::game::{load, queue};
use crate::tx::Tx;

/// A game that was put back into the queue finds a partner who may be waiting already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "pair")]
pub struct Pair {
    pub game: String,
}

impl JobSpec for Pair {
    const KIND: &str = "pair";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        queue::lock_queue(tx)?;
        load::lock(tx, &self.game)
    }
}
