//! The job `pair`.

use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A game in the queue finds a partner who may be waiting already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub game: String,
    /// No machine comes: that was drawn before. Where machines fill in, a second draw would bring more
    /// of them so soon, and tell them from people. Where they come as people meet, there was none for
    /// this game, and another draw would find none again.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub people_only: bool,
}

impl JobSpec for Pair {
    const KIND: &str = "pair";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::queue(tx)?;
        locks::game(tx, &self.game)
    }
}
