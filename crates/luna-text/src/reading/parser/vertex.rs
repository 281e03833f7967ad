//! Words as the parser sees them, and its labels.

use super::super::classifier::Class;
use super::super::relation::{Relation, Subtype};
use super::super::tag::{PennTag, UniversalTag};
use super::super::word::Word;

/// A label: a relation and its subtype.
pub(in super::super) type Label = (Relation, Option<Subtype>);

pub(super) const NO_LABEL: Class = Class::MAX;

/// The number of paths that the search follows.
pub(super) const WIDTH: usize = 7;
/// The number of paths that training follows.
pub(super) const TRAINING_WIDTH: usize = 8;

/// A word as the parser sees it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Vertex {
    pub(super) word: u32,
    pub(super) tag: u32,
    pub(super) universal: u32,
    pub(super) suffix: u32,
}

/// The vertices of a sentence, and the root's after them.
pub(in super::super) fn vertices(
    words: &[Word],
    tags: &[Class],
    pair: impl Fn(Class) -> (UniversalTag, PennTag),
) -> Vec<Vertex> {
    let word = words.iter().zip(tags).map(|(word, &tag)| {
        let universal = UniversalTag::ALL.iter().position(|&it| it == pair(tag).0);
        Vertex {
            word: word.common,
            tag: u32::from(tag),
            universal: universal.and_then(|nth| u32::try_from(nth).ok()).unwrap_or(30),
            suffix: word.suffixes[2],
        }
    });
    word.chain([Vertex { word: 1, tag: 254, universal: 29, suffix: 1 }]).collect()
}
