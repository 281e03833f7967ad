//! Support for an assertion: by its votes and by the space.

use luna_learn::analogy_space::Prediction;
use luna_text::knowledge::{Assertion, Concept, KnowledgeBase, Relation, Side};

use super::stems::is_childlike;
use crate::common_sense::space::KnowledgeSpace;

/// Words that a question has for its grammar.
const SMALL: [&str; 18] = [
    "after",
    "before",
    "behind",
    "down",
    "get",
    "go",
    "inside",
    "into",
    "off",
    "onto",
    "out",
    "outside",
    "over",
    "person",
    "sometimes",
    "something",
    "through",
    "without",
];
/// The weight of a prediction beside that of votes.
const PREDICTED: f64 = 1.0;
/// The weight of a class that is none.
const NO_CLASS: f64 = 0.2;
/// The weight of an answer with words that a child does not know.
const LEARNED: f64 = 0.6;
/// Words of a concept that a single word or phrase stands for, at most.
const MOST_WORDS: usize = 4;

pub(super) struct Judge<'a> {
    pub(super) base: &'a KnowledgeBase,
    prediction: Prediction<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(space: &'a KnowledgeSpace<'a>) -> Judge<'a> {
        Judge { base: space.base(), prediction: space.prediction() }
    }

    /// Above 0 for what is stated or predicted.
    pub(super) fn support(&self, assertion: &Assertion) -> f64 {
        assertion.weight() + PREDICTED * self.predicted(assertion)
    }

    /// 0 for what the space cannot predict.
    pub(super) fn predicted(&self, assertion: &Assertion) -> f64 {
        let Assertion { left, relation, right, .. } = *assertion;
        self.prediction.assertion(left.0, relation.code(), right.0).unwrap_or(0.0).max(0.0)
    }

    /// The concept that a word or phrase stands for.
    pub(super) fn named(&self, word: &str) -> Option<Concept> {
        self.base.named(word).or_else(|| {
            let mentions = self.base.mentions(word, MOST_WORDS);
            let longest = mentions.found.iter().rev().max_by_key(|it| it.words.len());
            longest.map(|mention| mention.concept)
        })
    }

    /// The assertions about a concept in a relation, without negative assertions.
    pub(super) fn stated(
        &self,
        concept: Concept,
        relation: Relation,
    ) -> impl Iterator<Item = Assertion> + '_ {
        let all = self.base.related(concept, Side::Left, relation);
        all.filter(move |it| !it.is_negative() && it.right != concept)
    }

    /// The number of concepts of which the same is stated.
    pub(super) fn holders(&self, relation: Relation, right: Concept) -> f64 {
        luna_learn::float(self.base.related(right, Side::Right, relation).len())
    }

    /// The number of assertions about a concept.
    pub(super) fn degree(&self, concept: Concept) -> usize {
        Side::BOTH.map(|side| self.base.degree(concept, side)).iter().sum()
    }

    /// The information in a concept: less, the more assertions have it. Words of place and time tell
    /// little.
    pub(super) fn rarity(&self, concept: Concept) -> f64 {
        let degree = self.degree(concept);
        if self.is_small(concept) {
            return 0.5;
        }
        (f64::from(self.base.len()) / luna_learn::float(degree + 1)).ln().max(0.1)
    }

    /// The weight of an answer by its words: a child does not say what it has never heard.
    pub(super) fn childlike(&self, concept: Concept) -> f64 {
        if is_childlike(self.base, concept) { 1.0 } else { LEARNED }
    }

    /// The weight of a class: more things are of a kind than have a property or can do something
    /// that is named like it, as with *good* and *sit*.
    pub(super) fn class(&self, concept: Concept) -> f64 {
        let others = [Relation::HasProperty, Relation::CapableOf];
        let others: f64 = others.iter().map(|&it| self.holders(it, concept)).sum();
        let is_class = self.holders(Relation::IsA, concept) >= others && !self.is_small(concept);
        if is_class { 1.0 } else { NO_CLASS }
    }

    /// A word of grammar, or something denied.
    pub(super) fn is_small(&self, concept: Concept) -> bool {
        let name = self.base.name(concept);
        SMALL.contains(&name) || name.split(' ').any(|word| word == "not")
    }

    /// This or one of its words is stated to be a kind of the other.
    pub(super) fn is_kind(&self, concept: Concept, kind: Concept) -> bool {
        let is = |concept: Concept| {
            let stated = self.base.stated(concept, Relation::IsA, kind);
            stated.into_iter().any(|it| !it.is_negative())
        };
        let words = self.base.name(concept).split(' ').filter_map(|it| self.base.concept(it));
        is(concept) || words.into_iter().any(is)
    }
}

/// Sorts by a score, the best first, with equals in their order.
pub(super) fn sort_by_score<T>(all: &mut [(T, f64)]) {
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
}
