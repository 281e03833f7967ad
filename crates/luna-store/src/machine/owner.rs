//! Owners of machines. A ban or an erasure takes all machines of an owner along, so until it is
//! done none of theirs is registered or changed.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Locks the machines of an owner, before any other lock: decisions that depend on their number are
/// made one after the other.
pub fn lock_all_of(tx: &mut Tx<'_>, owner_id: &str) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1955, hashtext(current_schema()::TEXT || $1))", owner_id)
}

/// [`Error::NotFound`] if the owner is banned or erased by now. House machines have no owner.
pub(super) fn require_active_owner(tx: &mut Tx<'_>, owner_id: Option<&str>) -> Result<()> {
    let Some(owner_id) = owner_id else { return Ok(()) };
    lock_all_of(tx, owner_id)?;
    let here: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE id = $1 AND banned_at IS NULL AND erased_at IS NULL",
        owner_id,
    );
    here.map(drop).ok_or(Error::NotFound)
}

/// [`require_active_owner`] of this machine.
pub(crate) fn require_active_owner_of(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT owner_id FROM machine WHERE player_id = $1", id);
    let (owner_id,) = found.ok_or(Error::NotFound)?;
    require_active_owner(tx, owner_id.as_deref())
}
