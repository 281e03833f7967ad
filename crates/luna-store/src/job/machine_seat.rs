//! The job `machine_seat`.

use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A machine takes the seat of a game to which nobody has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSeat {
    pub game: String,
}

impl JobSpec for MachineSeat {
    const KIND: &str = "machine_seat";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::queue(tx)?;
        locks::game(tx, &self.game)
    }
}
