//! The job `machine_seat`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::error::Result;
use crate::game::{load, queue};
use crate::tx::Tx;

/// A machine takes the seat of a game to which nobody has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSeat {
    pub game: String,
}

impl JobSpec for MachineSeat {
    const KIND: &str = "machine_seat";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        queue::lock_queue(tx)?;
        load::lock(tx, &self.game)
    }
}
