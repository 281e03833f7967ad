//! WordNet: which senses English words have, and which sense is a kind of which
//! other. Read from the files that Princeton gave out (3.0 and 3.1), all at once.

mod adjacency;
mod database;
mod find;
mod morphology;
mod paths;
mod read;

#[cfg(test)]
mod tests;

pub use self::database::{Part, Synset, WordNet};
pub use self::find::{NotFound, find, own};
pub use self::read::Error;
