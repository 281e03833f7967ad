//! The job `deadline`.

use serde::{Deserialize, Serialize};

use super::{JobSpec, Queue};
use crate::{Result, Tx, game};

/// A player is reminded, or their seat emptied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "deadline")]
pub struct Deadline {
    pub seat: String,
    #[serde(default)]
    pub reminded: bool,
}

impl JobSpec for Deadline {
    const KIND: &str = "deadline";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        game::hold_around(tx, &self.seat)
    }
}
