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
    /// The 95 % interval of the mean by Student's t; `None` below two guesses.
    /// It ends at 0 and 100, as guesses do.
    pub fn interval(self) -> Option<(f64, f64)> {
        let margin = self.margin()?;
        let mean = self.rating.mean();
        Some(((mean - margin).max(0.0), (mean + margin).min(100.0)))
    }

    /// Half the width of the interval, before it is cut at 0 and 100.
    pub fn margin(self) -> Option<f64> {
        let freedom = self.rating.count().checked_sub(1).filter(|&free| free > 0)?;
        let (count, free) = (float(self.rating.count()), float(freedom));
        let mean = self.rating.mean();
        let squares = float(self.squares) / 1e6;
        let variance = ((squares - count * mean * mean) / free).max(0.0);
        Some(student(freedom) * (variance / count).sqrt())
    }
}

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
