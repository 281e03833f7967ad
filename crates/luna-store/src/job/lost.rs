//! The job `lost`.

use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A machine has lost a game for its partner, perhaps one too many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineForfeit {
    pub machine: String,
    pub why: String,
}

impl JobSpec for MachineForfeit {
    const KIND: &str = "lost";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::machine(tx, &self.machine)
    }
}
