//! The job `call`.

use luna_core::game::Seat;
use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A machine is called for its move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub game: String,
    pub seat: Seat,
}

impl JobSpec for Call {
    const KIND: &str = "call";
    const QUEUE: Queue = Queue::Calls;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::game(tx, &self.game)
    }
}
