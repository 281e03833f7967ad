//! Rounds of collecting questions, with their dates.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_round",
    key: &["id"],
    columns: &[(Class::NotPersonal, &["id", "name", "about", "opens_at", "closes_at"])],
    erasure: Erasure::NotPersonal,
};

record! {
    /// A time in which questions are collected.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Round {
        pub id: String,
        pub name: String,
        pub about: String,
        pub opens_at: i64,
        pub closes_at: i64,
    }
}

impl Round {
    pub fn is_open(&self, now: i64) -> bool {
        (self.opens_at..self.closes_at).contains(&now)
    }
}

pub fn add(tx: &mut Tx<'_>, round: &Round) -> Result<()> {
    run!(
        tx,
        "INSERT INTO quiz_round (id, name, about, opens_at, closes_at) VALUES ($1, $2, $3, $4, $5)",
        round.id,
        round.name,
        round.about,
        round.opens_at,
        round.closes_at,
    );
    Ok(())
}

/// All rounds, the latest first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Round>> {
    Ok(rows!(
        tx,
        "SELECT id, name, about, opens_at, closes_at FROM quiz_round ORDER BY opens_at DESC, id",
    ))
}

/// Ends an open round now; `false` if it is not open.
pub fn close(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let closed = run!(
        tx,
        "UPDATE quiz_round SET closes_at = $2 WHERE id = $1 AND opens_at < $2 AND closes_at > $2",
        id,
        now,
    );
    Ok(closed == 1)
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Round> {
    let found: Option<Round> =
        row!(tx, "SELECT id, name, about, opens_at, closes_at FROM quiz_round WHERE id = $1", id,);
    found.ok_or(Error::NotFound)
}
