//! Sources: what was imported from where.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_source",
    key: &["id"],
    columns: &[(
        Class::NotPersonal,
        &[
            "id",
            "name",
            "format",
            "checksum",
            "licence",
            "imported_at",
            "tossups",
            "answers",
            "is_secret",
            "undone_at",
            "pages",
        ],
    )],
    erasure: Erasure::NotPersonal,
};

/// The topic that changes with tossups and answers.
pub const TOPIC: &str = "quiz";
/// The source of the questions that people of this instance have written.
pub const WRITTEN: &str = "written";
/// The source of the tossups and answers that come with Luna.
pub const SHIPPED: &str = "luna";

record! {
    /// A file that was imported, or what comes with Luna.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Source {
        pub id: String,
        pub name: String,
        pub format: String,
        pub checksum: String,
        pub licence: String,
        pub imported_at: i64,
        pub tossups: i64,
        pub answers: i64,
        /// Nobody outside of this instance has its questions.
        pub is_secret: bool,
        /// The time at which all that came from it was removed.
        pub undone_at: Option<i64>,
        pub pages: i64,
    }
}

/// Adds a source. Returns false if a file with the same content is there already.
pub fn add(tx: &mut Tx<'_>, source: &Source) -> Result<bool> {
    let added = run!(
        tx,
        "INSERT INTO quiz_source (id, name, format, checksum, licence, imported_at, tossups, answers,
                                  is_secret, pages)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
        source.id,
        source.name,
        source.format,
        source.checksum,
        source.licence,
        source.imported_at,
        source.tossups,
        source.answers,
        source.is_secret,
        source.pages,
    );
    if added > 0 {
        tx.touch(TOPIC);
    }
    Ok(added > 0)
}

/// All sources, the latest first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Source>> {
    Ok(rows!(
        tx,
        "SELECT id, name, format, checksum, licence, imported_at, tossups, answers, is_secret,
                undone_at, pages
         FROM quiz_source ORDER BY imported_at DESC, id",
    ))
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Source> {
    let found: Option<Source> = row!(
        tx,
        "SELECT id, name, format, checksum, licence, imported_at, tossups, answers, is_secret,
                undone_at, pages
         FROM quiz_source WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)
}

pub fn by_checksum(tx: &mut Tx<'_>, checksum: &str) -> Result<Option<Source>> {
    Ok(row!(
        tx,
        "SELECT id, name, format, checksum, licence, imported_at, tossups, answers, is_secret,
                undone_at, pages
         FROM quiz_source WHERE checksum = $1",
        checksum,
    ))
}

/// Locks a source until this transaction ends, so that no other process changes it.
pub fn lock(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM quiz_source WHERE id = $1 FOR UPDATE", id)
}

/// Sets the content of a source that has changed.
pub fn update(tx: &mut Tx<'_>, source: &Source) -> Result<()> {
    run!(
        tx,
        "UPDATE quiz_source
         SET checksum = $2, imported_at = $3, tossups = $4, answers = $5, undone_at = $6,
             pages = $7
         WHERE id = $1",
        source.id,
        source.checksum,
        source.imported_at,
        source.tossups,
        source.answers,
        source.undone_at,
        source.pages,
    );
    tx.touch(TOPIC);
    Ok(())
}

/// Adds to the number of tossups of a source.
pub(super) fn count(tx: &mut Tx<'_>, id: &str, tossups: i64) -> Result<()> {
    run!(tx, "UPDATE quiz_source SET tossups = tossups + $2 WHERE id = $1", id, tossups);
    Ok(())
}
