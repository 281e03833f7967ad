//! WordNet: the senses of English words and their hypernyms and antonyms. Reads Princeton's files
//! (3.0 and 3.1) into memory.

mod adjacency;
mod broad_sense;
mod database;
mod location;
mod morphology;
mod paths;
mod read;

#[cfg(test)]
mod tests;

pub use self::broad_sense::BroadSense;
pub use self::database::{PartOfSpeech, Synset, WordNet};
pub use self::location::{NotFound, find};
pub use self::read::Error;
