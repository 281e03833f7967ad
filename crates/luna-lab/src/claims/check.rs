//! Checks: a claim beside the number that a run gives.

use super::target::Target;
use super::verdict::Verdict;
use crate::trials::Estimate;

/// The source of a bound that nobody has printed.
pub const OURS: &str = "ours";

/// A claim and what this run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub claim: String,
    /// With its standard error.
    pub measured: Estimate,
    pub wanted: Target,
    /// The source of the bounds: a page of the paper, and the reason for a tolerance.
    pub source: &'static str,
    /// A distance that counts as one where readings of the paper are compared; it has no part in
    /// a verdict.
    pub far: f64,
}

impl Check {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.measured, self.wanted)
    }

    /// The distance of the measured number from the target, whatever the tolerance.
    pub fn distance(&self) -> f64 {
        let short = self.short();
        if short.is_nan() { f64::INFINITY } else { short.max(0.0) }
    }

    /// One claim about several numbers, each of which has to fulfil it. The one that speaks most
    /// against it stands for all.
    pub(crate) fn worst_of(
        claim: &str,
        all: impl IntoIterator<Item = Estimate>,
        wanted: Target,
    ) -> Check {
        let check =
            |measured| Check { claim: claim.to_owned(), measured, wanted, source: OURS, far: 1.0 };
        let known = all.into_iter().filter(|one| one.value.is_finite()).map(check);
        let worst = known.max_by(|one, other| {
            let verdicts = one.verdict().cmp(&other.verdict());
            verdicts.then(one.short().total_cmp(&other.short()))
        });
        worst.unwrap_or_else(|| check(Estimate { value: f64::NAN, error: f64::NAN }))
    }

    /// With another source than ours.
    pub(crate) fn with_source(self, source: &'static str) -> Check {
        Check { source, ..self }
    }

    /// Below 0 where there is room to spare.
    fn short(&self) -> f64 {
        let value = self.measured.value;
        match self.wanted {
            Target::Near(number, _) => (value - number).abs(),
            Target::AtLeast(least) => least - value,
            Target::AtMost(most) => value - most,
            Target::Between(low, high) => {
                f64::midpoint(low - high, 2.0 * (value - f64::midpoint(low, high)).abs())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_numbers_the_one_that_speaks_most_against_it_counts() {
        let all = [(0.5, 0.1), (0.9, 0.01), (1.2, 0.01), (1.3, 0.2)];
        let all = all.map(|(value, error)| Estimate { value, error });
        let check = |most| Check::worst_of("less", all, Target::AtMost(most));
        let shown = |most| (check(most).measured.value, check(most).verdict());
        // The last is greater, and may well be by chance.
        assert_eq!(shown(1.0), (1.2, Verdict::Contradicted));
        assert_eq!(shown(1.25), (1.3, Verdict::Undecided));
        assert_eq!(shown(2.0), (1.3, Verdict::Consistent));
        let none = Check::worst_of("less", [], Target::AtMost(1.0));
        assert_eq!(none.verdict(), Verdict::Undecided, "nothing decides nothing");
        let unknown = Estimate { value: 0.1, error: f64::NAN };
        let some = Check::worst_of("less", [all[0], unknown], Target::AtMost(2.0));
        assert_eq!(some.verdict(), Verdict::Undecided, "each number has to fulfil it");
    }

    #[test]
    fn how_far_a_number_is_off_does_not_hang_on_chance() {
        let off = |wanted, value| {
            Check::worst_of("", [Estimate { value, error: 9.0 }], wanted).distance()
        };
        let far = [
            off(Target::Near(3.0, 0.25), 2.0),
            off(Target::AtMost(3.0), 2.0),
            off(Target::AtLeast(3.0), 2.0),
            off(Target::Between(2.0, 4.0), 7.0),
        ];
        for (far, expected) in far.into_iter().zip([1.0, 0.0, 1.0, 3.0]) {
            assert!((far - expected).abs() < 1e-12, "{far} is not {expected}");
        }
        assert!(Check::worst_of("", [], Target::AtMost(3.0)).distance().is_infinite());
    }
}
