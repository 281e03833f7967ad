//! Named things and their kinds: persons, groups, places, times, quantities, and other names.
//!
//! Cues decide: titles and first names before a name, words within it, the preposition before it,
//! and WordNet where it is at hand. Mentions of one name in a text share a kind.

mod cues;
mod find;
mod kind;
mod spans;
#[cfg(test)]
mod tests;

pub use self::find::{broad_sense, entities, kind_of};
pub use self::kind::{Entity, EntityKind};
