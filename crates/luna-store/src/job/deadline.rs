//! The job `deadline`.

use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};

/// A player is reminded, or their seat emptied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    pub seat: String,
    #[serde(default)]
    pub reminded: bool,
}

impl JobSpec for Deadline {
    const KIND: &str = "deadline";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        locks::game_around(tx, &self.seat)
    }
}
