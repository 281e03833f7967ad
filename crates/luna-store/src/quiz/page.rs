//! Pages of an encyclopedia, each about an answer. The search machine reads them beside tossups.

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_page",
    key: &["id"],
    columns: &[(Class::NotPersonal, &["id", "source_id", "title", "text"])],
    erasure: Erasure::NotPersonal,
};

record! {
    /// A page, or its beginning.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Page {
        pub id: String,
        pub source_id: String,
        /// The answer that it is about.
        pub title: String,
        pub text: String,
    }
}

pub fn add(tx: &mut Tx<'_>, page: &Page) -> Result<()> {
    run!(
        tx,
        "INSERT INTO quiz_page (id, source_id, title, text) VALUES ($1, $2, $3, $4)",
        page.id,
        page.source_id,
        page.title,
        page.text,
    );
    Ok(())
}

/// Pages in the order of their ids, after an id.
pub fn page(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<Page>> {
    Ok(rows!(
        tx,
        "SELECT id, source_id, title, text FROM quiz_page WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit,
    ))
}

/// Removes the pages of a source.
pub fn remove_of_source(tx: &mut Tx<'_>, source_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM quiz_page WHERE source_id = $1", source_id);
    Ok(())
}
