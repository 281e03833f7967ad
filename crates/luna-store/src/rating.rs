//! Smarts Ratings: a cache of the finished games. [`crate::game::rebuild`] recomputes it.

pub mod closeness;
pub mod counters;
pub mod derived;
pub mod judge;
pub mod midnight;
pub mod theme;

use luna_core::game::{Game, Seat};
use luna_core::interval::{self, Spread};
use luna_core::rating::{Outcome, Points, Rating};

use crate::player::standing::Standing;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "guess",
    key: &["game_id", "side"],
    columns: &[
        (Class::Exported, &["points", "rating_sum", "rating_count", "at", "calibrated"]),
        (Class::Withheld(reason::PARTNER), &["game_id", "by_player", "of_player"]),
        (Class::NotPersonal, &["side", "counts", "answer_chars"]),
    ],
    erasure: Erasure::Stays("The ratings of others are made of it; it holds no words."),
};

/// A player's Smarts Rating, if anyone has guessed yet.
pub fn of(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Rating>> {
    let found: Option<(i64, i64)> =
        row!(tx, "SELECT guess_sum, guess_count FROM player WHERE id = $1", player_id);
    let (sum, count) = found.ok_or(Error::NotFound)?;
    Ok(Rating::from_sum(sum, count))
}

/// The same, with what says how sure it is.
pub fn spread_of(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Spread>> {
    let found: Option<(i64, i64, i64)> = row!(
        tx,
        "SELECT guess_sum, guess_count, guess_squares FROM player WHERE id = $1",
        player_id,
    );
    let (sum, count, squares) = found.ok_or(Error::NotFound)?;
    let usual = derived::usual(tx)?;
    Ok(Rating::from_sum(sum, count).map(|rating| Spread { rating, squares, usual }))
}

/// A finished, rated game.
#[derive(Clone, Copy)]
pub(crate) struct FinishedGame<'a> {
    pub(crate) game_id: &'a str,
    pub(crate) game: &'a Game,
    /// The players before this game, by seat, as is what follows.
    pub(crate) standing: &'a [Standing; 2],
    /// True if a side's guesses go into ratings now.
    pub(crate) counts: [bool; 2],
    /// The number of characters that each side has written in response.
    pub(crate) lengths: [i64; 2],
    /// The calibrated ratings that were in force.
    pub(crate) calibrated: [Option<f64>; 2],
    pub(crate) at: i64,
}

/// Writes down what a game was for both of its players.
pub(crate) fn record(tx: &mut Tx<'_>, finished: FinishedGame<'_>) -> Result<()> {
    let mut seats = Seat::BOTH;
    seats.sort_by_key(|seat| &finished.standing[seat.index()].player_id);
    for seat in seats {
        record_seat(tx, finished, seat)?;
    }
    Ok(())
}

/// The number of characters that each seat has written in response.
pub(crate) fn lengths(game: &Game) -> [i64; 2] {
    Seat::BOTH.map(|seat| {
        let answers = game.view(seat).my_answers.unwrap_or_default();
        let chars: usize = answers.iter().map(|answer| answer.chars().count()).sum();
        i64::try_from(chars).unwrap_or(i64::MAX)
    })
}

/// The guess of the seat opposite, and the outcome, for the player in `seat`.
fn record_seat(tx: &mut Tx<'_>, finished: FinishedGame<'_>, seat: Seat) -> Result<()> {
    let FinishedGame { game_id, game, standing, counts, lengths, calibrated, at } = finished;
    let result = game.result(seat).ok_or_else(|| Error::corrupt("a final game without result"))?;
    let before = &standing[seat.index()];
    let (of, by) = (&before.player_id, &standing[seat.other().index()].player_id);
    let counts = counts[seat.other().index()];
    // As both were told then; the moves say it too.
    let now = result.my_rating_now;
    defer!(
        tx,
        "INSERT INTO guess (game_id, side, by_player, of_player, points, counts, rating_sum,
                            rating_count, answer_chars, at, calibrated)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        row = format_args!("{game_id} {}", seat.other().name()),
        game_id,
        seat.other().name(),
        by,
        of,
        result.their_guess.millionths(),
        counts,
        now.map_or(0, Rating::sum),
        now.map_or(0, Rating::count),
        lengths[seat.index()],
        at,
        calibrated[seat.index()],
    );
    let (add, square, one) = if counts {
        (result.their_guess.millionths(), interval::square(result.their_guess), 1)
    } else {
        (0, 0, 0)
    };
    let is = |outcome| i64::from(result.outcome == outcome);
    defer!(
        tx,
        "UPDATE player SET guess_sum = guess_sum + $2, guess_count = guess_count + $3,
                won = won + $4, lost = lost + $5, tied = tied + $6, finished = finished + 1,
                guess_squares = guess_squares + $7
         WHERE id = $1",
        row = of,
        of,
        add,
        one,
        is(Outcome::Won),
        is(Outcome::Lost),
        is(Outcome::Tied),
        square,
    );
    counters::move_bin(tx, &before.kind, of, before.rating(), before.rating_after(add, one));
    Ok(())
}

