//! The job `deadline`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::error::Result;
use crate::game::load;
use crate::tx::Tx;

/// A player is reminded, or their seat emptied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    pub seat: String,
    #[serde(default)]
    pub reminded: bool,
}

impl JobSpec for Deadline {
    const KIND: &str = "deadline";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        load::lock_around(tx, &self.seat)
    }
}
