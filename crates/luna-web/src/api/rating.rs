//! Ratings in responses to machines: the Smarts Rating and derived ratings.

use luna_core::interval::Spread;
use luna_store::rating::derived::{self, GameRatings, GuessRatings};
use luna_store::{self as store, Tx};
use serde::Serialize;

use crate::rating::derived::DerivedRatings;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Rating {
    mean: f64,
    guesses: i64,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Spread> for Rating {
    fn from(spread: Spread) -> Rating {
        let (low, high) = spread.interval().unzip();
        Rating { mean: spread.rating.mean(), guesses: spread.rating.count(), low, high }
    }
}

/// Derived ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct OtherRatings {
    judges: i64,
    calibrated: Estimate,
    median: f64,
    trimmed_mean: f64,
    games: i64,
    bradley_terry: Option<Estimate>,
    elo: Option<Estimate>,
    glicko_2: Option<Estimate>,
    trueskill: Option<Estimate>,
}

/// A rating with its 95 % interval, if the method has one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Estimate {
    rating: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// `None` before the first guess, or before the next computation.
pub(super) fn others(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Option<OtherRatings>> {
    let DerivedRatings { guesses, games } = DerivedRatings::of(tx, player_id)?;
    Ok(guesses.map(|guesses| together(guesses, games.unwrap_or_default())))
}

fn together(guesses: GuessRatings, games: GameRatings) -> OtherRatings {
    let GuessRatings { judges, calibrated, low, high, median, trimmed, .. } = guesses;
    OtherRatings {
        judges,
        calibrated: Estimate { rating: calibrated, low: Some(low), high: Some(high) },
        median,
        trimmed_mean: trimmed,
        games: games.games,
        bradley_terry: estimate(games.bradley_terry),
        elo: estimate(games.elo),
        glicko_2: estimate(games.glicko),
        trueskill: estimate(games.trueskill),
    }
}

fn estimate(derived::Estimate { rating, half }: derived::Estimate) -> Option<Estimate> {
    let rating = rating?;
    let (low, high) = half.map(|half| (rating - half, rating + half)).unzip();
    Some(Estimate { rating, low, high })
}
