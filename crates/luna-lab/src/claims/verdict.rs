//! Verdicts: what a run says of a claim.

use super::measured::Measured;
use super::target::Target;

/// Closer to a bound than this, an interval touches it.
const TOUCH: f64 = 1e-9;

/// From the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The whole interval of the measured number lies within the claim.
    Consistent,
    /// The interval reaches a bound of the claim, or the error is unknown.
    Undecided,
    /// The whole interval lies outside.
    Contradicted,
}

impl Verdict {
    /// The one rule for every claim.
    pub fn of(measured: Measured, wanted: Target) -> Verdict {
        let Measured { value, from: low, to: high, .. } = measured;
        let (least, most) = wanted.bounds();
        if ![value, low, high].into_iter().all(f64::is_finite) {
            Verdict::Undecided
        } else if low > least + TOUCH && high < most - TOUCH {
            Verdict::Consistent
        } else if high < least - TOUCH || low > most + TOUCH {
            Verdict::Contradicted
        } else {
            Verdict::Undecided
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Verdict::Consistent => "consistent",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trials::Estimate;
    use crate::trials::proportion::Proportion;

    #[track_caller]
    fn check(wanted: Target, value: f64, error: f64, expected: &str) {
        let found = Verdict::of(Estimate { value, error }.into(), wanted).word();
        assert_eq!(found, expected, "{value} ± {error} for {wanted:?}");
    }

    #[test]
    fn a_bound_between_the_ends_of_the_interval_decides_nothing() {
        let wanted = Target::AtMost(0.05);
        check(wanted, 0.0535, 0.0011, "contradicted");
        check(wanted, 0.0535, 0.0012, "undecided");
        check(wanted, 0.051, 0.005, "undecided");
        check(wanted, 0.049, 0.005, "undecided");
        check(wanted, 0.04, 0.003, "consistent");
        for (value, error, expected) in [
            (5.0, 0.0, "undecided"),
            (8.0, 1.0, "undecided"),
            (8.1, 1.0, "consistent"),
            (2.0, 1.0, "undecided"),
            (1.9, 1.0, "contradicted"),
        ] {
            check(Target::AtLeast(5.0), value, error, expected);
            check(Target::AtMost(-5.0), -value, error, expected);
        }
    }

    #[test]
    fn a_number_with_a_tolerance_has_two_bounds() {
        let half = Target::Near(0.5, 0.25);
        for (value, error, expected) in [
            (0.9, 0.01, "contradicted"),
            (0.9, 0.05, "undecided"),
            (0.7, 0.01, "consistent"),
            (0.1, 0.01, "contradicted"),
            (0.5, 0.1, "undecided"),
            (0.5, 0.08, "consistent"),
        ] {
            check(half, value, error, expected);
            check(Target::Between(0.25, 0.75), value, error, expected);
        }
        check(Target::Near(3.9, 0.05), 3.95, 0.0, "undecided");
        // Wider than what is claimed on both sides.
        check(half, 0.5, 10.0, "undecided");
    }

    #[test]
    fn a_proportion_is_judged_by_its_own_interval() {
        let of =
            |hits, count| Verdict::of(Proportion::of(hits, count).into(), Target::AtLeast(0.8));
        assert_eq!(of(54, 54), Verdict::Consistent, "no standard error could say so");
        assert_eq!(of(48, 54), Verdict::Undecided);
        assert_eq!(of(24, 54), Verdict::Contradicted);
    }

    #[test]
    fn a_number_without_an_error_decides_nothing() {
        for wanted in [Target::AtLeast(1.0), Target::AtMost(1.0), Target::Near(1.0, 0.5)] {
            for value in [0.0, 1.0, 2.0] {
                check(wanted, value, f64::NAN, "undecided");
                check(wanted, value, f64::INFINITY, "undecided");
            }
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                check(wanted, value, 0.0, "undecided");
            }
        }
    }
}
