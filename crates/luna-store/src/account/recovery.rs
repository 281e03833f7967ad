//! Recovery codes: a guest's way back in. Only the hash of a code is kept.

use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "recovery",
    key: &["player_id"],
    columns: &[
        (Class::Withheld(reason::SECRET), &["code_hash"]),
        (Class::Exported, &["player_id", "made_at"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// Gives a player a new code, which replaces the one before.
pub fn set(tx: &mut Tx<'_>, player_id: &str, hash: &str, now: i64) -> Result<()> {
    player::require_here(tx, player_id)?;
    run!(
        tx,
        "INSERT INTO recovery (player_id, code_hash, made_at) VALUES ($1, $2, $3)
         ON CONFLICT (player_id) DO UPDATE SET code_hash = excluded.code_hash,
             made_at = excluded.made_at",
        player_id,
        hash,
        now,
    );
    Ok(())
}

/// Spends a guest's code and returns its player; [`Error::NotFound`] if there is none. An account
/// has no code. The guest is locked, so that a sign-up meanwhile ends what comes of this.
pub fn spend(tx: &mut Tx<'_>, hash: &str) -> Result<String> {
    let found: Option<(String,)> =
        row!(tx, "SELECT player_id FROM recovery WHERE code_hash = $1", hash);
    let (player_id,) = found.ok_or(Error::NotFound)?;
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", &player_id)?;
    if player::find(tx, &player_id)?.email.is_some() {
        return Err(Error::NotFound);
    }
    let spent: Option<(String,)> =
        row!(tx, "DELETE FROM recovery WHERE code_hash = $1 RETURNING player_id", hash);
    Ok(spent.ok_or(Error::NotFound)?.0)
}

/// Returns the time at which a player's code was made, if they have one.
pub fn made_at(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<i64>> {
    let made: Option<(i64,)> =
        row!(tx, "SELECT made_at FROM recovery WHERE player_id = $1", player_id);
    Ok(made.map(|(at,)| at))
}

/// From now on no code opens this player.
pub fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM recovery WHERE player_id = $1", player_id);
    Ok(())
}
