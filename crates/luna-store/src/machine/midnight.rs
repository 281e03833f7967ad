//! What everybody sees of machines: how they stood at the last midnight UTC.
//! Anything later would tell when one has played, and so who met it.

use std::collections::BTreeMap;

use luna_core::interval::{self, Spread};
use luna_core::rating::{Points, Rating};

use super::{Line, Ranked};
use crate::player::Tally;
use crate::{Error, Result, Tx};

const DAY_MS: i64 = 86_400_000;

/// The last midnight UTC.
pub fn midnight(now: i64) -> i64 {
    now - now.rem_euclid(DAY_MS)
}

/// What players have earned since the last midnight, machines among them.
#[derive(Debug)]
pub struct Today {
    gained: BTreeMap<String, Gain>,
}

#[derive(Debug, Default)]
struct Gain {
    sum: i64,
    count: i64,
    squares: i64,
    finished: i64,
    won: i64,
    lost: i64,
    tied: i64,
}

impl Today {
    pub fn read(tx: &mut Tx<'_>, now: i64) -> Result<Today> {
        let rows: Vec<(String, i64, bool, Option<String>)> = rows!(
            tx,
            "SELECT g.of_player, g.points, g.counts,
                    (SELECT s.outcome FROM seat s
                     WHERE s.game_id = g.game_id AND s.side <> g.side AND s.here)
             FROM guess g
             WHERE g.counts IN (TRUE, FALSE) AND g.at >= $1",
            midnight(now),
        );
        let mut gained: BTreeMap<String, Gain> = BTreeMap::new();
        for (id, points, counts, outcome) in rows {
            let gain = gained.entry(id).or_default();
            let points = Points::from_millionths(points).map_err(Error::corrupt)?;
            if counts {
                gain.sum += points.millionths();
                gain.count += 1;
                gain.squares += interval::square(points);
            }
            gain.finished += 1;
            let counter = match outcome.as_deref() {
                Some("won") => &mut gain.won,
                Some("lost") => &mut gain.lost,
                Some("tied") => &mut gain.tied,
                _ => continue,
            };
            *counter += 1;
        }
        Ok(Today { gained })
    }

    /// The leaderboard without today, the highest rating first.
    pub(super) fn before_board(&self, lines: &mut [Line]) {
        for line in &mut *lines {
            if let Some(gain) = self.gained.get(&line.player_id) {
                line.spread = gain.before(line.spread);
                line.finished -= gain.finished;
            }
        }
        let mean = |line: &Line| line.spread.map_or(-1.0, |spread| spread.rating.mean());
        lines.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then_with(|| a.name.cmp(&b.name)));
    }

    /// A machine without today.
    pub fn before(&self, it: &mut Ranked) {
        let Some(gain) = self.gained.get(&it.machine.player_id) else { return };
        it.spread = gain.before(it.spread);
        it.tally = Tally {
            rating: it.spread.map(|spread| spread.rating),
            won: it.tally.won - gain.won,
            lost: it.tally.lost - gain.lost,
            tied: it.tally.tied - gain.tied,
            finished: it.tally.finished - gain.finished,
        };
    }
}

impl Gain {
    fn before(&self, spread: Option<Spread>) -> Option<Spread> {
        let now = spread?;
        let (sum, count) = (now.rating.sum() - self.sum, now.rating.count() - self.count);
        let rating = Rating::from_sum(sum, count)?;
        Some(Spread { rating, squares: now.squares - self.squares, ..now })
    }
}
