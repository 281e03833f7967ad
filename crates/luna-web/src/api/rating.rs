//! Ratings in responses to machines: the Smarts Rating and derived ratings.

use luna_core::interval::Spread;
use luna_store::rating::derived::{self, GameRatings, GuessRatings};
use luna_store::theme::ThemeRating;
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct OtherRatings {
    judges: i64,
    calibrated: Estimate,
    median: f64,
    trimmed_mean: f64,
    at_equal_length: Option<Estimate>,
    adaptive: Option<Estimate>,
    by_theme: Vec<OfTheme>,
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

/// A rating from the marks of responses to questions about the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct OfTheme {
    theme: String,
    rating: Estimate,
    marks: i64,
}

/// `None` before the first guess, or before the next computation.
pub(super) fn others(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Option<OtherRatings>> {
    let DerivedRatings { guesses, games, themes } = DerivedRatings::of(tx, player_id)?;
    Ok(guesses.map(|guesses| together(guesses, games.unwrap_or_default(), themes)))
}

fn together(
    guesses: GuessRatings,
    games: GameRatings,
    themes: Vec<(String, ThemeRating)>,
) -> OtherRatings {
    let by_theme =
        themes.into_iter().map(|(theme, ThemeRating { rating, low, high, marks, .. })| OfTheme {
            theme,
            rating: Estimate { rating, low: Some(low), high: Some(high) },
            marks,
        });
    OtherRatings {
        judges: guesses.judges,
        calibrated: Estimate {
            rating: guesses.calibrated,
            low: Some(guesses.low),
            high: Some(guesses.high),
        },
        median: guesses.median,
        trimmed_mean: guesses.trimmed,
        at_equal_length: with_ends(guesses.even, guesses.even_low, guesses.even_high),
        adaptive: with_ends(guesses.adaptive, guesses.adaptive_low, guesses.adaptive_high),
        by_theme: by_theme.collect(),
        games: games.games,
        bradley_terry: estimate(games.bradley_terry),
        elo: estimate(games.elo),
        glicko_2: estimate(games.glicko),
        trueskill: estimate(games.trueskill),
    }
}

fn with_ends(rating: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<Estimate> {
    rating.map(|rating| Estimate { rating, low, high })
}

fn estimate(derived::Estimate { rating, half }: derived::Estimate) -> Option<Estimate> {
    let rating = rating?;
    let (low, high) = half.map(|half| (rating - half, rating + half)).unzip();
    Some(Estimate { rating, low, high })
}
