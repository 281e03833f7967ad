//! The daily moon: five exchanges a day, for each of which a visitor says how smart the answer seems and
//! whether a person or a machine gave it. An exchange is one question with its answer.

use std::fmt;

use crate::rating::Rating;
use crate::rng::Chance;

/// The exchanges of a day.
pub const EXCHANGES: usize = 5;
/// A rating counts from so many guesses on.
pub const RATED_FROM: i64 = 5;
/// The points for each exchange, and
pub const MOST_POINTS: u32 = 20;
/// those for a whole day.
pub const MOST_SCORE: u32 = 100;

/// What a visitor says about one exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// From 0 to 100.
    pub guess: u8,
    /// True if the visitor takes the respondent for a machine.
    pub machine: bool,
}

/// What is known about the respondent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Respondent {
    pub machine: bool,
    pub rating: Option<Rating>,
}

impl Respondent {
    /// The rating, once enough guesses are in it.
    pub fn settled_rating(self) -> Option<f64> {
        self.rating.filter(|it| it.count() >= RATED_FROM).map(Rating::mean)
    }
}

/// The points that a verdict earns: half for telling a person from a machine and half for the distance to
/// the Smarts Rating. Without a settled rating, all are for the former.
pub fn points(verdict: Verdict, respondent: Respondent) -> u32 {
    let half = MOST_POINTS / 2;
    let told = if verdict.machine == respondent.machine { half } else { 0 };
    let Some(rating) = respondent.settled_rating() else { return 2 * told };
    // A point less for each five points off.
    let off = (rating - f64::from(verdict.guess)).abs();
    let steps = (1..=half).take_while(|step| off >= 5.0 * f64::from(*step) - 2.5).count();
    told + half - u32::try_from(steps).unwrap_or(half)
}

/// The score of a day: the share of the points that could be had, in percent. Fewer than five exchanges
/// are left where some were withdrawn in the course of the day.
pub fn score(points: &[u32]) -> u32 {
    let most = MOST_POINTS * u32::try_from(points.len()).unwrap_or(0);
    let sum: u32 = points.iter().sum();
    (sum * MOST_SCORE + most / 2).checked_div(most).unwrap_or(0)
}

/// How much of a moon an exchange has lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moon {
    New,
    Crescent,
    Half,
    Gibbous,
    Full,
}

impl Moon {
    pub fn of(points: u32) -> Moon {
        match points {
            0..=3 => Moon::New,
            4..=7 => Moon::Crescent,
            8..=12 => Moon::Half,
            13..=16 => Moon::Gibbous,
            _ => Moon::Full,
        }
    }

    /// The share that is lit.
    pub fn lit(self) -> f64 {
        match self {
            Moon::New => 0.0,
            Moon::Crescent => 0.25,
            Moon::Half => 0.5,
            Moon::Gibbous => 0.75,
            Moon::Full => 1.0,
        }
    }
}

/// As a character that waxes from the right, as the moons on pages do.
impl fmt::Display for Moon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Moon::New => "🌑",
            Moon::Crescent => "🌒",
            Moon::Half => "🌓",
            Moon::Gibbous => "🌔",
            Moon::Full => "🌕",
        })
    }
}

/// The longest run of days up to a day; `days` are those played, the latest first. A day that is not over
/// breaks nothing.
pub fn streak(days: &[i64], today: i64) -> usize {
    let Some(latest) = days.first().copied().filter(|latest| today - latest <= 1) else { return 0 };
    days.iter().zip(0..).take_while(|(day, back)| **day == latest - back).count()
}

/// Draws the exchanges of a day from the candidates, each an id and whether a machine answered. The same
/// seed draws the same from the same candidates in any order. Between one and four of the five are
/// machines', as far as there are both; none is drawn where there are fewer than five.
pub fn draw(seed: &str, candidates: &[(String, bool)]) -> Vec<String> {
    if candidates.len() < EXCHANGES {
        return Vec::new();
    }
    let mut chance = Chance::from_words(&["the daily moon", seed]);
    let mut sorted: Vec<&(String, bool)> = candidates.iter().collect();
    sorted.sort();
    shuffle(&mut sorted, &mut chance);
    let (machines, people): (Vec<_>, Vec<_>) =
        sorted.into_iter().partition(|(_, machine)| *machine);
    let wanted = 1 + chance.below(EXCHANGES - 1);
    let fewest = EXCHANGES.saturating_sub(people.len());
    let count = wanted.max(fewest).min(machines.len());
    let mut drawn: Vec<_> = machines
        .into_iter()
        .take(count)
        .chain(people.into_iter().take(EXCHANGES - count))
        .collect();
    shuffle(&mut drawn, &mut chance);
    drawn.into_iter().map(|(id, _)| id.clone()).collect()
}

fn shuffle<T>(all: &mut [T], chance: &mut Chance) {
    for last in (1..all.len()).rev() {
        all.swap(last, chance.below(last + 1));
    }
}

#[cfg(test)]
mod tests;
