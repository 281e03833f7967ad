//! Releases: what tests publish, row by row. A row is in a release only if all of its authors agree, and they are
//! asked again each time. People have [pseudonyms](crate::release::pseudonym) there, or no name at all.

pub mod pseudonym;

use std::collections::BTreeMap;

use luna_store::{self as store, Tx};

/// A part of a release that is published whole or not at all.
pub(crate) trait Row {
    /// The people who wrote it; none if one of them is gone.
    fn authors(&self) -> Option<Vec<&str>>;

    /// Decides if a release may contain what one of its authors wrote.
    fn may_publish(&self, tx: &mut Tx<'_>, author: &str) -> store::Result<bool>;
}

/// Returns the rows of one release that all of their authors agree to publish.
pub(crate) fn agreed<R: Row>(tx: &mut Tx<'_>, rows: Vec<R>) -> store::Result<Vec<R>> {
    let mut answers: BTreeMap<String, bool> = BTreeMap::new();
    let mut agreed = Vec::new();
    for row in rows {
        let Some(authors) = row.authors() else { continue };
        let mut all = true;
        for author in authors {
            if !answers.contains_key(author) {
                answers.insert(author.to_owned(), row.may_publish(tx, author)?);
            }
            all &= answers.get(author) == Some(&true);
        }
        if all {
            agreed.push(row);
        }
    }
    Ok(agreed)
}
