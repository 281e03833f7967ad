//! A few values that belong to the instance.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "setting",
    key: &["name"],
    columns: &[(Class::NotPersonal, &["name", "value"])],
    erasure: Erasure::NotPersonal,
};

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

/// The value of this name, which is kept from the first time on.
pub fn keep_first(tx: &mut Tx<'_>, name: &str, value: &str) -> Result<String> {
    if let Some(kept) = get(tx, name)? {
        return Ok(kept);
    }
    // Another process may be first.
    run!(
        tx,
        "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        name,
        value,
    );
    get(tx, name)?.ok_or(Error::NotFound)
}

/// The name of what says since when the people of a database are made up.
pub const DEMO: &str = "demo";

/// The name of the random text that this instance salts passwords and signs cookies with.
pub const KEY: &str = "key";
