//! Text analysis: words, stems, similarity, word vectors, sentence embeddings and WordNet. The
//! input is English; other languages do no harm.

pub mod answer_key;
mod checksum;
mod interner;
pub mod key_match;
pub mod knowledge;
pub mod levenshtein;
pub mod ngram;
mod number;
mod read_error;
pub mod reading;
pub mod sentence;
mod sentences;
pub mod snl;
pub mod tfidf;
pub mod vectors;
pub mod wordnet;
pub mod words;

use std::ffi::OsString;
use std::path::PathBuf;

pub use crate::read_error::ReadError;
pub use crate::sentences::sentences;
pub use tfidf::bm25;
pub use words::{overlap, search_words, stem};

/// The path of Luna's data of this name: below `$XDG_DATA_HOME`, or `~/.local/share` if that is not
/// set.
pub fn user_data(variable: impl Fn(&str) -> Option<OsString>, name: &str) -> Option<PathBuf> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = path("XDG_DATA_HOME").or_else(|| Some(path("HOME")?.join(".local/share")));
    data.map(|data| data.join("luna").join(name))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use crate::tfidf::Frequencies;

    /// Path of the small test dictionary.
    pub(crate) fn dictionary() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wordnet")
    }

    pub(crate) fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    /// Document frequencies of six texts, one of them empty.
    pub(crate) fn corpus() -> Frequencies {
        let texts = [
            "bill rights bill",
            "freedom speech",
            "freedom religion speech press",
            "rights",
            "press press press freedom bill",
            "",
        ];
        Frequencies::of(&texts.map(words))
    }

    /// A random number generator for tests.
    pub(crate) struct Draw(pub(crate) u64);

    impl Draw {
        pub(crate) fn below(&mut self, end: usize) -> usize {
            // Xorshift.
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 20).unwrap() % end
        }
    }
}
