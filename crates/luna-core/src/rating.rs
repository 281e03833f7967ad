//! Points and Smarts Ratings.
//!
//! Points are whole millionths, so that a sum of guesses is the same in any
//! order and a rating rebuilt from the games equals the one kept beside them
//! to the last bit.

pub mod closeness;
pub mod interval;
pub mod rank;

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

const ONE: i64 = 1_000_000;

/// A number from 0 to 100, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Points(i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPoints {
    #[error("Please give a number from 0 to 100, such as 62 or 62.5.")]
    NotANumber,
    #[error("That number is outside 0 to 100.")]
    OutOfRange,
}

impl Points {
    pub const MAX: Points = Points(100 * ONE);

    pub fn from_millionths(millionths: i64) -> Result<Points, NotPoints> {
        if (0..=Points::MAX.0).contains(&millionths) {
            Ok(Points(millionths))
        } else {
            Err(NotPoints::OutOfRange)
        }
    }

    pub fn millionths(self) -> i64 {
        self.0
    }

    /// From 0 to 100.
    pub fn number(self) -> f64 {
        Rating::after(None, self).mean()
    }

    /// Reads what a person types: `62`, `62.5` or `62,5`. Digits after the
    /// sixth decimal are rounded.
    pub fn parse(text: &str) -> Result<Points, NotPoints> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all = whole.bytes().chain(decimals.bytes());
        if whole.is_empty() && decimals.is_empty() || !all.into_iter().all(|b| b.is_ascii_digit()) {
            return Err(NotPoints::NotANumber);
        }
        let whole = whole.trim_start_matches('0');
        if whole.len() > 3 {
            return Err(NotPoints::OutOfRange);
        }
        let mut millionths = 0;
        for digit in whole.bytes() {
            millionths = millionths * 10 + i64::from(digit - b'0') * ONE;
        }
        let mut unit = ONE;
        for digit in decimals.bytes().take(6) {
            unit /= 10;
            millionths += i64::from(digit - b'0') * unit;
        }
        if decimals.as_bytes().get(6).is_some_and(|&digit| digit >= b'5') {
            millionths += 1;
        }
        Points::from_millionths(if negative { -millionths } else { millionths })
    }

    /// The mean of several, rounded down to a tenth; `None` of none.
    pub fn suggest(sliders: &[Points]) -> Option<Points> {
        let count = i64::try_from(sliders.len()).ok().filter(|&n| n > 0)?;
        let mean = sliders.iter().map(|p| p.0).sum::<i64>() / count;
        Some(Points(mean - mean % (ONE / 10)))
    }
}

impl TryFrom<i64> for Points {
    type Error = NotPoints;

    fn try_from(millionths: i64) -> Result<Points, NotPoints> {
        Points::from_millionths(millionths)
    }
}

impl From<Points> for i64 {
    fn from(points: Points) -> i64 {
        points.0
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.0 / ONE, self.0 % ONE);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The mean of all human guesses of one player. There is none before the
/// first guess, so a player starts without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// In millionths of a point.
    sum: i64,
    count: i64,
}

impl Rating {
    /// From a stored sum and count; `None` where nobody has guessed yet.
    pub fn from_sum(sum: i64, count: i64) -> Option<Rating> {
        (count > 0).then_some(Rating { sum, count })
    }

    pub fn count(self) -> i64 {
        self.count
    }

    pub fn sum(self) -> i64 {
        self.sum
    }

    /// The rating after one more human guess.
    pub fn after(rating: Option<Rating>, guess: Points) -> Rating {
        let Rating { sum, count } = rating.unwrap_or(Rating { sum: 0, count: 0 });
        Rating { sum: sum + guess.0, count: count + 1 }
    }

    /// The rating without some of the guesses in it.
    pub fn without(self, some: Option<Rating>) -> Option<Rating> {
        let Rating { sum, count } = some.unwrap_or(Rating { sum: 0, count: 0 });
        Rating::from_sum(self.sum - sum, self.count - count)
    }

    /// The mean, in points.
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
    pub fn mean(self) -> f64 {
        self.sum as f64 / self.count as f64 / ONE as f64
    }

    /// The distance of a guess from this rating, exactly: millionths times count.
    fn miss(self, guess: Points) -> i128 {
        (i128::from(guess.0) * i128::from(self.count) - i128::from(self.sum)).abs()
    }

    /// The distance between a guess and this rating, in points.
    pub fn distance(self, guess: Points) -> f64 {
        (self.mean() - guess.number()).abs()
    }
}

impl fmt::Display for Rating {
    /// To a tenth, halves up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenth = ONE / 10 * self.count;
        let tenths = (self.sum + tenth / 2) / tenth;
        let text = match tenths % 10 {
            0 => format!("{}", tenths / 10),
            rest => format!("{}.{rest}", tenths / 10),
        };
        f.pad(&text)
    }
}

