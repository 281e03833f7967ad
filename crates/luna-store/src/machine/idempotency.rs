//! Receipts make requests idempotent: one that is sent again, because the response was lost, is not
//! done twice. They contain nothing that players write.

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "receipt",
    key: &["player_id", "key"],
    columns: &[(
        Class::Withheld(reason::INTERNAL),
        &["player_id", "key", "request", "status", "subject_id", "at"],
    )],
    erasure: Erasure::Erased(forget),
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// A hash of what was asked.
    pub request: String,
    pub status: i64,
    /// The id of the game or task it was about.
    pub subject_id: String,
}

pub fn find(tx: &mut Tx<'_>, player_id: &str, key: &str) -> Result<Option<Receipt>> {
    let found: Option<(String, i64, String)> = row!(
        tx,
        "SELECT request, status, subject_id FROM receipt WHERE player_id = $1 AND key = $2",
        player_id,
        key,
    );
    Ok(found.map(|(request, status, subject_id)| Receipt { request, status, subject_id }))
}

/// [`crate::tx::error::Error::Conflict`] when the same request is being answered elsewhere.
pub fn keep(
    tx: &mut Tx<'_>,
    player_id: &str,
    key: &str,
    receipt: &Receipt,
    now: i64,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO receipt (player_id, key, request, status, subject_id, at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        player_id,
        key,
        receipt.request,
        receipt.status,
        receipt.subject_id,
        now,
    );
    Ok(())
}

pub fn sweep(tx: &mut Tx<'_>, before: i64) -> Result<()> {
    run!(tx, "DELETE FROM receipt WHERE at < $1", before);
    Ok(())
}

/// Deletes the receipts of an erased player.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM receipt WHERE player_id = $1", player_id);
    Ok(())
}
