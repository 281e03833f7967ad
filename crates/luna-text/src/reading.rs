//! Reading English: sentences of tokens with their tags, base forms and dependencies, as in the
//! English Web Treebank of Universal Dependencies.

mod classifier;
mod conllu;
mod entity;
mod features;
mod hash;
mod lemmatizer;
mod model;
mod noun_phrase;
mod parser;
mod reader;
mod relation;
mod shuffle;
mod tag;
mod tagger;
mod token;
mod tokenizer;
mod training;
mod tree;
mod word;

#[cfg(test)]
mod tests;

pub use self::conllu::read_conllu;
pub use self::entity::{Entity, EntityKind, broad_sense, entities, kind_of};
pub use self::features::{Degree, Features, Mood, Number, Person, Tense, VerbForm};
pub use self::model::ModelError;
pub use self::noun_phrase::{NounPhrase, noun_phrases};
pub use self::reader::Reader;
pub use self::relation::{Relation, Subtype};
pub use self::tag::{PennTag, UniversalTag};
pub use self::token::{Sentence, Token};
pub use self::training::{Accuracy, Training};
