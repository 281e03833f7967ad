//! Word frequencies, and the information content that follows.

use std::io::{self, BufRead};

use crate::interner::{Interner, to_usize};
use crate::number::float;
use crate::words::content_words;

/// Number of occurrences of each word.
#[derive(Clone, Debug, Default)]
pub struct WordCounts {
    names: Interner,
    /// By the numbers of the names.
    times: Vec<usize>,
    total: usize,
}

impl WordCounts {
    /// Counts the content words of a plain text corpus. Bytes that are not UTF-8 count as spaces.
    pub fn read(mut source: impl BufRead) -> io::Result<WordCounts> {
        let (mut counts, mut line) = (WordCounts::default(), Vec::new());
        while source.read_until(b'\n', &mut line)? > 0 {
            counts.add(&content_words(&String::from_utf8_lossy(&line)));
            line.clear();
        }
        Ok(counts)
    }

    /// Adds content words.
    pub fn add<T: AsRef<str>>(&mut self, words: &[T]) {
        for word in words {
            let number = to_usize(self.names.intern(word.as_ref()));
            match self.times.get_mut(number) {
                Some(count) => *count += 1,
                None => self.times.push(1),
            }
        }
        self.total += words.len();
    }

    /// Information content: 1 - ln(n + 1) / ln(N + 1), where the word occurs n times among N. It is
    /// 1 for unseen words and in an empty corpus, and 0 for the only word of a corpus.
    pub fn information(&self, word: &str) -> f64 {
        let count = self.names.number(word).and_then(|number| self.times.get(to_usize(number)));
        let count = count.copied().unwrap_or(0);
        if self.total == 0 {
            return 1.0;
        }
        1.0 - (float(count) + 1.0).ln() / (float(self.total) + 1.0).ln()
    }
}
