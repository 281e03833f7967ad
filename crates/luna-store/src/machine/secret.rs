//! Secrets of machines, as they are stored: encrypted.

use super::owner::require_active_owner_of;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Returns the encrypted signing secret or key that opens a machine's connection.
pub fn secret(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT secret FROM machine WHERE player_id = $1", id);
    Ok(found.and_then(|(secret,)| secret))
}

/// Replaces it.
pub fn set_secret(tx: &mut Tx<'_>, id: &str, sealed: Option<&str>) -> Result<()> {
    require_active_owner_of(tx, id)?;
    run!(tx, "UPDATE machine SET secret = $2 WHERE player_id = $1", id, sealed);
    Ok(())
}

/// Returns how many machines have left a secret, which only the instance's own opens.
pub fn count_secrets(tx: &mut Tx<'_>) -> Result<i64> {
    let found: Option<(i64,)> = row!(tx, "SELECT count(*) FROM machine WHERE secret IS NOT NULL");
    Ok(found.map_or(0, |(count,)| count))
}
