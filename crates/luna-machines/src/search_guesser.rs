//! The search guesser of the quiz: names the answer of a tossup from a prefix of it, as words are
//! typed or read out.
//!
//! ```
//! use luna_machines::search_guesser::{Index, Tossup};
//!
//! let tossup = |id: &str, text: &str, answer: &str| Tossup {
//!     id: id.to_owned(),
//!     text: text.to_owned(),
//!     answer: answer.to_owned(),
//!     page: None,
//! };
//! let index = Index::build(vec![
//!     tossup("1", "This author wrote about a white whale.", "Herman Melville"),
//!     tossup("2", "This author invented Sherlock Holmes.", "Arthur Conan Doyle"),
//! ]);
//! let mut reader = index.reader();
//! for prefix in ["A captain hunts a wh", "A captain hunts a whale"] {
//!     for candidate in reader.guess(prefix, 5) {
//!         let answer = &index.answers()[candidate.answer];
//!         assert!(candidate.probability <= 1.0, "{answer}");
//!     }
//! }
//! ```

mod cues;
mod documents;
mod evidence;
mod features;
mod fit;
mod index;
mod index_view;
mod levels;
mod page;
mod passages;
mod postings;
mod query;
mod ranker;
mod reader;
mod scores;
mod tossup;
mod vocabulary;

pub use self::evidence::{Evidence, MatchedWord};
pub use self::fit::FitSettings;
pub use self::index::{Index, IndexedText};
pub use self::page::Page;
pub use self::passages::{PassageReader, Passages, Terms};
pub use self::ranker::{BELL, Ranker};
pub use self::reader::{Candidate, Progress, Reader};
pub use self::tossup::{Tossup, folded, normalise};

#[cfg(test)]
mod tests;
