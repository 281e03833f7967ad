//! The tree of a sentence: the root, the dependents of a word, and the words below it.

use std::ops::Range;

use super::relation::{Relation, Subtype};
use super::token::{Sentence, Token};

impl Sentence {
    /// The number of the root; `None` in an empty sentence.
    pub fn root(&self) -> Option<usize> {
        self.tokens.iter().position(|token| token.head.is_none())
    }

    /// Numbers of the dependents of a token, in the order of the text.
    pub fn dependents(&self, head: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let all = self.tokens.iter().enumerate();
        all.filter(move |(_, token)| token.head == Some(head)).map(|(nth, _)| nth)
    }

    /// The first dependent with this relation, of any subtype.
    pub fn dependent(&self, head: usize, relation: Relation) -> Option<usize> {
        self.dependents(head)
            .find(|&nth| self.tokens.get(nth).is_some_and(|token| token.relation == relation))
    }

    /// Numbers of a token and of all tokens below it, in the order of the text.
    pub fn subtree(&self, top: usize) -> Vec<usize> {
        let mut within = vec![false; self.tokens.len()];
        let Some(first) = within.get_mut(top) else { return Vec::new() };
        *first = true;
        // Each round reaches at least one level deeper.
        loop {
            let mut grown = false;
            for (nth, token) in self.tokens.iter().enumerate() {
                let above = token.head.and_then(|head| within.get(head)).copied();
                if above == Some(true)
                    && let Some(place) = within.get_mut(nth).filter(|place| !**place)
                {
                    *place = true;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        (0..self.tokens.len()).filter(|&nth| within.get(nth) == Some(&true)).collect()
    }

    /// Returns true if the token is below the other one, at any depth.
    pub fn is_below(&self, token: usize, top: usize) -> bool {
        self.ancestors(token).any(|above| above == top)
    }

    /// The heads above a token, the nearest first.
    pub fn ancestors(&self, token: usize) -> impl Iterator<Item = usize> + '_ {
        let head = |nth: usize| self.tokens.get(nth).and_then(|token| token.head);
        // A circle, which no reader makes, must not hang the caller.
        std::iter::successors(head(token), move |&nth| head(nth)).take(self.tokens.len())
    }

    /// The bytes of the text from the first to the last token of the sentence.
    pub fn span(&self) -> Range<usize> {
        let first = self.tokens.first().map_or(0, |token| token.span.start);
        first..self.tokens.last().map_or(first, |token| token.span.end)
    }
}

impl Token {
    /// Returns true for this relation and subtype.
    pub fn is(&self, relation: Relation, subtype: Subtype) -> bool {
        self.relation == relation && self.subtype == Some(subtype)
    }
}
