//! Checks: a claim beside the number that a run gives.

use super::measured::Measured;
use super::target::Target;
use super::verdict::Verdict;
use crate::trials::Estimate;

/// The source of a bound that nobody has printed.
pub const OURS: &str = "ours";

/// A claim and what this run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub claim: String,
    /// With its interval.
    pub measured: Measured,
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

    /// About how many trials would decide the claim, if what is measured stays the same; nothing if
    /// it is decided, or if no number of trials would.
    pub fn trials_needed(&self) -> Option<f64> {
        let is_open = self.verdict() == Verdict::Undecided;
        let more = is_open.then(|| self.measured.more_trials(self.wanted)).flatten();
        Some((more? * f64::from(self.measured.trials?)).ceil())
    }

    /// One claim about several numbers, each of which has to fulfil it. The one that speaks most
    /// against it stands for all.
    pub(crate) fn worst_of<M: Into<Measured>>(
        claim: &str,
        all: impl IntoIterator<Item = M>,
        wanted: Target,
    ) -> Check {
        let check =
            |measured| Check { claim: claim.to_owned(), measured, wanted, source: OURS, far: 1.0 };
        let all = all.into_iter().map(Into::into);
        let known = all.filter(|one: &Measured| one.value.is_finite()).map(check);
        let worst = known.max_by(|one, other| {
            let verdicts = one.verdict().cmp(&other.verdict());
            verdicts.then(one.short().total_cmp(&other.short()))
        });
        worst.unwrap_or_else(|| check(Estimate { value: f64::NAN, error: f64::NAN }.into()))
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
        let none = Check::worst_of::<Estimate>("less", [], Target::AtMost(1.0));
        assert_eq!(none.verdict(), Verdict::Undecided, "nothing decides nothing");
        let unknown = Estimate { value: 0.1, error: f64::NAN };
        let some = Check::worst_of("less", [all[0], unknown], Target::AtMost(2.0));
        assert_eq!(some.trials_needed(), None);
        assert_eq!(some.verdict(), Verdict::Undecided, "each number has to fulfil it");
    }

    #[test]
    fn an_undecided_claim_says_how_many_trials_it_needs() {
        let of = |value: f64, trials: Option<u32>| {
            let mut measured = Measured::from(Estimate { value, error: 0.1 });
            measured.trials = trials;
            Check::worst_of("", [measured], Target::AtLeast(5.0)).trials_needed()
        };
        // (3 / 2)^2 as many.
        assert_eq!((of(5.2, Some(99)), of(5.2, None)), (Some(223.0), None));
        assert_eq!((of(5.5, Some(100)), of(5.0, Some(100))), (None, None));
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
        assert!(Check::worst_of::<Estimate>("", [], Target::AtMost(3.0)).distance().is_infinite());
    }
}
