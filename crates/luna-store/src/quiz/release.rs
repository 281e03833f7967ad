//! Releases: which published questions everybody has been able to download since when.

use super::{play, source};
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_release",
    key: &["number"],
    columns: &[(Class::NotPersonal, &["number", "released_at", "questions"])],
    erasure: Erasure::NotPersonal,
};

record! {
    /// One release with the number of its questions on that day.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Version {
        pub number: i64,
        pub released_at: i64,
        pub questions: i64,
    }
}

record! {
    /// A question that was published as a tossup.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Published {
        /// The id of the tossup, which is that of the question.
        pub id: String,
        /// Its number among the questions written here, which it keeps.
        pub number: i64,
        /// The first release with it; none if it is in none yet.
        pub released_in: Option<i64>,
        pub withdrawn_at: Option<i64>,
    }
}

pub fn latest(tx: &mut Tx<'_>) -> Result<Option<Version>> {
    Ok(row!(
        tx,
        "SELECT number, released_at, questions FROM quiz_release ORDER BY number DESC LIMIT 1",
    ))
}

/// All questions that were ever published here, in the order of their numbers.
pub fn published(tx: &mut Tx<'_>) -> Result<Vec<Published>> {
    Ok(rows!(
        tx,
        "SELECT id, number, released_in, withdrawn_at FROM tossup WHERE source_id = $1
         ORDER BY number",
        source::WRITTEN,
    ))
}

/// Locks the releases until this transaction ends: of two that are made at once, the second sees the
/// first.
pub fn lock(tx: &mut Tx<'_>) -> Result<()> {
    source::lock(tx, source::WRITTEN)
}

/// Adds a release with these new questions. Their plays that are open become practice.
pub fn add(tx: &mut Tx<'_>, version: &Version, new: &[&str]) -> Result<()> {
    run!(
        tx,
        "INSERT INTO quiz_release (number, released_at, questions) VALUES ($1, $2, $3)",
        version.number,
        version.released_at,
        version.questions,
    );
    for id in new {
        run!(tx, "UPDATE tossup SET released_in = $2 WHERE id = $1", id, version.number);
        play::make_practice(tx, id)?;
    }
    tx.touch(source::TOPIC);
    Ok(())
}
