//! Locks of what several rooms write to, in the order in which they are taken (see [`crate::tx`]). Only
//! PostgreSQL needs them.

use super::Tx;
use crate::tx::error::Result;

/// Waits for those who are choosing partners.
pub(crate) fn blocks(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1951, hashtext(current_schema()::TEXT || $1))", "block")
}

/// Blocks stay as they are while a partner is chosen.
pub(crate) fn share_blocks(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock(
        "SELECT pg_advisory_xact_lock_shared(1951, hashtext(current_schema()::TEXT || $1))",
        "block",
    )
}

/// Those who wait for a partner are paired with each other, and with machines, by one at a time.
pub(crate) fn queue(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1951, hashtext(current_schema()::TEXT || $1))", "pairing")
}

/// Locks a machine: decisions that depend on its state, such as beginning a game or reserving
/// money, are made one after the other.
pub fn machine(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM machine WHERE player_id = $1 FOR NO KEY UPDATE", id)
}

pub(crate) fn game(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM game WHERE id = $1 FOR NO KEY UPDATE", id)
}

/// Locks the game that a seat is in now, no matter whose seat it is.
pub(crate) fn game_around(tx: &mut Tx<'_>, seat_id: &str) -> Result<()> {
    let mut locked = None;
    while !tx.is_exclusive() {
        let found: Option<(String,)> = row!(tx, "SELECT game_id FROM seat WHERE id = $1", seat_id);
        if found == locked {
            break;
        }
        if let Some((game_id,)) = &found {
            game(tx, game_id)?;
        }
        locked = found;
    }
    Ok(())
}
