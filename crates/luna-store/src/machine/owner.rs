//! Owners of machines. A ban or an erasure takes all machines of an owner along, so until it is
//! done none of theirs is registered or changed.

use crate::error::{Error, Result};
use crate::tx::Tx;

/// Holds the machines of an owner, before anything else is held: what is decided by how many
/// there are is decided by one after the other.
pub fn hold_all_of(tx: &mut Tx<'_>, owner_id: &str) -> Result<()> {
    tx.hold("SELECT pg_advisory_xact_lock(1955, hashtext($1))", owner_id)
}

/// [`Error::NotFound`] if they are banned or erased by now. For what comes with Luna
/// nobody answers.
pub(super) fn answers(tx: &mut Tx<'_>, owner_id: Option<&str>) -> Result<()> {
    let Some(owner_id) = owner_id else { return Ok(()) };
    hold_all_of(tx, owner_id)?;
    let here: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE id = $1 AND banned_at IS NULL AND erased_at IS NULL",
        owner_id,
    );
    here.map(drop).ok_or(Error::NotFound)
}

/// The same for the owner of a machine.
pub(crate) fn is_answered_for(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT owner_id FROM machine WHERE player_id = $1", id);
    let (owner_id,) = found.ok_or(Error::NotFound)?;
    answers(tx, owner_id.as_deref())
}
