//! Assertions in numbers.

use luna_learn::analogy_space::Link;
use luna_text::knowledge::{Assertion, KnowledgeBase};

/// The weight of an assertion in `AnalogySpace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkWeight {
    /// By frequency and votes, as published.
    Votes,
    /// 1, or -1 for what is false.
    Sign,
}

impl LinkWeight {
    fn of(self, assertion: &Assertion) -> f64 {
        match self {
            LinkWeight::Votes => assertion.weight(),
            LinkWeight::Sign if assertion.is_negative() => -1.0,
            LinkWeight::Sign => 1.0,
        }
    }
}

/// The assertions of a knowledge base in numbers.
pub fn links(base: &KnowledgeBase, weight: LinkWeight) -> Vec<Link> {
    let link = |assertion: Assertion| Link {
        left: assertion.left.0,
        relation: assertion.relation.code(),
        right: assertion.right.0,
        weight: weight.of(&assertion),
    };
    base.assertions().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common_sense::shipped::shipped_base;

    #[test]
    fn links_weigh_votes_or_truth_alone() {
        let base = shipped_base().unwrap();
        let votes = links(base, LinkWeight::Votes);
        let signs = links(base, LinkWeight::Sign);
        assert_eq!(votes.len(), usize::try_from(base.len()).unwrap());
        for (vote, sign) in votes.iter().zip(&signs) {
            assert!((sign.weight.abs() - 1.0).abs() < 1e-15);
            assert!(vote.weight * sign.weight > 0.0);
        }
    }
}
