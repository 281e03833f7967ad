//! The job `notify`.

use serde::{Deserialize, Serialize};

use super::spec::JobSpec;
use crate::tx::Tx;
use crate::tx::error::Result;

/// A player is written to about their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notify {
    pub player: String,
}

impl JobSpec for Notify {
    const KIND: &str = "notify";

    fn lock(&self, tx: &mut Tx<'_>) -> Result<()> {
        lock_notices(tx, &self.player)
    }
}

/// Holds a player, who is noted to have been mailed, and what there is to tell.
pub(crate) fn lock_notices(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", player_id)?;
    // In the order in which they are written.
    tx.lock(
        "SELECT 1 FROM notice WHERE player_id = $1 ORDER BY subject_id, kind FOR UPDATE",
        player_id,
    )
}