/// The calibrated ratings of the players of a finished game when the guesses became known, first of
/// this one and then of the partner.
pub fn calibrated_then(
    tx: &mut Tx<'_>,
    game_id: &str,
    player_id: &str,
) -> Result<[Option<f64>; 2]> {
    let found: Vec<(String, Option<f64>)> = rows!(
        tx,
        "SELECT of_player, calibrated FROM guess WHERE game_id = $1 AND side IN ('A', 'B')",
        game_id,
    );
    let of = |is_me: bool| {
        let it = found.iter().find(|(of, _)| (of == player_id) == is_me);
        it.and_then(|(_, calibrated)| *calibrated)
    };
    Ok([of(true), of(false)])
}

/// One point of a player's rating over time.
#[derive(Clone, Debug)]
pub struct Step {
    pub at: i64,
    pub rating: Rating,
    /// Half the width of the 95 % interval, from the second guess on.
    pub margin: Option<f64>,
}

/// The last ratings of a player, oldest first: computed backwards from the rating now, as if
/// excluded guesses had never been made.
pub fn history(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Step>> {
    let mut spread = spread_of(tx, player_id)?;
    let rows: Vec<(i64, i64)> = rows!(
        tx,
        "SELECT at, points FROM guess
         WHERE of_player = $1 AND counts = TRUE ORDER BY at DESC, game_id DESC LIMIT 200",
        player_id,
    );
    let mut steps = Vec::new();
    for (at, points) in rows {
        let Some(now) = spread else { break };
        let margin = now.margin().filter(|_| now.rating.count() > 1);
        steps.push(Step { at, rating: now.rating, margin });
        let before = Rating::from_sum(now.rating.sum() - points, now.rating.count() - 1);
        let squares = now.squares - (points / 1_000) * (points / 1_000);
        spread = before.map(|rating| Spread { rating, squares, ..now });
    }
    steps.reverse();
    Ok(steps)
}

/// People's guesses of a player on one day, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Its midnight.
    pub at: i64,
    /// In millionths of a point.
    pub sum: i64,
    pub count: i64,
    /// As in [`Spread`].
    pub squares: i64,
}

/// The days on which people guessed of a player, the first of them first; of the guesses
/// that count now.
pub fn days(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Day>> {
    let rows: Vec<(i64, i64, i64, i64)> = rows!(
        tx,
        "SELECT at / 86400000, CAST(sum(points) AS BIGINT), count(*),
                CAST(sum((points / 1000) * (points / 1000)) AS BIGINT)
         FROM guess WHERE of_player = $1 AND counts = TRUE
         GROUP BY at / 86400000 ORDER BY at / 86400000",
        player_id,
    );
    let day = |(day, sum, count, squares)| Day { at: day * DAY_MS, sum, count, squares };
    Ok(rows.into_iter().map(day).collect())
}

const DAY_MS: i64 = 86_400_000;

/// Length of all responses and the guess they earned, of the latest human guesses.
pub fn lengths_and_guesses(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<(i64, Points)>> {
    let rows: Vec<(i64, i64)> = rows!(
        tx,
        "SELECT answer_chars, points FROM guess WHERE counts = TRUE ORDER BY at DESC, game_id DESC LIMIT $1",
        limit,
    );
    rows.into_iter()
        .map(|(chars, points)| {
            Ok((chars, Points::from_millionths(points).map_err(Error::corrupt)?))
        })
        .collect()
}
