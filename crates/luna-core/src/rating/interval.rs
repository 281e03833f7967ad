//! The precision of a mean of guesses.

use crate::rating::{Points, Rating};

/// A rating with the statistics that its interval needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub rating: Rating,
    /// Sum of the squares of all guesses, in thousandths of a point.
    pub squares: i64,
    /// The variance of all players' guesses, from [`usual`].
    pub usual: f64,
}

impl Spread {
    /// The 95 % interval of the mean; `None` below two guesses. It may be looked at after
    /// every game, and holds whenever one stops. It ends at 0 and 100, as guesses do.
    pub fn interval(self) -> Option<(f64, f64)> {
        let (mean, margin) = (self.rating.mean(), self.margin()?);
        Some(((mean - margin).max(0.0), (mean + margin).min(100.0)))
    }

    /// Half the width of the interval, before it is cut at 0 and 100.
    pub fn margin(self) -> Option<f64> {
        let count = self.rating.count();
        let (guesses, mean) = (float(count), self.rating.mean());
        let left = (float(self.squares) / 1e6 - guesses * mean * mean).max(0.0);
        let variance = left / float(count - 1).max(1.0);
        Sample { count, variance, usual: self.usual }.watched()
    }
}

/// The usual variance of guesses around the means of their players: `left` is the residual sum of
/// squares, `free` its degrees of freedom. With fewer than twenty, the variance of the uniform
/// distribution from 0 to 100 is assumed.
pub fn usual(left: f64, free: f64) -> f64 {
    const ANYTHING: f64 = 100.0 * 100.0 / 12.0;
    if free < float(ELSEWHERE) { ANYTHING } else { left / free }
}

/// The count, mean and variance of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub count: i64,
    pub variance: f64,
    /// The variance of numbers of this kind elsewhere; it counts like twenty of them.
    pub usual: f64,
}

/// The weight of the usual variance, in guesses: three guesses that happen to agree tell little
/// about the error of the fourth.
const ELSEWHERE: i64 = 20;

impl Sample {
    /// The error of the mean that holds at any time: it lies where a bet against it, of a normal size
    /// and for any variance, has multiplied its stake by five.
    pub fn watched(self) -> Option<f64> {
        let (freedom, left) = self.pooled();
        let count = float(self.count);
        let share = STAKE / (count + STAKE);
        let odds = (FAVOUR / share.sqrt()).powf(2.0 / float(freedom + 1));
        let room = 1.0 - share * odds;
        (self.count > 1).then(|| ((odds - 1.0) / room * left / count).sqrt())
    }

    /// Degrees of freedom, and the sum of squares that has them, with what is known from elsewhere.
    pub fn pooled(self) -> (i64, f64) {
        let free = self.count - 1;
        let left = self.variance * float(free) + self.usual * float(ELSEWHERE);
        (free + ELSEWHERE, left)
    }
}

/// Fair bets are worth so much one day in one of so many lives at most, and in far fewer
/// here: players are met again and again, and bets are made one guess at a time. What comes
/// of it was measured: `docs/ratings.md` has the table.
const FAVOUR: f64 = 5.0;
/// The error of the mean that the bet is on: smaller bets on more.
const STAKE: f64 = 0.1;

/// The contribution of one guess to [`Spread::squares`].
pub fn square(guess: Points) -> i64 {
    let thousandths = guess.millionths() / 1000;
    thousandths * thousandths
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(whole: i64) -> f64 {
    whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(guesses: &[&str], usual: f64) -> Option<Spread> {
        let points = guesses.iter().map(|guess| Points::parse(guess).unwrap());
        let squares = points.clone().map(square).sum();
        points.fold(None, |rating, guess| Some(Rating::after(rating, guess))).map(|rating| Spread {
            rating,
            squares,
            usual,
        })
    }

    #[test]
    fn two_guesses_are_needed() {
        assert_eq!(spread(&["50"], 25.0).unwrap().interval(), None);
        let (low, high) = spread(&["50", "50"], 25.0).unwrap().interval().unwrap();
        assert!((5.0..12.0).contains(&(50.0 - low)) && (high + low - 100.0).abs() < 1e-9);
        assert_eq!(spread(&["1", "99"], 2500.0).unwrap().interval(), Some((0.0, 100.0)));
    }

    #[test]
    fn it_is_wider_for_who_looks_more_often() {
        let ten = ["55.5", "61", "48", "70", "66", "59", "52", "63.25", "58", "60"];
        let watched = spread(&ten, 40.0).unwrap().margin().unwrap();
        // 40.653 is the variance of the ten.
        let (freedom, left) = Sample { count: 10, variance: 40.653, usual: 40.0 }.pooled();
        assert_eq!((freedom, left.round()), (29, 1166.0));
        // Student's quantile of 29 degrees of freedom, for a single look.
        let once = 2.045_23 * (left / 29.0 / 10.0).sqrt();
        assert!((1.3..1.6).contains(&(watched / once)), "{watched}, {once}");
    }

    #[test]
    fn it_narrows_and_many_own_guesses_outweigh_the_others() {
        let sample = |count, usual| Sample { count, variance: 100.0, usual };
        let watched: Vec<f64> =
            [2, 5, 20, 100, 10_000].map(|n| sample(n, 25.0).watched().unwrap()).into();
        assert!(watched.is_sorted_by(|a, b| a > b), "{watched:?}");
        let [few, many] = [2, 10_000].map(|count| {
            let wide = sample(count, 400.0).watched().unwrap();
            wide / sample(count, 25.0).watched().unwrap()
        });
        assert!(few > 3.0 && many < 1.01, "{few}, {many}");
    }

    #[test]
    fn where_nothing_is_known_guesses_could_be_anything() {
        assert!((usual(0.0, 0.0).sqrt() - 28.9).abs() < 0.1);
        assert!((usual(25.0 * 19.0, 19.0).sqrt() - 28.9).abs() < 0.1);
        assert!((usual(25.0 * 20.0, 20.0) - 25.0).abs() < 1e-12);
    }
}
