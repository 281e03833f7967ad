//! The mean Smarts Rating of people.

use crate::tx::Tx;
use crate::tx::error::Result;

record! {
    /// The mean of some people's Smarts Ratings.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct PeopleMean {
        /// In points.
        pub mean: f64,
        pub people: i64,
    }
}

/// The mean of the ratings that people had at a time, from the guesses that count now; none before the
/// first guess about a person.
pub fn mean(tx: &mut Tx<'_>, until: i64) -> Result<Option<PeopleMean>> {
    let found: Option<(Option<f64>, i64)> = row!(
        tx,
        "SELECT CAST(AVG(r.mean) AS DOUBLE PRECISION), COUNT(*)
         FROM (SELECT CAST(SUM(g.points) AS DOUBLE PRECISION) / COUNT(*) / 1000000 AS mean
               FROM guess g
               WHERE g.counts = TRUE AND g.at < $1
                     AND NOT EXISTS (SELECT 1 FROM machine m WHERE m.player_id = g.of_player)
               GROUP BY g.of_player) r",
        until,
    );
    Ok(found.and_then(|(mean, people)| Some(PeopleMean { mean: mean?, people })))
}
