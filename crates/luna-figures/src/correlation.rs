//! Pearson correlation and least squares lines.

use crate::plot::axis::{bounds, can_show};

/// The least squares line, which goes through the mean of the points.
#[derive(Debug)]
pub(crate) struct Fit {
    middle: (f64, f64),
    slope: f64,
}

impl Fit {
    /// Fits a line; `None` without two different x.
    pub(crate) fn of(points: &[(f64, f64)]) -> Option<Fit> {
        let spread = Spread::of(points);
        let slope = spread.xy / spread.xx;
        slope.is_finite().then_some(Fit { middle: spread.middle, slope })
    }

    pub(crate) fn at(&self, x: f64) -> f64 {
        self.middle.1 + self.slope * (x - self.middle.0)
    }

    /// Returns the x at which the line has this height.
    pub(crate) fn reaches(&self, y: f64) -> f64 {
        self.middle.0 + (y - self.middle.1) / self.slope
    }
}

/// Returns Pearson's r of the pairs of finite numbers, or `None` if either side is
/// constant.
pub fn pearson(points: &[(f64, f64)]) -> Option<f64> {
    let shown = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let spread = Spread::of(&shown.collect::<Vec<_>>());
    let r = spread.xy / (spread.xx.sqrt() * spread.yy.sqrt());
    r.is_finite().then_some(r.clamp(-1.0, 1.0))
}

/// The mean of the points, and sums of products of distances from it.
struct Spread {
    middle: (f64, f64),
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Spread {
    fn of(points: &[(f64, f64)]) -> Spread {
        let middle =
            (mean(points.iter().map(|point| point.0)), mean(points.iter().map(|point| point.1)));
        let mut spread = Spread { middle, xx: 0.0, yy: 0.0, xy: 0.0 };
        for (x, y) in points {
            let (x, y) = (x - middle.0, y - middle.1);
            spread.xx += x * x;
            spread.yy += y * y;
            spread.xy += x * y;
        }
        spread
    }
}

/// Clamps the mean to the bounds, so that the mean of equal numbers is that number
/// to the last bit and equal numbers have no spread at all.
fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let (sum, count) =
        values.clone().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    bounds(values).map_or(0.0, |range| (sum / count).clamp(range.low, range.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(points: &[(f64, f64)], expected: Option<f64>) {
        match (pearson(points), expected) {
            (Some(r), Some(expected)) => assert!((r - expected).abs() < 1e-9, "{r}"),
            (r, expected) => assert_eq!(r, expected),
        }
    }

    #[test]
    fn pearson_agrees_with_the_textbook() {
        // Anscombe's first set.
        let xs = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let points: Vec<(f64, f64)> = xs.into_iter().zip(ys).collect();
        check(&points, Some(0.816_420_516_345));
        let fit = Fit::of(&points).unwrap();
        assert!((fit.slope - 0.500_090_909).abs() < 1e-9);
        assert!((fit.at(0.0) - 3.000_090_909).abs() < 1e-9);
    }

    #[test]
    fn pearson_is_one_at_most() {
        check(&[(0.1, 0.3), (0.2, 0.6), (0.7, 2.1)], Some(1.0));
        check(&[(1.0, 9.0), (2.0, 8.0)], Some(-1.0));
        check(&[(-1.0, 1.0), (0.0, 0.0), (1.0, 1.0)], Some(0.0));
    }

    #[test]
    fn without_variation_there_is_no_correlation() {
        check(&[], None);
        check(&[(1.0, 2.0)], None);
        check(&[(0.1, 1.0), (0.1, 2.0), (0.1, 3.0)], None);
        check(&[(1.0, 0.1), (2.0, 0.1), (3.0, 0.1)], None);
    }

    #[test]
    fn what_is_no_number_does_not_count() {
        let nan = f64::NAN;
        check(&[(1.0, 9.0), (nan, 1.0), (5.0, nan), (f64::INFINITY, 3.0), (2.0, 8.0)], Some(-1.0));
    }
}
