//! The job `notify`.

use serde::{Deserialize, Serialize};

use super::{JobSpec, Queue};
use crate::{Result, Tx, mail};

/// A player is written to about their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "notify")]
pub struct Notify {
    pub player: String,
}

impl JobSpec for Notify {
    const KIND: &str = "notify";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        mail::hold_notices(tx, &self.player)
    }
}
