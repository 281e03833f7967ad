//! Reads the text format of word2vec and GloVe.

use std::io::{self, BufRead, Read};

use super::table::Vectors;
use crate::read_error::{ReadError, shown};

/// Room for some 50,000 dimensions, in bytes.
const LONGEST: u64 = 1 << 20;

/// Number of words and dimensions promised by the first line.
#[derive(Clone, Copy)]
struct Promise {
    words: usize,
    dimensions: usize,
}

impl Vectors {
    /// Reads one word a line with its numbers. A first line of two whole numbers gives the number
    /// of words and dimensions. Only wanted words are kept; of others just the count of numbers is
    /// checked, and words with spaces are never wanted. The first of repeated lines counts.
    pub fn read(
        mut source: impl BufRead,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vectors, ReadError> {
        let (mut vectors, mut bytes) = (Vectors::default(), Vec::new());
        let (mut line, mut words, mut promise, mut dimensions) = (0, 0, None, None);
        while next(&mut source, &mut bytes).map_err(|why| wrong(line + 1, why))? {
            line += 1;
            let text = String::from_utf8_lossy(&bytes);
            if line == 1 {
                promise = Promise::read(&text);
                dimensions = promise.map(|promise| promise.dimensions);
                if promise.is_some() {
                    continue;
                }
            }
            let mut parts = text.split_ascii_whitespace();
            let Some(mut word) = parts.next() else { continue };
            let (mut count, mut whole) = (parts.clone().count(), true);
            let expected = *dimensions.get_or_insert(count);
            // GloVe has a few words with spaces; what is not a number belongs to them.
            while count > expected && parts.clone().next().is_some_and(|it| number(it).is_err()) {
                word = parts.next().unwrap_or(word);
                (count, whole) = (count - 1, false);
            }
            if count == 0 || count != expected {
                return Err(wrong(line, lengths(word, count, expected)));
            }
            words += 1;
            if whole && wanted(word) && vectors.names.number(word).is_none() {
                let numbers: Result<Vec<f64>, String> = parts.map(number).collect();
                vectors.add(word, numbers.map_err(|why| wrong(line, why))?);
            }
        }
        vectors.dimensions = dimensions.unwrap_or(0);
        match promise {
            Some(Promise { words: said, .. }) if said != words => {
                let why = format!("the first line promises {said} words, and there are {words}");
                Err(wrong(line, why))
            }
            _ => Ok(vectors),
        }
    }
}

impl Promise {
    fn read(line: &str) -> Option<Promise> {
        let mut parts = line.split_ascii_whitespace().map(str::parse);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(Ok(words)), Some(Ok(dimensions)), None) => Some(Promise { words, dimensions }),
            _ => None,
        }
    }
}

/// Reads the next line into `bytes`; returns false at the end.
fn next(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> Result<bool, String> {
    bytes.clear();
    let read = source.by_ref().take(LONGEST).read_until(b'\n', bytes);
    match read.map_err(|error: io::Error| format!("cannot be read: {error}"))? {
        0 => Ok(false),
        _ if u64::try_from(bytes.len()) == Ok(LONGEST) && !bytes.ends_with(b"\n") => {
            Err("is too long to be a word and its numbers".to_owned())
        }
        _ => Ok(true),
    }
}

fn lengths(word: &str, count: usize, expected: usize) -> String {
    match count {
        0 => format!("no numbers come after '{}'", shown(word)),
        _ => format!("{count} instead of {expected} numbers come after '{}'", shown(word)),
    }
}

fn number(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) => Ok(number),
        _ => Err(format!("'{}' is not a finite number", shown(text))),
    }
}

fn wrong(line: usize, why: String) -> ReadError {
    ReadError { line, why }
}
