//! Named things and their kinds: persons, groups, places, times, quantities, and other names.
//!
//! Cues decide: titles and first names before a name, words within it, the preposition before it,
//! and WordNet where it is at hand. Mentions of one name in a text share a kind.

mod cues;
mod find;
mod group_words;
mod kind;
mod person_words;
mod place_words;
mod spans;
#[cfg(test)]
mod tests;
mod time_words;

pub use self::find::{broad_sense, entities, kind_of};
pub use self::kind::{Entity, EntityKind};
