//! Verdicts: what a run says of a claim.

use super::{Check, Wanted};
use crate::trials::Estimate;

/// The interval of a measured number reaches so many standard errors to both sides: 99.7 % of a
/// normal distribution, so that of the fifty claims of a report chance alone contradicts hardly
/// any.
pub const SURE: f64 = 3.0;

/// Closer to a bound than this, an interval touches it.
const TOUCH: f64 = 1e-9;

/// From the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The whole interval of what was measured lies within what is claimed.
    Consistent,
    /// The interval reaches a bound of the claim, or the error is unknown.
    Undecided,
    /// The whole interval lies outside.
    Contradicted,
}

impl Verdict {
    /// The one rule for every claim.
    pub fn of(measured: Estimate, wanted: Wanted) -> Verdict {
        let Estimate { value, error } = measured;
        let (least, most) = wanted.bounds();
        let (low, high) = (value - SURE * error, value + SURE * error);
        if !(value.is_finite() && error.is_finite()) {
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

/// Claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub consistent: usize,
    pub contradicted: usize,
    pub undecided: usize,
}

impl Counts {
    pub fn of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Counts {
        let mut counts = Counts::default();
        for check in checks {
            match check.verdict() {
                Verdict::Consistent => counts.consistent += 1,
                Verdict::Contradicted => counts.contradicted += 1,
                Verdict::Undecided => counts.undecided += 1,
            }
        }
        counts
    }

    pub fn all(self) -> usize {
        self.consistent + self.contradicted + self.undecided
    }

    /// A sentence about a run, without its full stop.
    pub fn words(self) -> String {
        let Counts { consistent, contradicted, undecided } = self;
        let are = if consistent == 1 { "is" } else { "are" };
        format!(
            "{consistent} of {} claims {are} consistent with this run, {contradicted} \
             contradicted, {undecided} undecided",
            self.all()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wanted: Wanted, value: f64, error: f64, expected: &str) {
        let found = Verdict::of(Estimate { value, error }, wanted).word();
        assert_eq!(found, expected, "{value} ± {error} for {wanted:?}");
    }

    #[test]
    fn a_bound_between_the_ends_of_the_interval_decides_nothing() {
        let wanted = Wanted::AtMost(0.05);
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
            check(Wanted::AtLeast(5.0), value, error, expected);
            check(Wanted::AtMost(-5.0), -value, error, expected);
        }
    }

    #[test]
    fn a_number_with_a_tolerance_has_two_bounds() {
        let half = Wanted::Near(0.5, 0.25);
        for (value, error, expected) in [
            (0.9, 0.01, "contradicted"),
            (0.9, 0.05, "undecided"),
            (0.7, 0.01, "consistent"),
            (0.1, 0.01, "contradicted"),
            (0.5, 0.1, "undecided"),
            (0.5, 0.08, "consistent"),
        ] {
            check(half, value, error, expected);
            check(Wanted::Between(0.25, 0.75), value, error, expected);
        }
        check(Wanted::Near(3.9, 0.05), 3.95, 0.0, "undecided");
        // Wider than what is claimed on both sides.
        check(half, 0.5, 10.0, "undecided");
    }

    #[test]
    fn a_number_without_an_error_decides_nothing() {
        for wanted in [Wanted::AtLeast(1.0), Wanted::AtMost(1.0), Wanted::Near(1.0, 0.5)] {
            for value in [0.0, 1.0, 2.0] {
                check(wanted, value, f64::NAN, "undecided");
                check(wanted, value, f64::INFINITY, "undecided");
            }
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                check(wanted, value, 0.0, "undecided");
            }
        }
    }

    #[test]
    fn counts_are_told_in_a_sentence() {
        let check = |value: f64| {
            Check::of_all("all", [Estimate { value, error: 0.1 }], Wanted::AtLeast(1.0))
        };
        let counts = Counts::of(&[2.0, 0.0, 3.0, 1.0, 4.0].map(check));
        assert_eq!(counts, Counts { consistent: 3, contradicted: 1, undecided: 1 });
        let expected = "3 of 5 claims are consistent with this run, 1 contradicted, 1 undecided";
        assert_eq!(counts.words(), expected);
        let one = Counts { consistent: 1, ..Counts::default() };
        assert!(one.words().starts_with("1 of 1 claims is consistent"));
    }
}
