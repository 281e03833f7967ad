//! Addresses that guests leave for one game. Mails about that game go there and nothing else does. An
//! address is deleted with the game's last mail, or when the game is over without one.

use serde_json::{Value, json};

use super::record::require_here;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "seat_address",
    key: &["seat_id"],
    columns: &[
        (Class::Exported, &["seat_id", "player_id", "email", "left_at"]),
        (Class::NotPersonal, &["over_at"]),
    ],
    erasure: Erasure::Erased(forget_all),
};

/// Keeps the address for a game. A later one takes its place.
pub fn set(tx: &mut Tx<'_>, seat_id: &str, player_id: &str, email: &str, now: i64) -> Result<()> {
    require_here(tx, player_id)?;
    run!(
        tx,
        "INSERT INTO seat_address (seat_id, player_id, email, left_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (seat_id) DO UPDATE SET email = excluded.email, left_at = excluded.left_at",
        seat_id,
        player_id,
        email,
        now,
    );
    Ok(())
}

/// Returns true if there is an address for a game.
pub fn is_set(tx: &mut Tx<'_>, seat_id: &str) -> Result<bool> {
    let found: Option<(String,)> =
        row!(tx, "SELECT seat_id FROM seat_address WHERE seat_id = $1", seat_id);
    Ok(found.is_some())
}

/// The game is over: the address stays until its last mail has gone.
pub(crate) fn end(tx: &mut Tx<'_>, seat_id: &str, now: i64) -> Result<()> {
    run!(tx, "UPDATE seat_address SET over_at = $2 WHERE seat_id = $1", seat_id, now);
    Ok(())
}

/// Deletes the address for a game, and the mails that were to go there.
pub fn forget(tx: &mut Tx<'_>, seat_id: &str) -> Result<()> {
    let unsent: Vec<(String,)> =
        rows!(tx, "SELECT id FROM mail WHERE about = $1 AND sent_at IS NULL", seat_id);
    // In the order in which a mail is sent.
    for (id,) in unsent {
        run!(tx, "DELETE FROM job WHERE id = $1", format!("mail:{id}"));
        run!(tx, "DELETE FROM mail WHERE id = $1", id);
    }
    run!(tx, "DELETE FROM seat_address WHERE seat_id = $1", seat_id);
    Ok(())
}

/// Deletes all addresses of a player: they have been erased, or have confirmed the address of an
/// account.
pub(crate) fn forget_all(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let seats: Vec<(String,)> =
        rows!(tx, "SELECT seat_id FROM seat_address WHERE player_id = $1", player_id);
    seats.iter().try_for_each(|(seat_id,)| forget(tx, seat_id))
}

/// Deletes addresses for games that were over before a time, whose last mail could not be sent.
/// Returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<i64> {
    let seats: Vec<(String,)> = rows!(
        tx,
        "SELECT seat_id FROM seat_address WHERE over_at < $1 ORDER BY over_at LIMIT $2",
        before,
        limit,
    );
    let count = i64::try_from(seats.len()).unwrap_or(limit);
    seats.iter().try_for_each(|(seat_id,)| forget(tx, seat_id))?;
    Ok(count)
}

/// For the player's download.
pub(crate) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Value> {
    let rows: Vec<(String, String, i64)> = rows!(
        tx,
        "SELECT seat_id, email, left_at FROM seat_address WHERE player_id = $1 ORDER BY left_at, seat_id",
        player_id,
    );
    let address = |(game, email, at)| json!({ "game": game, "address": email, "at": at });
    Ok(rows.into_iter().map(address).collect())
}
