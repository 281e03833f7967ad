//! Machines as everybody sees them: as of the last midnight UTC. Anything later would tell when one
//! has played, and so which player met it.

use std::collections::BTreeMap;

use luna_core::interval::{self, Spread};
use luna_core::rating::{Points, Rating};

use super::line::{LeaderboardRow, RankedMachine};
use crate::player::Tally;
use crate::rating::midnight::midnight;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The results of players since the last midnight, machines among them.
pub(super) struct Today {
    gained: BTreeMap<String, Gain>,
}

/// One result: the points, true if they count, and the outcome.
type CountedGame = (i64, bool, Option<String>);

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
    pub(super) fn read(tx: &mut Tx<'_>, now: i64) -> Result<Today> {
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
            gained.entry(id).or_default().add((points, counts, outcome))?;
        }
        Ok(Today { gained })
    }

    /// The leaderboard without today, the highest rating first.
    pub(super) fn before_board(&self, lines: &mut [LeaderboardRow]) {
        for line in &mut *lines {
            if let Some(gain) = self.gained.get(&line.player_id) {
                line.spread = gain.before(line.spread);
                line.finished -= gain.finished;
            }
        }
        let mean = |line: &LeaderboardRow| line.spread.map_or(-1.0, |spread| spread.rating.mean());
        lines.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then_with(|| a.name.cmp(&b.name)));
    }
}

/// Takes from a machine what it has earned since the last midnight.
pub fn before(tx: &mut Tx<'_>, it: &mut RankedMachine, now: i64) -> Result<()> {
    let rows: Vec<CountedGame> = rows!(
        tx,
        "SELECT g.points, g.counts,
                (SELECT s.outcome FROM seat s
                 WHERE s.game_id = g.game_id AND s.side <> g.side AND s.here)
         FROM guess g
         WHERE g.of_player = $1 AND g.counts IN (TRUE, FALSE) AND g.at >= $2",
        it.machine.player_id,
        midnight(now),
    );
    let mut gain = Gain::default();
    for earned in rows {
        gain.add(earned)?;
    }
    it.spread = gain.before(it.spread);
    it.tally = Tally {
        rating: it.spread.map(|spread| spread.rating),
        won: it.tally.won - gain.won,
        lost: it.tally.lost - gain.lost,
        tied: it.tally.tied - gain.tied,
        finished: it.tally.finished - gain.finished,
    };
    Ok(())
}

impl Gain {
    fn add(&mut self, (points, counts, outcome): CountedGame) -> Result<()> {
        let points = Points::from_millionths(points).map_err(Error::corrupt)?;
        if counts {
            self.sum += points.millionths();
            self.count += 1;
            self.squares += interval::square(points);
        }
        self.finished += 1;
        match outcome.as_deref() {
            Some("won") => self.won += 1,
            Some("lost") => self.lost += 1,
            Some("tied") => self.tied += 1,
            _ => {}
        }
        Ok(())
    }

    fn before(&self, spread: Option<Spread>) -> Option<Spread> {
        let now = spread?;
        let (sum, count) = (now.rating.sum() - self.sum, now.rating.count() - self.count);
        let rating = Rating::from_sum(sum, count)?;
        Some(Spread { rating, squares: now.squares - self.squares, ..now })
    }
}
