//! Secrets of machines, as they are stored: encrypted.

use super::is_answered_for;
use crate::{Result, Tx};

/// Returns the encrypted signing secret or key that opens a machine's connection.
pub fn secret(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT secret FROM machine WHERE player_id = $1", id);
    Ok(found.and_then(|(secret,)| secret))
}

/// Replaces it.
pub fn set_secret(tx: &mut Tx<'_>, id: &str, sealed: Option<&str>) -> Result<()> {
    is_answered_for(tx, id)?;
    run!(tx, "UPDATE machine SET secret = $2 WHERE player_id = $1", id, sealed);
    Ok(())
}
