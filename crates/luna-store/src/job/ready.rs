//! The job `ready`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A check that a machine that is called is there, and that it waits for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    pub machine: String,
}

impl JobSpec for Ready {
    const KIND: &str = "ready";
    const QUEUE: Queue = Queue::Calls;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::machine(tx, &self.machine)
    }
}
