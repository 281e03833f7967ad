//! Two-sample t-tests of means, without and with the assumption that variances are equal.

use crate::distribution::student::two_sided_p;
use crate::number::float;

/// A test of the difference of two means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanTest {
    /// The mean of the first sample less that of the second.
    pub difference: f64,
    pub t: f64,
    /// Degrees of freedom.
    pub freedom: f64,
    /// Two-sided p-value.
    pub p: f64,
}

/// Welch's test; none for fewer than two numbers in a sample, or where nothing varies.
pub fn welch(first: &[f64], second: &[f64]) -> Option<MeanTest> {
    let (a, b) = (Sample::of(first)?, Sample::of(second)?);
    let (u, v) = (a.variance / a.count, b.variance / b.count);
    let freedom = (u + v).powi(2) / (u * u / (a.count - 1.0) + v * v / (b.count - 1.0));
    finish(a.mean - b.mean, (u + v).sqrt(), freedom)
}

/// Student's test, for samples of one variance; none where [`welch`] gives none.
pub fn student(first: &[f64], second: &[f64]) -> Option<MeanTest> {
    let (a, b) = (Sample::of(first)?, Sample::of(second)?);
    let freedom = a.count + b.count - 2.0;
    let pooled = (a.variance * (a.count - 1.0) + b.variance * (b.count - 1.0)) / freedom;
    finish(a.mean - b.mean, (pooled * (1.0 / a.count + 1.0 / b.count)).sqrt(), freedom)
}

fn finish(difference: f64, error: f64, freedom: f64) -> Option<MeanTest> {
    let t = difference / error;
    t.is_finite().then(|| MeanTest { difference, t, freedom, p: two_sided_p(t, freedom) })
}

struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    fn of(numbers: &[f64]) -> Option<Sample> {
        if numbers.len() < 2 {
            return None;
        }
        let (count, mean) = (float(numbers.len()), crate::regression::design::mean(numbers));
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Some(Sample { count, mean, variance: squares / (count - 1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: [f64; 5] = [0.3, 0.5, 0.55, 0.7, 0.9];
    const SECOND: [f64; 6] = [0.6, 0.8, 0.85, 0.7, 0.95, 1.0];

    /// From `SciPy` 1.17: `ttest_ind(first, second, equal_var=...)`.
    #[test]
    fn both_tests_are_the_known_ones() {
        let check = |found: Option<MeanTest>, t: f64, freedom: f64, p: f64| {
            let found = found.unwrap();
            let near = |a: f64, b: f64| (a - b).abs() < 1e-10;
            assert!(
                near(found.t, t) && near(found.freedom, freedom) && near(found.p, p),
                "{found:?}"
            );
        };
        check(
            welch(&FIRST, &SECOND),
            -1.924_100_238_912_596_5,
            6.791_759_772_127_898,
            0.097_026_738_686_407_27,
        );
        check(student(&FIRST, &SECOND), -1.999_807_793_954_677, 9.0, 0.076_576_549_951_412_41);
    }

    #[test]
    fn too_little_gives_no_test() {
        assert_eq!(welch(&[1.0], &SECOND), None);
        assert_eq!(welch(&[1.0, 1.0], &[2.0, 2.0]), None);
        assert_eq!(student(&[], &[]), None);
    }
}
