//! A few values that belong to the instance.

use crate::{Result, Tx};

pub fn get(tx: &mut Tx<'_>, name: &str) -> Result<Option<String>> {
    let found: Option<(String,)> = row!(tx, "SELECT value FROM setting WHERE name = $1", name);
    Ok(found.map(|(value,)| value))
}

pub fn set(tx: &mut Tx<'_>, name: &str, value: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO setting (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
    );
    Ok(())
}

pub fn clear(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    run!(tx, "DELETE FROM setting WHERE name = $1", name);
    Ok(())
}
