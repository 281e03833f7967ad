//! Derived ratings: the same guesses and games, counted in other ways. They are a cache that is
//! recomputed as a whole from time to time; nothing else depends on it.

use std::collections::BTreeMap;

use luna_core::interval;
use luna_core::rating::Points;

use super::midnight::midnight;
use crate::db::{Db, setting, topic};
use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const GUESS_RATING: Table = Table {
    name: "guess_rating",
    key: &["player_id"],
    columns: &[(
        Class::Exported,
        &[
            "player_id",
            "judges",
            "calibrated",
            "low",
            "high",
            "median",
            "trimmed",
            "even",
            "even_low",
            "even_high",
            "adaptive",
            "adaptive_low",
            "adaptive_high",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

pub(crate) const GAME_RATING: Table = Table {
    name: "game_rating",
    key: &["player_id"],
    columns: &[(
        Class::Exported,
        &[
            "player_id",
            "games",
            "bradley_terry",
            "bradley_half",
            "elo",
            "glicko",
            "glicko_half",
            "trueskill",
            "true_half",
        ],
    )],
    erasure: Erasure::With("guess_rating"),
};

pub(crate) const JUDGE_SCALE: Table = Table {
    name: "judge_scale",
    key: &["player_id"],
    columns: &[(
        Class::Exported,
        &["player_id", "players", "shift", "scale", "weight", "settled", "mark", "scatter"],
    )],
    erasure: Erasure::With("guess_rating"),
};

/// The setting with the guesses that were the last to be counted.
const COUNTED: &str = "recounted";
/// The setting with the count that is being written now.
const WRITING: &str = "recounting";
/// The setting with the variance of guesses, by the last count.
const USUAL: &str = "usual_variance";
/// The topic that changes whenever guesses do that may have been counted.
const GUESSES: &str = "guesses";

/// A guess of a finished, rated game.
#[derive(Clone, Debug)]
pub struct RatedGuess {
    pub game_id: String,
    /// The side of the judge, A or B.
    pub side: String,
    pub by: String,
    pub of: String,
    /// True if the player is a machine.
    pub machine: bool,
    pub points: Points,
    /// The characters of all responses that were judged.
    pub chars: i64,
    /// A person's, and not left out.
    pub counts: bool,
    pub at: i64,
}

record! {
    /// Ratings from people's guesses of a player.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct GuessRatings {
        /// The number of different judges.
        pub judges: i64,
        pub calibrated: f64,
        pub low: f64,
        pub high: f64,
        pub median: f64,
        pub trimmed: f64,
        /// The rating if all responses were as long, with its 95 % interval.
        pub even: Option<f64>,
        pub even_low: Option<f64>,
        pub even_high: Option<f64>,
        /// The level at the last guess of a player who may have changed, with its 95 % interval.
        pub adaptive: Option<f64>,
        pub adaptive_low: Option<f64>,
        pub adaptive_high: Option<f64>,
    }
}

/// A number, and half of its 95 % interval where there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub rating: Option<f64>,
    pub half: Option<f64>,
}

/// Ratings from a player's games with a winner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameRatings {
    pub games: i64,
    pub bradley_terry: Estimate,
    pub elo: Estimate,
    pub glicko: Estimate,
    pub trueskill: Estimate,
}

record! {
    /// A judge's statistics, relative to the crowd.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Judge {
        /// The number of players they have guessed.
        pub players: i64,
        pub shift: f64,
        pub scale: f64,
        pub weight: f64,
        /// The number of those who have enough other guesses.
        pub settled: i64,
        /// The judge's accuracy, as JSON; `None` where there are too few such players.
        pub mark: Option<String>,
        /// How far their guesses scatter around what their habits predict; 1 is the median judge.
        pub scatter: f64,
    }
}

/// The derived ratings of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRatings {
    pub guesses: Option<GuessRatings>,
    pub games: Option<GameRatings>,
    pub judge: Option<Judge>,
}

record! {
    struct GuessRow {
        game_id: String,
        side: String,
        by: String,
        of: String,
        machine: bool,
        points: i64,
        chars: i64,
        counts: bool,
        at: i64,
    }
}

