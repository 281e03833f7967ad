//! The mean Smarts Rating of people.

use luna_core::rating::Rating;

use crate::tx::Tx;
use crate::tx::error::Result;

/// The mean of some people's Smarts Ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeopleMean {
    /// In points.
    pub mean: f64,
    pub people: usize,
}

/// The mean of the ratings that people had at a time, from the guesses that count now; none before the
/// first guess about a person.
pub fn mean(tx: &mut Tx<'_>, until: i64) -> Result<Option<PeopleMean>> {
    let rows: Vec<(i64, i64)> = rows!(
        tx,
        "SELECT CAST(SUM(g.points) AS BIGINT), COUNT(*) FROM guess g
         WHERE g.counts = TRUE AND g.at < $1
               AND NOT EXISTS (SELECT 1 FROM machine m WHERE m.player_id = g.of_player)
         GROUP BY g.of_player",
        until,
    );
    let ratings = rows.into_iter().filter_map(|(sum, count)| Rating::from_sum(sum, count));
    let means: Vec<f64> = ratings.map(Rating::mean).collect();
    let people = means.len();
    let count = f64::from(u32::try_from(people).unwrap_or(u32::MAX));
    Ok((people > 0).then(|| PeopleMean { mean: means.iter().sum::<f64>() / count, people }))
}
