//! Numbers of claims by verdict.

use super::check::Check;
use super::verdict::Verdict;

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
    use crate::claims::target::Target;
    use crate::trials::Estimate;

    #[test]
    fn counts_are_told_in_a_sentence() {
        let check = |value: f64| {
            Check::worst_of("all", [Estimate { value, error: 0.1 }], Target::AtLeast(1.0))
        };
        let counts = Counts::of(&[2.0, 0.0, 3.0, 1.0, 4.0].map(check));
        assert_eq!(counts, Counts { consistent: 3, contradicted: 1, undecided: 1 });
        let expected = "3 of 5 claims are consistent with this run, 1 contradicted, 1 undecided";
        assert_eq!(counts.words(), expected);
        let one = Counts { consistent: 1, ..Counts::default() };
        assert!(one.words().starts_with("1 of 1 claims is consistent"));
    }
}