/// Guesses after the one given by game and side, in that order.
pub fn page(tx: &mut Tx<'_>, after: (&str, &str), limit: i64) -> Result<Vec<RatedGuess>> {
    let rows: Vec<GuessRow> = rows!(
        tx,
        "SELECT game_id, side, by_player, of_player,
                (SELECT (p.kind = 'machine') FROM player p WHERE p.id = of_player),
                points, answer_chars, counts, at
         FROM guess WHERE (game_id, side) > ($1, $2) ORDER BY game_id, side LIMIT $3",
        after.0,
        after.1,
        limit,
    );
    let guessed = |row| {
        let GuessRow { game_id, side, by, of, machine, points, chars, counts, at } = row;
        let points = Points::from_millionths(points).map_err(Error::corrupt)?;
        Ok(RatedGuess { game_id, side, by, of, machine, points, chars, counts, at })
    };
    rows.into_iter().map(guessed).collect()
}

/// The state of all guesses, if it has not been counted yet: which is the latest, how often
/// older ones have changed, and the midnight until which guesses of machines are counted.
pub fn uncounted(tx: &mut Tx<'_>, now: i64) -> Result<Option<String>> {
    let newest: Option<(i64, String)> = row!(
        tx,
        "SELECT at, game_id FROM guess WHERE counts = TRUE ORDER BY at DESC, game_id DESC LIMIT 1",
    );
    let newest = newest.map_or("none".to_owned(), |(at, game_id)| format!("{at} {game_id}"));
    let state = format!("{newest} {} {}", topic::seq(tx, GUESSES)?, midnight(now));
    Ok((setting::get(tx, COUNTED)?.as_ref() != Some(&state)).then_some(state))
}

/// Guesses have changed that may have been counted before, or may be just now.
pub(crate) fn mark_outdated(tx: &mut Tx<'_>) {
    tx.touch(GUESSES);
}

/// The variance of all players' guesses, for intervals; before the first count as if nothing were
/// known.
pub fn usual(tx: &mut Tx<'_>) -> Result<f64> {
    let kept = setting::get(tx, USUAL)?;
    kept.map_or_else(|| Ok(interval::usual(0.0, 0.0)), |it| it.parse().map_err(Error::corrupt))
}

/// Players written in one piece of work.
const PAGE: usize = 50;
/// Players with ratings, read in one piece of work.
const KEPT: i64 = 5_000;

/// Puts a new count, of the state of guesses that [`uncounted`] gave, in the place of the
/// old: a page of players at a time, so that nobody waits long. Each player has the old or
/// the new numbers at any time. Where another count is begun meanwhile, that one holds.
///
/// The players are taken from the iterator page by page, so that the new numbers are never all in
/// memory. `counted` says whether a player is among them; `usual` is the variance of guesses around
/// the means of their players.
pub async fn replace(
    db: &Db,
    players: impl Iterator<Item = (String, PlayerRatings)> + Send,
    counted: impl Fn(&str) -> bool + Send,
    usual: f64,
    state: String,
) -> Result<()> {
    let claim = state.clone();
    db.write(move |tx| setting::set(tx, WRITING, &claim)).await?;
    let (mut gone, mut after) = (Vec::new(), String::new());
    loop {
        let from = std::mem::take(&mut after);
        let page = db.read(move |tx| kept(tx, &from)).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(last);
        gone.extend(page.into_iter().filter(|id| !counted(id)));
    }
    let gone = gone.into_iter().map(|id| (id, PlayerRatings::default()));
    let mut players = gone.chain(players);
    loop {
        let page: Vec<(String, PlayerRatings)> = players.by_ref().take(PAGE).collect();
        if page.is_empty() {
            break;
        }
        let claim = state.clone();
        let write = move |tx: &mut Tx<'_>| {
            let ours = still_ours(tx, &claim)?;
            if ours {
                page.iter().try_for_each(|(id, it)| keep(tx, id, it))?;
            }
            Ok::<_, Error>(ours)
        };
        if !db.write(write).await? {
            return Ok(());
        }
    }
    db.write(move |tx| {
        if still_ours(tx, &state)? {
            setting::set(tx, USUAL, &usual.to_string())?;
            setting::set(tx, COUNTED, &state)?;
        }
        Ok(())
    })
    .await
}

/// Some of the players who have derived ratings now, after the one given by id.
fn kept(tx: &mut Tx<'_>, after: &str) -> Result<Vec<String>> {
    let all: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM guess_rating WHERE player_id > $1
         UNION SELECT player_id FROM game_rating WHERE player_id > $1
         UNION SELECT player_id FROM judge_scale WHERE player_id > $1
         ORDER BY player_id LIMIT $2",
        after,
        KEPT,
    );
    Ok(all.into_iter().map(|(id,)| id).collect())
}

