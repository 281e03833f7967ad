//! What stands beside the Smarts Rating: the same guesses and games, counted in
//! other ways. A cache, made anew as a whole from time to time; nothing else
//! depends on it.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::rating::Points;

use crate::{Error, Result, Tx, setting};

/// Which guesses were the last to be counted.
const COUNTED: &str = "recounted";

/// A guess of a finished, rated game.
#[derive(Clone, Debug)]
pub struct Guessed {
    pub game_id: String,
    /// A or B, of whoever guessed.
    pub side: String,
    pub by: String,
    pub of: String,
    pub points: Points,
    /// A person's.
    pub counts: bool,
    /// The sum and number of counted guesses of `of`, with this one.
    pub sum: i64,
    pub count: i64,
    pub at: i64,
}

/// What people's guesses of a player come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfGuesses {
    /// So many different people.
    pub judges: i64,
    pub calibrated: f64,
    pub low: f64,
    pub high: f64,
    pub median: f64,
    pub trimmed: f64,
}

/// A number, and half of its 95 % interval where there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct About {
    pub rating: Option<f64>,
    pub half: Option<f64>,
}

/// What a player's games with a winner come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OfGames {
    pub games: i64,
    pub bradley_terry: About,
    pub elo: About,
    pub glicko: About,
    pub trueskill: About,
}

/// How somebody guesses, next to the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge {
    /// So many of whom they have guessed.
    pub players: i64,
    pub shift: f64,
    pub scale: f64,
    pub weight: f64,
}

/// All of it, by player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recount {
    pub guesses: BTreeMap<String, OfGuesses>,
    pub games: BTreeMap<String, OfGames>,
    pub judges: BTreeMap<String, Judge>,
}

/// Guesses after the one given by game and side, in that order.
pub fn page(tx: &mut Tx<'_>, after: (&str, &str), limit: i64) -> Result<Vec<Guessed>> {
    type Row = (String, String, String, String, i64, bool, i64, i64, i64);
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT game_id, side, by_player, of_player, points, counts, rating_sum, rating_count, at
         FROM guess WHERE (game_id, side) > ($1, $2) ORDER BY game_id, side LIMIT $3",
        after.0,
        after.1,
        limit,
    );
    let guessed = |(game_id, side, by, of, points, counts, sum, count, at): Row| {
        let points = Points::from_millionths(points).map_err(Error::corrupt)?;
        Ok(Guessed { game_id, side, by, of, points, counts, sum, count, at })
    };
    rows.into_iter().map(guessed).collect()
}

/// The latest guess there is, or that there is none, if that has not been counted yet.
pub fn uncounted(tx: &mut Tx<'_>) -> Result<Option<String>> {
    let newest: Option<(i64, String)> = row!(
        tx,
        "SELECT at, game_id FROM guess WHERE counts = TRUE ORDER BY at DESC, game_id DESC LIMIT 1",
    );
    let newest = newest.map_or("none".to_owned(), |(at, game_id)| format!("{at} {game_id}"));
    let counted = setting::get(tx, COUNTED)?;
    Ok((counted.as_ref() != Some(&newest)).then_some(newest))
}

/// Guesses have changed that were counted before.
pub fn outdated(tx: &mut Tx<'_>) -> Result<()> {
    setting::clear(tx, COUNTED)
}

/// Puts a new count, up to a guess from [`uncounted`], in the place of the old.
pub fn replace(tx: &mut Tx<'_>, recount: &Recount, newest: &str) -> Result<()> {
    // Whoever else does this waits here.
    setting::set(tx, COUNTED, newest)?;
    let Recount { guesses, games, judges } = recount;
    let all: BTreeSet<&String> = guesses.keys().chain(games.keys()).chain(judges.keys()).collect();
    let mut players = Vec::new();
    for id in all {
        if still_here(tx, id)? {
            players.push(id);
        }
    }
    run!(tx, "DELETE FROM guess_rating");
    run!(tx, "DELETE FROM game_rating");
    run!(tx, "DELETE FROM judge_scale");
    for id in players {
        if let Some(it) = guesses.get(id) {
            keep_guesses(tx, id, it)?;
        }
        if let Some(it) = games.get(id) {
            keep_games(tx, id, it)?;
        }
        if let Some(it) = judges.get(id) {
            keep_judge(tx, id, it)?;
        }
    }
    Ok(())
}

/// Of an erased player nothing is kept. Erasing takes the player before what stands here,
/// and so does this, or the two would wait for each other.
fn still_here(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    tx.hold("SELECT 1 FROM player WHERE id = $1 FOR KEY SHARE", id)?;
    let here: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL", id);
    Ok(here.is_some())
}

