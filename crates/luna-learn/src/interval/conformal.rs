//! Conformal intervals: distribution-free coverage for exchangeable data.

use crate::number::float;

/// A prediction interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    Within(f64, f64),
    /// There are too few residuals to bound anything; the caller knows the range of possible
    /// values, such as `[0, 1]` for a rating.
    Unbounded,
}

/// Absolute residuals of rows that the model was not trained on.
#[derive(Clone, Debug, PartialEq)]
pub struct Residuals {
    sorted: Vec<f64>,
}

impl Residuals {
    /// Takes residuals of either sign; NaN counts as infinite.
    pub fn new(residuals: &[f64]) -> Residuals {
        let size = |off: &f64| if off.is_nan() { f64::INFINITY } else { off.abs() };
        let mut sorted: Vec<f64> = residuals.iter().map(size).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        Residuals { sorted }
    }

    /// Takes residuals and an estimated difficulty of each, above 0, for intervals whose width is
    /// proportional to the difficulty.
    pub fn scaled(residuals: &[f64], difficulty: &[f64]) -> Residuals {
        let by = |(off, hard): (&f64, &f64)| if *hard > 0.0 { off / hard } else { f64::NAN };
        Residuals::new(&residuals.iter().zip(difficulty).map(by).collect::<Vec<_>>())
    }

    /// Half width of an interval with at least this coverage at difficulty 1: the `ceil((n + 1) *
    /// level)`th smallest of `n` residuals; `None` if there are fewer.
    pub fn radius(&self, level: f64) -> Option<f64> {
        let rank = rank(self.sorted.len(), level)?;
        self.sorted.get(rank - 1).copied().filter(|radius| radius.is_finite())
    }

    pub fn interval(&self, foretold: f64, level: f64) -> Interval {
        self.interval_scaled(foretold, 1.0, level)
    }

    pub fn interval_scaled(&self, foretold: f64, difficulty: f64, level: f64) -> Interval {
        let radius = self.radius(level).map(|radius| radius * difficulty);
        radius.map_or(Interval::Unbounded, |radius| bounded(foretold - radius, foretold + radius))
    }
}

/// CV+ and jackknife+ interval (Barber and others 2021). Takes, for each training row, the
/// prediction of the model that left it out, and that model's residual on the row. Coverage is at
/// least `2 * level - 1`, and in practice `level`.
pub fn cv_plus(each: &[(f64, f64)], level: f64) -> Interval {
    let Some(rank) = rank(each.len(), level) else { return Interval::Unbounded };
    let (mut lows, mut highs): (Vec<f64>, Vec<f64>) =
        each.iter().map(|(foretold, off)| (foretold - off.abs(), foretold + off.abs())).unzip();
    lows.sort_unstable_by(|one, other| other.total_cmp(one));
    highs.sort_unstable_by(f64::total_cmp);
    match (lows.get(rank - 1), highs.get(rank - 1)) {
        (Some(&low), Some(&high)) => bounded(low.min(high), high.max(low)),
        _ => Interval::Unbounded,
    }
}

fn bounded(low: f64, high: f64) -> Interval {
    let finite = low.is_finite() && high.is_finite();
    if finite { Interval::Within(low, high) } else { Interval::Unbounded }
}

/// Smallest rank from `(count + 1) * level`, within 1 and the count; tolerates a product that
/// rounding left just above a whole number.
fn rank(count: usize, level: f64) -> Option<usize> {
    let wanted = float(count + 1) * level * (1.0 - 4.0 * f64::EPSILON);
    let enough = |rank: &usize| float(*rank) >= wanted;
    let ranks: Vec<usize> = (1..=count).collect();
    ranks.get(ranks.partition_point(|rank| !enough(rank))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_quantile_counts_the_one_to_come() {
        let tried = Residuals::new(&[-4.0, 1.0, 3.0, -2.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(tried.radius(0.9), Some(9.0));
        assert_eq!(tried.radius(0.8), Some(8.0));
        assert_eq!(tried.radius(0.71), Some(8.0));
        assert_eq!(tried.radius(0.7), Some(7.0));
        assert_eq!(tried.radius(0.0), Some(1.0));
        assert_eq!(tried.interval(0.5, 0.8), Interval::Within(-7.5, 8.5));
        assert_eq!(tried.interval_scaled(0.5, 0.5, 0.8), Interval::Within(-3.5, 4.5));
    }

    #[test]
    fn too_few_rule_nothing_out() {
        let tried = Residuals::new(&[1.0; 9]);
        assert_eq!(tried.interval(0.5, 0.91), Interval::Unbounded);
        assert_eq!(Residuals::new(&[]).interval(0.5, 0.5), Interval::Unbounded);
        assert_eq!(tried.interval(0.5, f64::NAN), Interval::Unbounded);
        assert_eq!(tried.interval(f64::NAN, 0.5), Interval::Unbounded);
        assert_eq!(Residuals::new(&[f64::NAN, 1.0]).interval(0.0, 0.6), Interval::Unbounded);
        assert_eq!(cv_plus(&[(0.5, 0.1); 8], 0.9), Interval::Unbounded);
        assert_eq!(cv_plus(&[], 0.9), Interval::Unbounded);
    }

    #[test]
    fn difficulty_stretches_what_is_hard() {
        let tried = Residuals::scaled(&[0.1, -0.4, 0.9], &[0.1, 0.2, 0.3]);
        assert_eq!(tried.radius(0.5), Some(2.0));
        assert_eq!(Residuals::scaled(&[0.1], &[0.0]).radius(0.5), None);
    }

    #[test]
    fn crossing_takes_what_each_model_says() {
        let each = [(0.4, 0.1), (0.5, 0.2), (0.6, -0.1), (0.5, 0.05)];
        let Interval::Within(low, high) = cv_plus(&each, 0.8) else { panic!("{each:?}") };
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12);
        let Interval::Within(low, high) = cv_plus(&each, 0.6) else { panic!("{each:?}") };
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12);
    }

    #[test]
    fn the_truth_is_held_as_often_as_said() {
        let mut rng = Rng::new(11, 0);
        let mut held = 0_u32;
        for _ in 0..4000 {
            let residuals: Vec<f64> = (0..19).map(|_| rng.unit() - 0.3).collect();
            let truth = rng.unit() - 0.3;
            match Residuals::new(&residuals).interval(0.0, 0.8) {
                Interval::Within(low, high) => held += u32::from(low <= truth && truth <= high),
                Interval::Unbounded => panic!("nineteen are enough"),
            }
        }
        assert!((3120..3280).contains(&held), "{held}");
    }
}
