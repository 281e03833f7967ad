//! Noun phrases of a sentence.

use std::ops::Range;

use super::relation::{Relation, Subtype};
use super::tag::UniversalTag;
use super::token::{Sentence, Token};

/// A noun phrase; ranges are numbers of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NounPhrase {
    pub head: usize,
    /// The head with its determiner and modifiers, without what follows: *the old dog*.
    pub base: Range<usize>,
    /// Everything below the head, without a preposition or a conjunction before it: *the old dog of
    /// my neighbour, who barks*.
    pub whole: Range<usize>,
}

/// The noun phrases of a sentence, in the order of their heads. A name is one phrase; a noun before
/// another noun (*stone wall*) is a part of its phrase.
pub fn noun_phrases(sentence: &Sentence) -> Vec<NounPhrase> {
    let heads = sentence.tokens.iter().enumerate().filter(|(_, token)| heads_phrase(token));
    heads.map(|(head, _)| phrase(sentence, head)).collect()
}

fn heads_phrase(token: &Token) -> bool {
    let nominal = match token.tag {
        UniversalTag::Noun | UniversalTag::Propn | UniversalTag::Pron => true,
        UniversalTag::Num | UniversalTag::Det | UniversalTag::Adj => matches!(
            token.relation,
            Relation::Nsubj | Relation::Obj | Relation::Iobj | Relation::Obl | Relation::Nmod
        ),
        _ => false,
    };
    nominal
        && !matches!(
            token.relation,
            Relation::Compound
                | Relation::Flat
                | Relation::Fixed
                | Relation::Goeswith
                | Relation::Det
                | Relation::Expl
                | Relation::Nummod
                | Relation::Case
                | Relation::Mark
                | Relation::Advmod
        )
}

fn phrase(sentence: &Sentence, head: usize) -> NounPhrase {
    let relation = |nth: usize| sentence.tokens.get(nth).map(|token| token.relation);
    let opens = |nth: usize| {
        matches!(
            relation(nth),
            Some(
                Relation::Case
                    | Relation::Cc
                    | Relation::Mark
                    | Relation::Punct
                    | Relation::Cop
                    | Relation::Aux
                    | Relation::Nsubj
                    | Relation::Csubj
                    | Relation::Advcl
                    | Relation::Discourse
                    | Relation::Expl
                    | Relation::Parataxis
                    | Relation::Vocative
            )
        )
    };
    // The first word after everything on the left that is no part of the phrase.
    let mut from = head;
    for left in sentence.dependents(head).filter(|&nth| nth < head).rev() {
        let below = sentence.subtree(left);
        let first = below.first().copied().unwrap_or(left);
        let adjacent = below.last().is_some_and(|&last| last + 1 == from);
        if opens(left) || !adjacent {
            break;
        }
        from = first;
    }
    let mut base_end = head + 1;
    let name = |nth: usize| matches!(relation(nth), Some(Relation::Flat | Relation::Fixed));
    for right in sentence.dependents(head).filter(|&nth| nth > head) {
        let hyphen = relation(right) == Some(Relation::Punct)
            && sentence.tokens.get(right).is_some_and(|token| token.form == "-");
        let last = sentence.subtree(right).last().copied().unwrap_or(right);
        if name(right) {
            base_end = base_end.max(last + 1);
        } else if !hyphen {
            break;
        }
    }
    let predicate = sentence.dependent(head, Relation::Cop).is_some();
    let mut whole_end = base_end;
    for right in sentence.dependents(head).filter(|&nth| nth > head) {
        let below = sentence.subtree(right);
        let (first, last) = (below.first().copied(), below.last().copied());
        let stays_out = matches!(
            relation(right),
            Some(Relation::Conj | Relation::Parataxis | Relation::Discourse | Relation::List)
        ) || predicate
            && matches!(relation(right), Some(Relation::Advcl | Relation::Obl));
        if stays_out {
            break;
        }
        let mark = relation(right) == Some(Relation::Punct);
        if !mark && first.is_some_and(|first| first <= whole_end + 1) {
            whole_end = whole_end.max(last.map_or(0, |last| last + 1));
        }
    }
    // A possessive marker is no part of the phrase that it follows.
    let possessive = |nth: usize| {
        relation(nth) == Some(Relation::Case)
            && sentence.tokens.get(nth).is_some_and(|token| token.tag == UniversalTag::Part)
    };
    if whole_end > base_end && possessive(whole_end - 1) {
        whole_end -= 1;
    }
    NounPhrase { head, base: from..base_end, whole: from..whole_end }
}

impl Sentence {
    /// Returns true for a noun phrase that owns another one: *my neighbour's*.
    pub fn is_possessor(&self, nth: usize) -> bool {
        self.tokens.get(nth).is_some_and(|token| token.is(Relation::Nmod, Subtype::Poss))
    }
}
