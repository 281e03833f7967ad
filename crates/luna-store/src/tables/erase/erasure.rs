//! The erasure of a player.

use super::machines::{self, WHY};
use crate::discipline::context::Context;
use crate::game::leave::leave_all;
use crate::machine::lifecycle::kill_all_of;
use crate::machine::owner::lock_all_of;
use crate::tables;
use crate::tx::Tx;
use crate::tx::erasure_list::TOPIC;
use crate::tx::error::Result;
use crate::tx::table::Erasure;

/// Everything a person wrote and everything that names them goes; guesses and
/// what became of the games stay.
/// The id is in the [`crate::ErasureList`] before this is durable.
pub fn erase(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    erase_unlisted(tx, at, player_id)?;
    tx.list_erasure(player_id, at.now);
    Ok(())
}

pub(super) fn erase_unlisted(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    lock_all_of(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    kill_all_of(tx, at, player_id, WHY)?;
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR UPDATE", player_id)?;
    machines::forget(tx, at, player_id)?;
    // Backwards: what a row belongs to goes after the row.
    for table in tables::all(at.disciplines).rev() {
        match table.erasure {
            Erasure::Erased(erase) => erase(tx, player_id)?,
            Erasure::ErasedAt(erase) => erase(tx, player_id, at.now)?,
            Erasure::With(_) | Erasure::Stays(_) | Erasure::NotPersonal => {}
        }
    }
    tx.wake(TOPIC);
    Ok(())
}
