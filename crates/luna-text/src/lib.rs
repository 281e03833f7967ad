//! Reading English: words, how far texts lie apart, and what WordNet says of
//! them. Strings in, words and numbers out; any language does no harm.

pub mod bm25;
pub mod compare;
pub mod distance;
mod names;
pub mod ngram;
pub mod overlap;
pub mod snl;

pub mod sentence;
pub mod stem;
pub mod tfidf;
pub mod vectors;
pub mod wordnet;
pub mod words;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(n: usize) -> f64 {
    n as f64
}

/// Not more of a text than is read at a glance.
fn shown(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use crate::tfidf::Frequencies;

    /// Where the small dictionary is.
    pub(crate) fn dictionary() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wordnet")
    }

    pub(crate) fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    /// Of six texts, one of them empty.
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

    /// Numbers drawn from a seed, for the tests.
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
