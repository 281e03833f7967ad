//! How far a mean of guesses can be trusted.

use crate::rating::{Points, Rating};

/// A rating with what is needed to say how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    pub rating: Rating,
    /// Sum of the squares of all guesses, in thousandths of a point.
    pub squares: i64,
}

impl Spread {
    /// The 95 % interval of the mean by Student's t; `None` below two guesses. Right when
    /// it is looked at once, after a number of guesses that they did not decide.
    /// It ends at 0 and 100, as guesses do.
    pub fn interval(self) -> Option<(f64, f64)> {
        self.around(self.margin()?)
    }

    /// The same where it is known how guesses of the other players vary around their means:
    /// right from the first few guesses on, whoever makes them.
    pub fn among(self, usual: f64) -> Option<(f64, f64)> {
        self.around(self.sample(Some(usual))?.once()?)
    }

    /// The wider 95 % interval for who looks after every game: it holds at all of them, and
    /// whenever one stops.
    pub fn watched(self, usual: f64) -> Option<(f64, f64)> {
        self.around(self.sample(Some(usual))?.watched()?)
    }

    /// Half the width of the interval, before it is cut at 0 and 100.
    pub fn margin(self) -> Option<f64> {
        self.sample(None)?.once()
    }

    /// The sum of squares around the mean, and its degrees of freedom: added up over all
    /// players, one divided by the other is how guesses usually vary.
    pub fn left(self) -> (f64, i64) {
        let count = self.rating.count();
        let (guesses, mean) = (float(count), self.rating.mean());
        ((float(self.squares) / 1e6 - guesses * mean * mean).max(0.0), count - 1)
    }

    fn around(self, margin: f64) -> Option<(f64, f64)> {
        let mean = self.rating.mean();
        Some(((mean - margin).max(0.0), (mean + margin).min(100.0)))
    }

    fn sample(self, usual: Option<f64>) -> Option<Sample> {
        let (left, free) = self.left();
        let count = self.rating.count();
        (free > 0).then(|| Sample { count, variance: left / float(free), usual })
    }
}

/// How many numbers there are, and how they vary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub count: i64,
    pub variance: f64,
    /// How much numbers of this kind vary elsewhere; it counts like [`ELSEWHERE`] of them.
    pub usual: Option<f64>,
}

/// Three guesses that happen to agree say little about how far the fourth will be off. So
/// how guesses of other players vary counts too, like so many guesses.
const ELSEWHERE: i64 = 20;

impl Sample {
    /// How far the mean may be off, by Student's t.
    pub fn once(self) -> Option<f64> {
        let (freedom, left) = self.left();
        let variance = left / float(freedom);
        (self.count > 1).then(|| student(freedom) * (variance / float(self.count)).sqrt())
    }

    /// How far it may be off at any time: where a bet against the mean, of a normal size
    /// and whatever the variance, has multiplied its stake by [`FAVOUR`]. `None` while
    /// nothing is known from elsewhere.
    pub fn watched(self) -> Option<f64> {
        let (freedom, left) = self.left();
        let count = float(self.count);
        let share = STAKE / (count + STAKE);
        let odds = (FAVOUR / share.sqrt()).powf(2.0 / float(freedom + 1));
        let room = 1.0 - share * odds;
        let known = self.count > 1 && self.usual.is_some() && room > 0.0;
        known.then(|| ((odds - 1.0) / room * left / count).sqrt())
    }

    /// Degrees of freedom, and the sum of squares that has them.
    fn left(self) -> (i64, f64) {
        let free = self.count - 1;
        let own = self.variance * float(free);
        match self.usual {
            Some(usual) => (free + ELSEWHERE, own + usual * float(ELSEWHERE)),
            None => (free, own),
        }
    }
}

/// Fair bets are worth so much one day in one of so many lives at most; normal numbers get
/// there in 3.7 % of lives of 20 guesses, 5.0 % of those of 100 and 5.8 % of those of 1000.
const FAVOUR: f64 = 6.0;
/// How far off it bets that the mean is: smaller bets on more.
const STAKE: f64 = 0.1;

