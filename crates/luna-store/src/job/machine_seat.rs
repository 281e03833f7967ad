//! The job `machine_seat`.

use serde::{Deserialize, Serialize};

use super::{JobSpec, Queue};
use crate::{Result, Tx, game};

/// A machine takes the seat of a game to which nobody has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "machine_seat")]
pub struct MachineSeat {
    pub game: String,
}

impl JobSpec for MachineSeat {
    const KIND: &str = "machine_seat";
    const QUEUE: Queue = Queue::Work;

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        game::hold_queue(tx)?;
        game::hold(tx, &self.game)
    }
}
