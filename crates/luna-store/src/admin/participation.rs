//! Participation as section 6.3 of the paper reports it: people who registered and came back, games,
//! unique questions, responses, and the ratings of people. Nothing counts that happened after the
//! last midnight UTC. Visits of pages are not logged, so they are not here.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::game::Move;
use luna_core::rating::Points;

use crate::game::HIDDEN;
use crate::player::GONE;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

const DAY_MS: i64 = 86_400_000;

/// The counts of the games that were looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participation {
    pub games: u64,
    /// Those that both players took to their end.
    pub finished: u64,
    /// Responses of people and machines.
    pub responses: u64,
    /// The different texts of questions.
    questions: BTreeSet<String>,
    /// The first and the last day on which each person made a move, since 1970.
    days: BTreeMap<String, (i64, i64)>,
    /// The sum of the guesses about each person that count, in millionths, and their number.
    guesses: BTreeMap<String, (i64, i64)>,
}

/// The start of a game.
pub type Start = (i64, String);

/// The number of people who had registered by then.
pub fn registered(tx: &mut Tx<'_>, until: i64) -> Result<i64> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT count(*) FROM player WHERE created_at < $1 AND kind = 'human'", until);
    Ok(found.map_or(0, |(count,)| count))
}

/// Adds some games, the first to start before the others, after the one that is given; returns where
/// it goes on, if it does.
pub fn add(
    tx: &mut Tx<'_>,
    to: &mut Participation,
    (after, until): (&Start, i64),
    games: i64,
) -> Result<Option<Start>> {
    let page: Vec<(i64, String, Option<i64>, String)> = rows!(
        tx,
        "SELECT started_at, id, ended_at, phase FROM game
         WHERE (started_at, id) > ($1, $2) AND started_at < $3 AND NOT practice AND NOT sandbox
         ORDER BY started_at, id LIMIT $4",
        after.0,
        after.1,
        until,
        games,
    );
    for (_, id, ended_at, phase) in &page {
        to.games += 1;
        let is_over = ended_at.is_some_and(|at| at < until);
        to.finished += u64::from(is_over && phase == luna_core::game::Phase::Final.name());
        to.add_moves(tx, id, until)?;
        to.add_guesses(tx, id, until)?;
    }
    let full = i64::try_from(page.len()).is_ok_and(|found| found >= games);
    let last = page.into_iter().last().filter(|_| full);
    Ok(last.map(|(at, id, ..)| (at, id)))
}

impl Participation {
    fn add_moves(&mut self, tx: &mut Tx<'_>, game_id: &str, until: i64) -> Result<()> {
        let moves: Vec<(String, String, i64, String)> = rows!(
            tx,
            "SELECT m.player_id, p.kind, m.at, m.body FROM game_move m
             JOIN player p ON p.id = m.player_id
             WHERE m.game_id = $1 AND m.at < $2 ORDER BY m.seq",
            game_id,
            until,
        );
        for (player_id, kind, at, body) in moves {
            match serde_json::from_str(&body).map_err(Error::corrupt)? {
                Move::Ask(texts) => self.questions.extend(texts.iter().filter_map(|it| plain(it))),
                Move::Answer(texts) => {
                    let given = texts.iter().filter_map(|text| plain(text)).count();
                    self.responses += u64::try_from(given).unwrap_or(0);
                }
                Move::Guess(_) => {}
                Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => {
                    continue;
                }
            }
            if kind == "human" {
                let day = at.div_euclid(DAY_MS);
                let days = self.days.entry(player_id).or_insert((day, day));
                *days = (days.0.min(day), days.1.max(day));
            }
        }
        Ok(())
    }

    fn add_guesses(&mut self, tx: &mut Tx<'_>, game_id: &str, until: i64) -> Result<()> {
        let guesses: Vec<(String, i64)> = rows!(
            tx,
            "SELECT g.of_player, g.points FROM guess g JOIN player p ON p.id = g.of_player
             WHERE g.game_id = $1 AND g.counts AND g.at < $2 AND p.kind = 'human'",
            game_id,
            until,
        );
        for (player_id, points) in guesses {
            let (sum, count) = self.guesses.entry(player_id).or_default();
            (*sum, *count) = (*sum + points, *count + 1);
        }
        Ok(())
    }

    /// People who asked, responded or guessed.
    pub fn people(&self) -> usize {
        self.days.len()
    }

    /// Those of them who did so on two days or more, by UTC.
    pub fn returning(&self) -> usize {
        self.days.values().filter(|(first, last)| first < last).count()
    }

    /// The number of different questions.
    pub fn unique_questions(&self) -> usize {
        self.questions.len()
    }

    /// The number of people with a Smarts Rating.
    pub fn rated(&self) -> usize {
        self.guesses.len()
    }

    /// The mean and the median of these ratings; none without any.
    pub fn mean_and_median(&self) -> Result<Option<(Points, Points)>> {
        let mut ratings: Vec<i64> =
            self.guesses.values().map(|(sum, count)| sum / count.max(&1)).collect();
        ratings.sort_unstable();
        let count = i64::try_from(ratings.len()).unwrap_or(i64::MAX);
        let (Some(low), Some(high)) =
            (ratings.get((ratings.len().max(1) - 1) / 2), ratings.get(ratings.len() / 2))
        else {
            return Ok(None);
        };
        let points = |millionths| Points::from_millionths(millionths).map_err(Error::corrupt);
        let mean = points(ratings.iter().sum::<i64>() / count)?;
        Ok(Some((mean, points(i64::midpoint(*low, *high))?)))
    }
}

/// A text on one line; nothing of an empty one, or of one that has been taken away.
fn plain(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty() && line != GONE && line != HIDDEN).then_some(line)
}
