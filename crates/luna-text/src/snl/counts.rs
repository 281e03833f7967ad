//! How often words occur, from which follows how much one says.

use std::io::{self, BufRead};

use crate::float;
use crate::names::{Names, place};
use crate::words::prepared;

/// Words, and how often each was met.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    names: Names,
    /// By the numbers of the names.
    times: Vec<usize>,
    total: usize,
}

impl Counts {
    /// Of a corpus of plain text: of its words, prepared. Bytes that are not UTF-8
    /// count as spaces.
    pub fn read(mut source: impl BufRead) -> io::Result<Counts> {
        let (mut counts, mut line) = (Counts::default(), Vec::new());
        while source.read_until(b'\n', &mut line)? > 0 {
            counts.add(&prepared(&String::from_utf8_lossy(&line)));
            line.clear();
        }
        Ok(counts)
    }

    /// Some more words, prepared.
    pub fn add<T: AsRef<str>>(&mut self, words: &[T]) {
        for word in words {
            let number = place(self.names.add(word.as_ref()));
            match self.times.get_mut(number) {
                Some(count) => *count += 1,
                None => self.times.push(1),
            }
        }
        self.total += words.len();
    }

    /// Information: 1 - ln(n + 1) / ln(N + 1), where the word occurs n times
    /// among N. So it is 1 for a word that does not occur, and 0 for the only
    /// one; 1 if nothing was counted.
    pub fn information(&self, word: &str) -> f64 {
        let count = self.names.number(word).and_then(|number| self.times.get(place(number)));
        let count = count.copied().unwrap_or(0);
        if self.total == 0 {
            return 1.0;
        }
        1.0 - (float(count) + 1.0).ln() / (float(self.total) + 1.0).ln()
    }
}
