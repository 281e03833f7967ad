//! Paired t-tests: the difference of two models' scores on the same splits.

use crate::distribution::student::two_sided_p;
use crate::number::float;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// Mean difference.
    pub mean: f64,
    /// Standard error of the mean.
    pub error: f64,
    /// The statistic; `None` where the standard error is zero.
    pub t: Option<f64>,
    /// Degrees of freedom.
    pub free: usize,
    /// Two-sided p-value.
    pub p: f64,
}

/// Student's t-test of independent differences; `None` for fewer than two, or where they overflow.
pub fn t_test(differences: &[f64]) -> Option<PairedTest> {
    test(differences, 0.0)
}

/// Corrected resampled t-test for random splits, whose training rows overlap: the variance of the
/// mean is `1 / splits + test / train` times that of the differences (Nadeau and Bengio 2003).
pub fn corrected_t_test(differences: &[f64], train: usize, test_rows: usize) -> Option<PairedTest> {
    if train == 0 {
        return None;
    }
    test(differences, float(test_rows) / float(train))
}

fn test(differences: &[f64], overlap: f64) -> Option<PairedTest> {
    let free = differences.len().checked_sub(1).filter(|&free| free > 0)?;
    let mean = crate::regression::design::mean(differences);
    let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
    let error = (squares / float(free) * (1.0 / float(differences.len()) + overlap)).sqrt();
    let t = Some(mean / error).filter(|t| t.is_finite());
    let p = match t {
        Some(t) => two_sided_p(t, float(free)),
        None => f64::from(u8::from(mean.abs() <= 0.0)),
    };
    (mean.is_finite() && error.is_finite()).then_some(PairedTest { mean, error, t, free, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFFERENCES: [f64; 6] = [0.3, -0.1, 0.25, 0.4, 0.05, 0.2];

    #[test]
    fn the_plain_test_is_scipys() {
        // scipy.stats.ttest_1samp(differences, 0), SciPy 1.17.
        let found = t_test(&DIFFERENCES).unwrap();
        assert!((found.t.unwrap() - 2.484_646_732_989_441_7).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.055_523_981_201_079_556).abs() < 1e-10, "{found:?}");
        assert_eq!(found.free, 5);
    }

    #[test]
    fn overlap_makes_differences_less_certain() {
        // By hand: mean / sqrt(variance * (1 / 6 + 1 / 4)), p by scipy.stats.t.
        let found = corrected_t_test(&DIFFERENCES, 400, 100).unwrap();
        assert!((found.t.unwrap() - 1.571_428_571_428_571_6).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.176_885_617_989_054_14).abs() < 1e-10, "{found:?}");
    }

    #[test]
    fn what_never_differs_is_certain_either_way() {
        let same = t_test(&[0.0; 4]).unwrap();
        assert_eq!((same.t, same.p), (None, 1.0));
        let better = t_test(&[0.1; 4]).unwrap();
        assert_eq!((better.t, better.p, better.error), (None, 0.0, 0.0));
    }

    #[test]
    fn nothing_is_said_of_one_split_or_of_no_numbers() {
        assert_eq!(t_test(&[]), None);
        assert_eq!(t_test(&[1.0]), None);
        assert_eq!(t_test(&[1.0, f64::NAN]), None);
        assert_eq!(t_test(&[1e308, -1e308]), None);
        assert_eq!(corrected_t_test(&DIFFERENCES, 0, 10), None);
    }
}
