//! A verdict: which side of a pair the judge takes for the human. One of the two it must be.

use super::participant::{Party, Side};
use super::rules::MissingVerdict;
use super::schedule::Pair;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub human: Side,
    pub at: i64,
}

impl Verdict {
    /// Returns true if the judge has identified the human.
    pub fn is_right(self, pair: &Pair) -> bool {
        match pair.party(self.human) {
            Party::Confederate(_) => true,
            Party::Entry(_) => false,
        }
    }

    /// The party that the judge takes for a machine. It may be the confederate.
    pub fn machine(self, pair: &Pair) -> Party {
        pair.party(self.human.other())
    }
}

/// The number in a pair's cell of the matrix: 1 if the entry was taken for the human, 0 if not; for
/// a missing verdict as the rules declare, and none if they let it count for nothing.
pub fn score(pair: &Pair, verdict: Option<Verdict>, missing: MissingVerdict) -> Option<usize> {
    match (verdict, missing) {
        (Some(verdict), _) => Some(usize::from(!verdict.is_right(pair))),
        (None, MissingVerdict::Zero) => Some(0),
        (None, MissingVerdict::One) => Some(1),
        (None, MissingVerdict::Void) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::participant::Cell;

    #[test]
    fn the_human_of_the_pair_is_named_by_side() {
        let cell = Cell { judge: 1, entry: 2, confederate: 3 };
        for entry_side in Side::BOTH {
            let pair = Pair { cell, entry_side };
            let right = Verdict { human: entry_side.other(), at: 0 };
            let wrong = Verdict { human: entry_side, at: 0 };
            assert!(right.is_right(&pair) && !wrong.is_right(&pair));
            assert_eq!(right.machine(&pair), Party::Entry(2));
            assert_eq!(wrong.machine(&pair), Party::Confederate(3));
            for (missing, expected) in [
                (MissingVerdict::Zero, Some(0)),
                (MissingVerdict::One, Some(1)),
                (MissingVerdict::Void, None),
            ] {
                assert_eq!(score(&pair, None, missing), expected);
                assert_eq!(score(&pair, Some(right), missing), Some(0));
                assert_eq!(score(&pair, Some(wrong), missing), Some(1));
            }
        }
    }
}
