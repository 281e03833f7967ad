//! The job `machine_turn`.

use luna_core::game::Seat;
use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};
use crate::error::Result;
use crate::game::load;
use crate::tx::Tx;

/// A machine's move comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTurn {
    pub game: String,
    pub seat: Seat,
    pub paced_ms: i64,
}

impl JobSpec for MachineTurn {
    const KIND: &str = "machine_turn";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        load::lock(tx, &self.game)
    }
}
