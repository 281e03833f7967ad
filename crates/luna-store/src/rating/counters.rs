//! Counters of events by day, and of ratings by bin.

use std::collections::BTreeMap;

use luna_core::game::Phase;
use luna_core::rating::Rating;
use luna_core::rng::Chance;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TALLY: Table = Table {
    name: "tally",
    key: &["day", "what", "slot"],
    columns: &[(Class::NotPersonal, &["day", "what", "slot", "count"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const RATING_BIN: Table = Table {
    name: "rating_bin",
    key: &["kind", "bin", "slot"],
    columns: &[(Class::NotPersonal, &["kind", "bin", "slot", "count"])],
    erasure: Erasure::NotPersonal,
};

const DAY_MS: i64 = 86_400_000;
/// Bins of five points.
pub const BINS: usize = 20;

/// Several rows for one count, so that writers rarely wait for each other.
fn slot(key: &str) -> i64 {
    i64::try_from(Chance::from_words(&[key]).below(8)).unwrap_or(0)
}

/// Adds to today's count of something. `key` spreads writers over the slots.
pub fn count(tx: &mut Tx<'_>, now: i64, what: &str, key: &str, many: i64) -> Result<()> {
    if many != 0 {
        tx.count(now.div_euclid(DAY_MS), what, slot(key), many);
    }
    Ok(())
}

/// Counts of the last `days`, by day (since 1970) and by what.
pub fn days(tx: &mut Tx<'_>, now: i64, days: i64) -> Result<BTreeMap<i64, BTreeMap<String, i64>>> {
    let rows: Vec<(i64, String, i64)> = rows!(
        tx,
        "SELECT day, what, CAST(sum(count) AS BIGINT) FROM tally
         WHERE day > $1 GROUP BY day, what ORDER BY day, what",
        now.div_euclid(DAY_MS) - days,
    );
    let mut all: BTreeMap<i64, BTreeMap<String, i64>> = BTreeMap::new();
    for (day, what, count) in rows {
        all.entry(day).or_default().insert(what, count);
    }
    Ok(all)
}

/// What the day before today came to. Nothing newer is told to players: it would tell whether somebody
/// else is here now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yesterday {
    /// Games in which two players met.
    pub paired: i64,
    /// Games that both have finished.
    pub finished: i64,
}

impl Yesterday {
    pub fn read(tx: &mut Tx<'_>, now: i64) -> Result<Yesterday> {
        let mut days = days(tx, now, 2)?;
        let counts = days.remove(&(now.div_euclid(DAY_MS) - 1)).unwrap_or_default();
        let of = |what: &str| counts.get(what).copied().unwrap_or(0);
        Ok(Yesterday { paired: of("paired"), finished: of(Phase::Final.name()) })
    }
}

/// The number of rated games that are over.
pub fn finished(tx: &mut Tx<'_>) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT COALESCE(CAST(sum(count) AS BIGINT), 0) FROM tally WHERE day >= 0 AND what = $1",
        Phase::Final.name(),
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// The number of those that were over at a time that is not long ago.
pub fn finished_by(tx: &mut Tx<'_>, until: i64) -> Result<i64> {
    let later: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM game
         WHERE ended_at IS NOT NULL AND NOT practice AND NOT sandbox AND ended_at > $1
               AND phase = $2",
        until,
        Phase::Final.name(),
    );
    Ok(finished(tx)? - later.map_or(0, |(count,)| count))
}

fn bin(rating: Rating) -> i64 {
    // 100 belongs to the last bin.
    (rating.sum() / rating.count() / 5_000_000).min(i64::try_from(BINS).unwrap_or(0) - 1)
}

/// A player's rating has changed. A player keeps to one slot, so that the bins
/// come out the same in whatever order games end.
pub(crate) fn move_bin(
    tx: &mut Tx<'_>,
    kind: &str,
    player_id: &str,
    old: Option<Rating>,
    new: Option<Rating>,
) {
    for (rating, change) in [(old, -1), (new, 1)] {
        if let Some(rating) = rating {
            tx.bin(kind, bin(rating), slot(player_id), change);
        }
    }
}

/// The number of players of a kind with a rating in each bin.
pub fn histogram(tx: &mut Tx<'_>, kind: &str) -> Result<[u64; BINS]> {
    let rows: Vec<(i64, i64)> = rows!(
        tx,
        "SELECT bin, CAST(sum(count) AS BIGINT) FROM rating_bin WHERE kind = $1 GROUP BY bin",
        kind,
    );
    let mut bins = [0; BINS];
    for (bin, count) in rows {
        let bin = usize::try_from(bin).map_err(Error::corrupt)?;
        *bins.get_mut(bin).ok_or_else(|| Error::corrupt("a bin past the last"))? =
            u64::try_from(count).unwrap_or(0);
    }
    Ok(bins)
}
