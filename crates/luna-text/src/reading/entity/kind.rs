//! Named things and their kinds.

use std::ops::Range;

use super::super::relation::Relation;
use super::super::token::Sentence;
use crate::wordnet::BroadSense;

/// The kind of a named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntityKind {
    Person,
    /// Organisation, company, team or people.
    Group,
    Place,
    /// Date, year or time of day.
    Time,
    /// Number with what it counts or measures.
    Quantity,
    Other,
}

/// A named thing in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    pub kind: EntityKind,
    /// Numbers of its tokens.
    pub tokens: Range<usize>,
    /// The token on which the others depend.
    pub head: usize,
}

/// The kind of a broad sense.
pub(super) fn of_sense(sense: BroadSense) -> Option<EntityKind> {
    match sense {
        BroadSense::NounPerson => Some(EntityKind::Person),
        BroadSense::NounGroup => Some(EntityKind::Group),
        BroadSense::NounLocation => Some(EntityKind::Place),
        BroadSense::NounTime => Some(EntityKind::Time),
        BroadSense::NounQuantity => Some(EntityKind::Quantity),
        _ => None,
    }
}

/// The token of a range whose head is outside.
pub(super) fn head(sentence: &Sentence, range: &Range<usize>) -> usize {
    let outside = |nth: &usize| {
        let token = sentence.tokens.get(*nth);
        token.is_some_and(|token| {
            token.relation != Relation::Punct
                && token.relation != Relation::Case
                && token.head.is_none_or(|head| !range.contains(&head))
        })
    };
    range.clone().find(outside).unwrap_or(range.start)
}
