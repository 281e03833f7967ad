//! The job `machine_turn`.

use luna_core::game::Seat;
use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A machine's move comes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTurn {
    pub game: String,
    pub seat: Seat,
    pub paced_ms: i64,
}

impl JobSpec for MachineTurn {
    const KIND: &str = "machine_turn";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::game(tx, &self.game)
    }
}