/// The outcome of a finished game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Won,
    Lost,
    Tied,
    /// Unrated against a rated player: they win, and this is no loss.
    NoLoss,
}

/// The outcome of `mine` against `theirs`: the closer guess wins, compared without rounding.
/// `ratings` are mine and theirs, in force at the reveal.
pub fn outcome(mine: Points, theirs: Points, ratings: [Option<Rating>; 2]) -> Outcome {
    match ratings {
        [None, None] => Outcome::Tied,
        [Some(_), None] => Outcome::Won,
        [None, Some(_)] => Outcome::NoLoss,
        [Some(me), Some(them)] => {
            let my_miss = them.miss(mine) * i128::from(me.count);
            let their_miss = me.miss(theirs) * i128::from(them.count);
            match my_miss.cmp(&their_miss) {
                Ordering::Less => Outcome::Won,
                Ordering::Equal => Outcome::Tied,
                Ordering::Greater => Outcome::Lost,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = Points::parse(text);
        let shown = read.map_or_else(|refusal| refusal.to_string(), |points| points.to_string());
        assert_eq!(shown, expected, "{text:?}");
    }

    #[test]
    fn points_are_read_as_people_write_them() {
        check("81", "81");
        check(" 81.5 ", "81.5");
        check("81,5", "81.5");
        check("0", "0");
        check("-0", "0");
        check("100", "100");
        check("100.000000", "100");
        check(".5", "0.5");
        check("007", "7");
        check("33.3333333333333", "33.333333");
        check("66.6666666", "66.666667");
        check("99.9999999", "100");
    }

    #[test]
    fn what_is_not_a_number_from_0_to_100_is_refused() {
        let not = NotPoints::NotANumber.to_string();
        for text in ["", " ", "NaN", "inf", "1e2", "ten", "5 5", "+5", "0x10", "5.5.5", "-", "."] {
            check(text, &not);
        }
        let out = NotPoints::OutOfRange.to_string();
        for text in ["-1", "101", "100.0000006", "-0.000001", "99999999999999999999999", "1000"] {
            check(text, &out);
        }
    }

    fn points(text: &str) -> Points {
        Points::parse(text).unwrap()
    }

    fn rating(guesses: &[&str]) -> Option<Rating> {
        guesses.iter().fold(None, |rating, guess| Some(Rating::after(rating, points(guess))))
    }

    #[test]
    fn a_rating_is_the_mean_of_the_guesses() {
        assert_eq!(rating(&["91"]).unwrap().to_string(), "91");
        assert_eq!(rating(&["64", "65"]).unwrap().to_string(), "64.5");
        assert_eq!(rating(&["1", "1", "0"]).unwrap().to_string(), "0.7");
        assert!((rating(&["1", "1", "0"]).unwrap().mean() - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(rating(&[]), None);
    }

    #[test]
    fn the_papers_example_comes_out() {
        // Rated 75, guessed 81 of a player rated 84, who guessed 91.
        let ratings = [rating(&["75"]), rating(&["84"])];
        assert_eq!(outcome(points("81"), points("91"), ratings), Outcome::Won);
    }

    #[test]
    fn the_closer_guess_wins_and_the_unrated_never_lose() {
        let (low, high) = (rating(&["20"]), rating(&["80"]));
        let play = |a: &str, b: &str, ratings| outcome(points(a), points(b), ratings);
        assert_eq!(play("70", "31", [low, high]), Outcome::Won);
        assert_eq!(play("70", "29", [low, high]), Outcome::Lost);
        assert_eq!(play("70", "30", [low, high]), Outcome::Tied);
        assert_eq!(play("0", "20", [low, None]), Outcome::Won);
        assert_eq!(play("80", "0", [None, high]), Outcome::NoLoss);
        assert_eq!(play("1", "2", [None, None]), Outcome::Tied);
    }

    #[test]
    fn equal_misses_of_a_third_are_a_tie() {
        // Means of 33 1/3 and 66 2/3: no binary fraction holds either.
        let a = rating(&["33", "33", "34"]);
        let b = rating(&["66", "67", "67"]);
        assert_eq!(outcome(points("67"), points("33"), [a, b]), Outcome::Tied);
        assert_eq!(outcome(points("67"), points("33.000001"), [a, b]), Outcome::Lost);
    }

    #[test]
    fn sliders_suggest_their_mean() {
        assert_eq!(Points::suggest(&[]), None);
        assert_eq!(Points::suggest(&[points("72"), points("91")]).unwrap().to_string(), "81.5");
        let thirds = [points("1"), points("1"), points("0")];
        assert_eq!(Points::suggest(&thirds).unwrap().to_string(), "0.6");
    }
}
