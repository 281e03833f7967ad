//! Common-sense knowledge: concepts and the assertions that relate them, as in `ConceptNet` 4.
//!
//! A [`Builder`] reads files of assertions and writes one compact file; a [`KnowledgeBase`] looks
//! assertions up in it. The words of a text lead to concepts, and an assertion to a sentence.
//! Neither the file of `ConceptNet` 4 nor ours has sentences of people, so these are generated.

mod assertion;
mod base;
mod build;
mod content;
mod display;
mod format;
mod inflection;
mod lemma;
mod mention;
mod phrase;
mod read;
mod relation;
mod statement;
mod verb_phrase;
mod word_class;

#[cfg(test)]
mod tests;

pub use self::assertion::{Assertion, Concept, Side};
pub use self::base::KnowledgeBase;
pub use self::build::{Builder, KnowledgeFile};
pub use self::format::FileError;
pub(crate) use self::lemma::irregular_bases;
pub use self::mention::{Mention, Mentions};
pub use self::relation::Relation;
