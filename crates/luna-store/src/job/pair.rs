//! The job `pair`.

use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::error::Result;
use crate::game::{load, queue};
use crate::tx::Tx;

/// A game in the queue finds a partner who may be waiting already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub game: String,
    /// No machine comes at once: that was drawn when the player asked. A second draw would bring more
    /// of them so soon, and tell them from people.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub people_only: bool,
}

impl JobSpec for Pair {
    const KIND: &str = "pair";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        queue::lock_queue(tx)?;
        load::lock(tx, &self.game)
    }
}
