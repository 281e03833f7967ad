//! Reading all rows of a table, some at a time.

use luna_store::{Result, Tx};

/// Rows read at a time.
const PAGE: i64 = 2_000;

/// Gives `each` all rows in the order of their keys. `page` reads some rows after a key.
pub(super) fn walk<T>(
    tx: &mut Tx<'_>,
    page: impl Fn(&mut Tx<'_>, &str, i64) -> Result<Vec<T>>,
    key: impl Fn(&T) -> &str,
    mut each: impl FnMut(T),
) -> Result<()> {
    let mut after = String::new();
    loop {
        let rows = page(tx, &after, PAGE)?;
        let Some(last) = rows.last() else { return Ok(()) };
        key(last).clone_into(&mut after);
        rows.into_iter().for_each(&mut each);
    }
}
