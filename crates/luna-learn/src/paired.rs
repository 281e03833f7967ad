//! Whether one model is better than another, by their scores on the same splits.

use crate::beta::beyond;
use crate::float;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Of the differences.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The mean in standard errors; `None` where there is no error.
    pub t: Option<f64>,
    /// The degrees of freedom.
    pub free: usize,
    /// How likely a difference at least as large is, either way, if there is none in truth.
    pub p: f64,
}

/// Student's test of differences that have nothing to do with each other; `None` of fewer than
/// two, or of such as cannot be reckoned with.
pub fn paired(differences: &[f64]) -> Option<Paired> {
    test(differences, 0.0)
}

/// The same of random splits of one data set, whose training rows overlap: the variance of the
/// mean is `1 / splits + test / train` of that of the differences (Nadeau and Bengio 2003).
pub fn corrected(differences: &[f64], train: usize, test_rows: usize) -> Option<Paired> {
    if train == 0 {
        return None;
    }
    test(differences, float(test_rows) / float(train))
}

fn test(differences: &[f64], overlap: f64) -> Option<Paired> {
    let free = differences.len().checked_sub(1).filter(|&free| free > 0)?;
    let mean = crate::design::mean(differences);
    let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
    let error = (squares / float(free) * (1.0 / float(differences.len()) + overlap)).sqrt();
    let t = Some(mean / error).filter(|t| t.is_finite());
    let p = match t {
        Some(t) => beyond(t, float(free)),
        None => f64::from(u8::from(mean.abs() <= 0.0)),
    };
    (mean.is_finite() && error.is_finite()).then_some(Paired { mean, error, t, free, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFFERENCES: [f64; 6] = [0.3, -0.1, 0.25, 0.4, 0.05, 0.2];

    #[test]
    fn the_plain_test_is_scipys() {
        // scipy.stats.ttest_1samp(differences, 0), SciPy 1.17.
        let found = paired(&DIFFERENCES).unwrap();
        assert!((found.t.unwrap() - 2.484_646_732_989_441_7).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.055_523_981_201_079_556).abs() < 1e-10, "{found:?}");
        assert_eq!(found.free, 5);
    }

    #[test]
    fn overlap_makes_differences_less_certain() {
        // By hand: mean / sqrt(variance * (1 / 6 + 1 / 4)), p by scipy.stats.t.
        let found = corrected(&DIFFERENCES, 400, 100).unwrap();
        assert!((found.t.unwrap() - 1.571_428_571_428_571_6).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.176_885_617_989_054_14).abs() < 1e-10, "{found:?}");
    }

    #[test]
    fn what_never_differs_is_certain_either_way() {
        let same = paired(&[0.0; 4]).unwrap();
        assert_eq!((same.t, same.p), (None, 1.0));
        let better = paired(&[0.1; 4]).unwrap();
        assert_eq!((better.t, better.p, better.error), (None, 0.0, 0.0));
    }

    #[test]
    fn nothing_is_said_of_one_split_or_of_no_numbers() {
        assert_eq!(paired(&[]), None);
        assert_eq!(paired(&[1.0]), None);
        assert_eq!(paired(&[1.0, f64::NAN]), None);
        assert_eq!(paired(&[1e308, -1e308]), None);
        assert_eq!(corrected(&DIFFERENCES, 0, 10), None);
    }
}