fn keep_guesses(tx: &mut Tx<'_>, id: &str, it: &OfGuesses) -> Result<()> {
    run!(
        tx,
        "INSERT INTO guess_rating (player_id, judges, calibrated, low, high, median, trimmed)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        it.judges,
        it.calibrated,
        it.low,
        it.high,
        it.median,
        it.trimmed,
    );
    Ok(())
}

fn keep_games(tx: &mut Tx<'_>, id: &str, it: &OfGames) -> Result<()> {
    run!(
        tx,
        "INSERT INTO game_rating (player_id, games, bradley_terry, bradley_half, elo, glicko,
                                  glicko_half, trueskill, true_half)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        it.games,
        it.bradley_terry.rating,
        it.bradley_terry.half,
        it.elo.rating,
        it.glicko.rating,
        it.glicko.half,
        it.trueskill.rating,
        it.trueskill.half,
    );
    Ok(())
}

fn keep_judge(tx: &mut Tx<'_>, id: &str, it: &Judge) -> Result<()> {
    run!(
        tx,
        "INSERT INTO judge_scale (player_id, players, shift, scale, weight) VALUES ($1, $2, $3, $4, $5)",
        id,
        it.players,
        it.shift,
        it.scale,
        it.weight,
    );
    Ok(())
}

pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM guess_rating WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM game_rating WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM judge_scale WHERE player_id = $1", player_id);
    Ok(())
}

type GuessRow = (i64, f64, f64, f64, f64, f64);

fn of_row((judges, calibrated, low, high, median, trimmed): GuessRow) -> OfGuesses {
    OfGuesses { judges, calibrated, low, high, median, trimmed }
}

pub fn of_guesses(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<OfGuesses>> {
    let found: Option<GuessRow> = row!(
        tx,
        "SELECT judges, calibrated, low, high, median, trimmed FROM guess_rating
         WHERE player_id = $1",
        player_id,
    );
    Ok(found.map(of_row))
}

pub fn of_games(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<OfGames>> {
    type Number = Option<f64>;
    type Row = (i64, Number, Number, Number, Number, Number, Number, Number);
    let found: Option<Row> = row!(
        tx,
        "SELECT games, bradley_terry, bradley_half, elo, glicko, glicko_half, trueskill, true_half
         FROM game_rating WHERE player_id = $1",
        player_id,
    );
    Ok(found.map(|(games, bradley_terry, bradley_half, elo, glicko, glicko_half, skill, half)| {
        OfGames {
            games,
            bradley_terry: About { rating: bradley_terry, half: bradley_half },
            elo: About { rating: elo, half: None },
            glicko: About { rating: glicko, half: glicko_half },
            trueskill: About { rating: skill, half },
        }
    }))
}

/// What people's guesses of each machine come to.
pub fn of_machines(tx: &mut Tx<'_>) -> Result<BTreeMap<String, OfGuesses>> {
    let rows: Vec<(String, i64, f64, f64, f64, f64, f64)> = rows!(
        tx,
        "SELECT m.player_id, r.judges, r.calibrated, r.low, r.high, r.median, r.trimmed
         FROM machine m JOIN guess_rating r ON r.player_id = m.player_id",
    );
    let by_id = |(id, judges, calibrated, low, high, median, trimmed)| {
        (id, of_row((judges, calibrated, low, high, median, trimmed)))
    };
    Ok(rows.into_iter().map(by_id).collect())
}

pub fn judge(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Judge>> {
    let found: Option<(i64, f64, f64, f64)> = row!(
        tx,
        "SELECT players, shift, scale, weight FROM judge_scale WHERE player_id = $1",
        player_id
    );
    Ok(found.map(|(players, shift, scale, weight)| Judge { players, shift, scale, weight }))
}

/// A guess, and what became of whom it was of.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    pub of: String,
    pub points: Points,
    pub calibrated: f64,
    pub machine: bool,
}

/// The latest guesses of a person that were of players of whom at least so many
/// people have guessed; newest first.
pub fn settled(tx: &mut Tx<'_>, by: &str, least: i64, limit: i64) -> Result<Vec<Settled>> {
    let rows: Vec<(String, i64, f64, bool)> = rows!(
        tx,
        "SELECT g.of_player, g.points, r.calibrated, (p.kind = 'machine')
         FROM guess g
         JOIN guess_rating r ON r.player_id = g.of_player
         JOIN player p ON p.id = g.of_player
         WHERE g.by_player = $1 AND g.counts = TRUE AND r.judges >= $2
         ORDER BY g.at DESC, g.game_id DESC LIMIT $3",
        by,
        least,
        limit,
    );
    let settled = |(of, points, calibrated, machine)| {
        let points = Points::from_millionths(points).map_err(Error::corrupt)?;
        Ok(Settled { of, points, calibrated, machine })
    };
    rows.into_iter().map(settled).collect()
}
