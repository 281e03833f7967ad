//! What is said of numbers, by the paper or as an aim of ours, and whether a run bears it
//! out.

mod paper;

pub use paper::checks;

use crate::trials::Estimate;

/// So many standard errors may a run be off by chance. With some fifty claims in a report,
/// one that is true hardly ever fails.
const CHANCE: f64 = 4.0;

/// One thing that is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub claim: String,
    /// What this run gives, and its standard error.
    pub measured: Estimate,
    pub wanted: Wanted,
    /// How far off is far: what is so far off, if perhaps by chance, is left open, and runs
    /// that all fail are compared by it.
    pub far: f64,
}

/// Whether a run bears a claim out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Yes,
    No,
    /// Too few trials to say: one alone does not say how far it may be off.
    Open,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Open => "open",
        }
    }
}

/// What a measured number should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// A number as exactly as it is printed: the second is half of its last digit, a line
    /// of the grid of an axis, or a twentieth of what is said to be “about” so much.
    Near(f64, f64),
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
}

impl Check {
    /// Whether what is wanted lies within four standard errors of what was measured, and
    /// what is printed within its rounding.
    pub fn holds(&self) -> bool {
        // What is no number holds nothing.
        self.beyond_chance() <= 1e-9
    }

    pub fn verdict(&self) -> Verdict {
        match self.measured {
            Estimate { value, error } if value.is_finite() && error.is_nan() => Verdict::Open,
            _ if !self.holds() => Verdict::No,
            _ if self.off() > self.far => Verdict::Open,
            _ => Verdict::Yes,
        }
    }

    /// How far what was measured is from what is wanted.
    pub fn off(&self) -> f64 {
        let short = self.short();
        if short.is_nan() { f64::INFINITY } else { short.max(0.0) }
    }

    /// One claim about several numbers: it holds if it does for each of them. The one
    /// that speaks most against it stands for all.
    pub(crate) fn of_all(
        claim: &str,
        all: impl IntoIterator<Item = Estimate>,
        wanted: Wanted,
    ) -> Check {
        let check = |measured| Check { claim: claim.to_owned(), measured, wanted, far: 1.0 };
        let known = all.into_iter().filter(|one| one.value.is_finite()).map(check);
        let (held, failed): (Vec<Check>, Vec<Check>) = known.partition(Check::holds);
        let most = |all: Vec<Check>, of: fn(&Check) -> f64| {
            all.into_iter().max_by(|one, other| of(one).total_cmp(&of(other)))
        };
        most(failed, Check::beyond_chance)
            .or_else(|| most(held, Check::short))
            .unwrap_or_else(|| check(Estimate { value: f64::NAN, error: f64::NAN }))
    }

    fn beyond_chance(&self) -> f64 {
        let rounding = match self.wanted {
            Wanted::Near(_, rounding) => rounding,
            Wanted::AtLeast(_) | Wanted::AtMost(_) | Wanted::Between(..) => 0.0,
        };
        self.short() - CHANCE * self.measured.error - rounding
    }

    /// Below 0 where there is room to spare.
    fn short(&self) -> f64 {
        let value = self.measured.value;
        match self.wanted {
            Wanted::Near(number, _) => (value - number).abs(),
            Wanted::AtLeast(least) => least - value,
            Wanted::AtMost(most) => value - most,
            Wanted::Between(low, high) => {
                f64::midpoint(low - high, 2.0 * (value - f64::midpoint(low, high)).abs())
            }
        }
    }
}

impl Wanted {
    pub fn words(self) -> String {
        match self {
            Wanted::Near(number, rounding) => format!("{} ± {}", shown(number), shown(rounding)),
            Wanted::AtLeast(least) => format!("at least {}", shown(least)),
            Wanted::AtMost(most) => format!("at most {}", shown(most)),
            Wanted::Between(low, high) => format!("{} to {}", shown(low), shown(high)),
        }
    }
}

/// With as many digits as it has, and one at the least.
fn shown(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wanted: Wanted, value: f64, error: f64, holds: bool) {
        let measured = Estimate { value, error };
        let check = Check { claim: String::new(), measured, wanted, far: 1.0 };
        assert_eq!(check.holds(), holds, "{check:?}");
    }

    #[test]
    fn too_few_trials_leave_a_claim_open() {
        let verdict = |value: f64, error: f64| {
            let measured = Estimate { value, error };
            let wanted = Wanted::AtLeast(5.0);
            Check { claim: String::new(), measured, wanted, far: 1.0 }.verdict()
        };
        assert_eq!(verdict(9.0, f64::NAN), Verdict::Open);
        assert_eq!(verdict(5.0, 9.0), Verdict::Yes);
        // Short by chance, perhaps: by little, or by more than is far.
        assert_eq!(verdict(4.1, 0.5), Verdict::Yes);
        assert_eq!(verdict(3.9, 0.5), Verdict::Open);
        assert_eq!(verdict(1.0, 1.0), Verdict::Open);
        assert_eq!(verdict(0.9, 1.0), Verdict::No);
        assert_eq!(verdict(f64::NAN, f64::NAN), Verdict::No);
    }

    #[test]
    fn a_number_may_be_off_by_four_standard_errors_and_its_rounding() {
        let wanted = Wanted::Near(3.9, 0.05);
        check(wanted, 3.95, 0.0, true);
        check(wanted, 3.96, 0.0, false);
        check(wanted, 3.5, 0.1, true);
        check(wanted, 3.4, 0.1, false);
        // The same number in a hundred times the trials.
        check(wanted, 3.5, 0.01, false);
    }

    #[test]
    fn what_is_at_least_or_at_most_may_be_missed_by_chance() {
        for (value, error, holds) in [(51.0, 0.0, true), (49.0, 0.3, true), (49.0, 0.2, false)] {
            check(Wanted::AtLeast(50.0), value, error, holds);
            check(Wanted::AtMost(-50.0), -value, error, holds);
        }
        for (value, error, holds) in
            [(95.0, 0.1, true), (93.0, 0.3, true), (93.0, 0.2, false), (97.0, 0.2, false)]
        {
            check(Wanted::Between(94.0, 96.0), value, error, holds);
        }
        check(Wanted::AtLeast(50.0), f64::NAN, f64::NAN, false);
    }

    #[test]
    fn of_several_numbers_the_one_that_speaks_most_against_it_counts() {
        let all = [(0.5, 0.1), (0.9, 0.01), (1.2, 0.01), (1.3, 0.1)];
        let all = all.map(|(value, error)| Estimate { value, error });
        let check = |most| Check::of_all("less", all, Wanted::AtMost(most));
        // The last is greater, and may well be by chance.
        assert!((check(1.0).measured.value - 1.2).abs() < 1e-12 && !check(1.0).holds());
        assert!((check(1.25).measured.value - 1.3).abs() < 1e-12 && check(1.25).holds());
        assert!(!Check::of_all("less", [], Wanted::AtMost(1.0)).holds(), "nothing is no proof");
    }

    #[test]
    fn wishes_are_said_as_exactly_as_they_are() {
        let words = [Wanted::Near(3.9, 0.05), Wanted::AtLeast(99.0), Wanted::Between(94.0, 96.0)];
        assert_eq!(words.map(Wanted::words), ["3.9 ± 0.05", "at least 99.0", "94.0 to 96.0"]);
        assert_eq!(Wanted::AtMost(0.25).words(), "at most 0.25");
    }
}
