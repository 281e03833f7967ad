//! Claims about numbers, the paper's or aims of ours: each with its bounds, which are fixed here
//! before any run, and their source.

mod paper;
mod verdict;

pub use paper::checks;
pub use verdict::{Counts, SURE, Verdict};

use crate::trials::Estimate;

/// The source of a bound that nobody has printed.
pub const OURS: &str = "ours";

/// A claim and what this run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub claim: String,
    /// With its standard error.
    pub measured: Estimate,
    pub wanted: Wanted,
    /// The source of the bounds: a page of the paper, and the reason for a tolerance.
    pub source: &'static str,
    /// A distance that counts as one where readings of the paper are compared; it has no part in
    /// a verdict.
    pub far: f64,
}

/// The numbers that a claim allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// A number and its tolerance.
    Near(f64, f64),
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
}

impl Check {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.measured, self.wanted)
    }

    /// The distance of what was measured from what is wanted, whatever the tolerance.
    pub fn off(&self) -> f64 {
        let short = self.short();
        if short.is_nan() { f64::INFINITY } else { short.max(0.0) }
    }

    /// One claim about several numbers, each of which has to fulfil it. The one that speaks most
    /// against it stands for all.
    pub(crate) fn of_all(
        claim: &str,
        all: impl IntoIterator<Item = Estimate>,
        wanted: Wanted,
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
    pub(crate) fn sourced(self, source: &'static str) -> Check {
        Check { source, ..self }
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
    /// The least and the greatest that is allowed.
    pub fn bounds(self) -> (f64, f64) {
        match self {
            Wanted::Near(number, tolerance) => (number - tolerance, number + tolerance),
            Wanted::AtLeast(least) => (least, f64::INFINITY),
            Wanted::AtMost(most) => (f64::NEG_INFINITY, most),
            Wanted::Between(low, high) => (low, high),
        }
    }

    pub fn words(self) -> String {
        match self {
            Wanted::Near(number, tolerance) => {
                format!("{}, tolerance {}", shown(number), shown(tolerance))
            }
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

    #[test]
    fn of_several_numbers_the_one_that_speaks_most_against_it_counts() {
        let all = [(0.5, 0.1), (0.9, 0.01), (1.2, 0.01), (1.3, 0.2)];
        let all = all.map(|(value, error)| Estimate { value, error });
        let check = |most| Check::of_all("less", all, Wanted::AtMost(most));
        let shown = |most| (check(most).measured.value, check(most).verdict());
        // The last is greater, and may well be by chance.
        assert_eq!(shown(1.0), (1.2, Verdict::Contradicted));
        assert_eq!(shown(1.25), (1.3, Verdict::Undecided));
        assert_eq!(shown(2.0), (1.3, Verdict::Consistent));
        let none = Check::of_all("less", [], Wanted::AtMost(1.0));
        assert_eq!(none.verdict(), Verdict::Undecided, "nothing decides nothing");
        let unknown = Estimate { value: 0.1, error: f64::NAN };
        let some = Check::of_all("less", [all[0], unknown], Wanted::AtMost(2.0));
        assert_eq!(some.verdict(), Verdict::Undecided, "each number has to fulfil it");
    }

    #[test]
    fn wishes_are_said_as_exactly_as_they_are() {
        let words = [Wanted::Near(3.9, 0.05), Wanted::AtLeast(99.0), Wanted::Between(94.0, 96.0)];
        let expected = ["3.9, tolerance 0.05", "at least 99.0", "94.0 to 96.0"];
        assert_eq!(words.map(Wanted::words), expected);
        assert_eq!(Wanted::AtMost(0.25).words(), "at most 0.25");
    }

    #[test]
    fn how_far_a_number_is_off_does_not_hang_on_chance() {
        let off = |wanted, value| Check::of_all("", [Estimate { value, error: 9.0 }], wanted).off();
        let far = [
            off(Wanted::Near(3.0, 0.25), 2.0),
            off(Wanted::AtMost(3.0), 2.0),
            off(Wanted::AtLeast(3.0), 2.0),
            off(Wanted::Between(2.0, 4.0), 7.0),
        ];
        for (far, expected) in far.into_iter().zip([1.0, 0.0, 1.0, 3.0]) {
            assert!((far - expected).abs() < 1e-12, "{far} is not {expected}");
        }
        assert!(Check::of_all("", [], Wanted::AtMost(3.0)).off().is_infinite());
    }
}