/// What one guess adds to [`Spread::squares`].
pub fn square(guess: Points) -> i64 {
    let thousandths = guess.millionths() / 1000;
    thousandths * thousandths
}

/// The 97.5 % quantile of Student's distribution.
fn student(freedom: i64) -> f64 {
    const FEW: [f64; 6] = [12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912];
    let nth = usize::try_from(freedom - 1).unwrap_or(0);
    if let Some(&known) = FEW.get(nth) {
        return known;
    }
    // Cornish and Fisher's expansion around the normal quantile.
    let (z, v) = (1.959_963_985_f64, float(freedom));
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
        (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5)
            - 1920.0 * z.powi(3)
            - 945.0 * z)
            / 92160.0,
    ];
    terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) / v) + z
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(whole: i64) -> f64 {
    whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(guesses: &[&str]) -> Option<Spread> {
        let points = guesses.iter().map(|guess| Points::parse(guess).unwrap());
        let squares = points.clone().map(square).sum();
        points
            .fold(None, |rating, guess| Some(Rating::after(rating, guess)))
            .map(|rating| Spread { rating, squares })
    }

    #[track_caller]
    fn check(guesses: &[&str], expected: Option<(f64, f64)>) {
        let found = spread(guesses).and_then(Spread::interval);
        match (found, expected) {
            (Some((low, high)), Some((from, to))) => {
                assert!((low - from).abs() < 1e-3 && (high - to).abs() < 1e-3, "{found:?}");
            }
            _ => assert_eq!(found, expected),
        }
    }

    #[test]
    fn two_guesses_are_needed() {
        check(&["50"], None);
        check(&["40", "60"], Some((0.0, 100.0)));
        check(&["50", "50"], Some((50.0, 50.0)));
    }

    #[test]
    fn the_interval_is_that_of_students_t() {
        // As R's t.test gives it.
        check(&["10", "20", "30", "40", "50"], Some((10.3676, 49.6324)));
        let ten = ["55.5", "61", "48", "70", "66", "59", "52", "63.25", "58", "60"];
        check(&ten, Some((54.6540, 63.8960)));
    }

    #[test]
    fn what_is_known_of_others_steadies_few_guesses() {
        let alike = spread(&["50", "50"]).unwrap();
        let (low, high) = alike.among(25.0).unwrap();
        assert!((5.0..10.0).contains(&(50.0 - low)) && (high + low - 100.0).abs() < 1e-9);
        let (from, to) = alike.watched(25.0).unwrap();
        assert!(from < low && to > high, "who looks more often sees less");
        assert_eq!(spread(&["50"]).unwrap().among(25.0), None);
        assert_eq!(spread(&["50"]).unwrap().watched(25.0), None);
    }

    #[test]
    fn intervals_narrow_and_many_own_guesses_outweigh_the_others() {
        let sample = |count| Sample { count, variance: 100.0, usual: Some(25.0) };
        let watched: Vec<f64> =
            [2, 5, 20, 100, 10_000].map(|n| sample(n).watched().unwrap()).into();
        assert!(watched.is_sorted_by(|a, b| a > b), "{watched:?}");
        let alone = Sample { usual: None, ..sample(10_000) };
        assert!((sample(10_000).once().unwrap() / alone.once().unwrap() - 1.0).abs() < 1e-2);
        assert_eq!(alone.watched(), None);
    }

    #[test]
    fn the_quantile_nears_the_normal_one() {
        for (freedom, known) in [
            (7, 2.364_624),
            (10, 2.228_139),
            (30, 2.042_272),
            (120, 1.979_930),
            (100_000, 1.959_988),
        ] {
            assert!((student(freedom) - known).abs() < 2e-4, "{freedom}: {}", student(freedom));
        }
    }
}