/// Another process that begins a count waits until this page is written.
fn still_ours(tx: &mut Tx<'_>, claim: &str) -> Result<bool> {
    tx.lock("SELECT 1 FROM setting WHERE name = $1 FOR SHARE", WRITING)?;
    Ok(setting::get(tx, WRITING)?.as_deref() == Some(claim))
}

/// Nothing is kept of an erased player.
fn keep(tx: &mut Tx<'_>, id: &str, it: &PlayerRatings) -> Result<()> {
    let here = player::still_here(tx, id)?;
    forget(tx, id)?;
    let PlayerRatings { guesses, games, judge } = it;
    if let Some(guesses) = guesses.as_ref().filter(|_| here) {
        keep_guesses(tx, id, guesses)?;
    }
    if let Some(games) = games.as_ref().filter(|_| here) {
        keep_games(tx, id, games)?;
    }
    if let Some(judge) = judge.as_ref().filter(|_| here) {
        keep_judge(tx, id, judge)?;
    }
    Ok(())
}

fn keep_guesses(tx: &mut Tx<'_>, id: &str, it: &GuessRatings) -> Result<()> {
    run!(
        tx,
        "INSERT INTO guess_rating (player_id, judges, calibrated, low, high, median, trimmed, even,
                                   even_low, even_high, adaptive, adaptive_low, adaptive_high)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        id,
        it.judges,
        it.calibrated,
        it.low,
        it.high,
        it.median,
        it.trimmed,
        it.even,
        it.even_low,
        it.even_high,
        it.adaptive,
        it.adaptive_low,
        it.adaptive_high,
    );
    Ok(())
}

fn keep_games(tx: &mut Tx<'_>, id: &str, it: &GameRatings) -> Result<()> {
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
        "INSERT INTO judge_scale (player_id, players, shift, scale, weight, settled, mark, scatter)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        it.players,
        it.shift,
        it.scale,
        it.weight,
        it.settled,
        it.mark,
        it.scatter,
    );
    Ok(())
}

pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM guess_rating WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM game_rating WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM judge_scale WHERE player_id = $1", player_id);
    Ok(())
}

pub fn of_guesses(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<GuessRatings>> {
    Ok(row!(
        tx,
        "SELECT judges, calibrated, low, high, median, trimmed, even, even_low, even_high, adaptive,
                adaptive_low, adaptive_high
         FROM guess_rating WHERE player_id = $1",
        player_id,
    ))
}

record! {
    struct GameRow {
        games: i64,
        bradley_terry: Option<f64>,
        bradley_half: Option<f64>,
        elo: Option<f64>,
        glicko: Option<f64>,
        glicko_half: Option<f64>,
        trueskill: Option<f64>,
        true_half: Option<f64>,
    }
}

pub fn of_games(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<GameRatings>> {
    let found: Option<GameRow> = row!(
        tx,
        "SELECT games, bradley_terry, bradley_half, elo, glicko, glicko_half, trueskill, true_half
         FROM game_rating WHERE player_id = $1",
        player_id,
    );
    Ok(found.map(|row| GameRatings {
        games: row.games,
        bradley_terry: Estimate { rating: row.bradley_terry, half: row.bradley_half },
        elo: Estimate { rating: row.elo, half: None },
        glicko: Estimate { rating: row.glicko, half: row.glicko_half },
        trueskill: Estimate { rating: row.trueskill, half: row.true_half },
    }))
}

/// Ratings from people's guesses of each machine.
pub fn of_machines(tx: &mut Tx<'_>) -> Result<BTreeMap<String, GuessRatings>> {
    let rows: Vec<RowPair<(String,), GuessRatings>> = rows!(
        tx,
        "SELECT m.player_id, r.judges, r.calibrated, r.low, r.high, r.median, r.trimmed, r.even,
                r.even_low, r.even_high, r.adaptive, r.adaptive_low, r.adaptive_high
         FROM machine m JOIN guess_rating r ON r.player_id = m.player_id",
    );
    Ok(rows.into_iter().map(|RowPair((id,), ratings)| (id, ratings)).collect())
}

pub fn judge(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Judge>> {
    Ok(row!(
        tx,
        "SELECT players, shift, scale, weight, settled, mark, scatter FROM judge_scale
         WHERE player_id = $1",
        player_id
    ))
}
