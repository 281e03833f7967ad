//! The five exchanges of each day, the seed that they are drawn from, and how visitors scored.

use super::exchange;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "daily",
    key: &["day"],
    columns: &[(Class::NotPersonal, &["day", "seed", "candidates", "exchanges"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const SCORE: Table = Table {
    name: "daily_score",
    key: &["day", "score"],
    columns: &[(Class::NotPersonal, &["day", "score", "people"])],
    erasure: Erasure::NotPersonal,
};

/// A day, and what was drawn for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Days since 1970, in UTC.
    pub day: i64,
    pub seed: String,
    /// From how many the exchanges were drawn; none before that.
    pub candidates: Option<i64>,
    /// Ids; some may be gone.
    pub exchanges: Vec<String>,
}

/// Chooses the seed of a day, unless it has one.
pub fn prepare(tx: &mut Tx<'_>, day: i64, seed: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO daily (day, seed) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING",
        day,
        seed,
    );
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, day: i64) -> Result<Option<Plan>> {
    let row: Option<(String, Option<i64>, String)> =
        row!(tx, "SELECT seed, candidates, exchanges FROM daily WHERE day = $1", day);
    Ok(row.map(|(seed, candidates, exchanges)| Plan {
        day,
        seed,
        candidates,
        exchanges: exchanges.split_whitespace().map(str::to_owned).collect(),
    }))
}

/// Stores what was drawn for a day, unless another process was first.
pub fn set_drawn(tx: &mut Tx<'_>, day: i64, candidates: i64, exchanges: &[String]) -> Result<()> {
    let set = run!(
        tx,
        "UPDATE daily SET candidates = $2, exchanges = $3 WHERE day = $1 AND candidates IS NULL",
        day,
        candidates,
        exchanges.join(" "),
    );
    if set > 0 {
        exchanges.iter().try_for_each(|id| exchange::use_on(tx, id, day))?;
    }
    Ok(())
}

/// Counts somebody's score of a day.
pub fn count_score(tx: &mut Tx<'_>, day: i64, score: i64) -> Result<()> {
    run!(
        tx,
        "INSERT INTO daily_score (day, score, people) VALUES ($1, $2, 1)
         ON CONFLICT (day, score) DO UPDATE SET people = daily_score.people + 1",
        day,
        score,
    );
    Ok(())
}

/// The scores of a day that were reached, and how often each.
pub fn scores(tx: &mut Tx<'_>, day: i64) -> Result<Vec<(i64, i64)>> {
    Ok(rows!(tx, "SELECT score, people FROM daily_score WHERE day = $1 ORDER BY score", day))
}
