//! The job `lost`.

use serde::{Deserialize, Serialize};

use super::{JobSpec, Queue};
use crate::{Result, Tx, machine};

/// A machine has lost a game for its partner, perhaps one too many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "lost")]
pub struct Lost {
    pub machine: String,
    pub why: String,
}

impl JobSpec for Lost {
    const KIND: &str = "lost";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        machine::hold(tx, &self.machine)
    }
}
