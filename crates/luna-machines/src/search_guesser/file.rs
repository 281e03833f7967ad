//! The file of an index: a header with version and checksum, then its parts one after the other.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};

use super::cues::Cues;
use super::index::{Index, Indexed};
use super::postings::Postings;
use super::ranker::Ranker;
use super::vocabulary::{Vocabulary, index};

const MAGIC: &[u8; 8] = b"LunaQuiz";
/// Raised whenever an older program would misread a newer file, or the reverse.
const VERSION: u32 = 1;
const HEADER: usize = MAGIC.len() + 4 + SHA256_OUTPUT_LEN;

/// The reason why the file of an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("{} cannot be read: {why}. Build the index again, or name the file where it is.", path.display())]
    Unreadable { path: PathBuf, why: std::io::Error },
    #[error("{} cannot be written: {why}.", path.display())]
    Unwritable { path: PathBuf, why: std::io::Error },
    #[error("{}: {fault}", path.display())]
    Faulty { path: PathBuf, fault: Fault },
}

/// What is wrong with the bytes of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("this is no index of a search guesser")]
    Foreign,
    #[error(
        "this index has version {0}, and this program reads version {VERSION}; build the index again"
    )]
    Version(u32),
    #[error("this index is damaged or cut short; build it again, or copy it again from its source")]
    Damaged,
}

impl Index {
    /// Writes the index to a file, which appears only once it is whole.
    pub fn write(&self, path: &Path) -> Result<(), IndexError> {
        let part = path.with_added_extension("part");
        let written = fs::write(&part, self.to_bytes()).and_then(|()| fs::rename(&part, path));
        written.map_err(|why| IndexError::Unwritable { path: path.to_owned(), why })
    }

    /// Opens a file that `write` has written.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        let bytes =
            fs::read(path).map_err(|why| IndexError::Unreadable { path: path.to_owned(), why })?;
        Index::from_bytes(&bytes)
            .map_err(|fault| IndexError::Faulty { path: path.to_owned(), fault })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        seal(&self.parts())
    }

    /// Reads what `to_bytes` has written. Any bytes give an index that can be asked, or a fault.
    pub fn from_bytes(bytes: &[u8]) -> Result<Index, Fault> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Fault::Foreign)?;
        let (version, rest) = rest.split_first_chunk().ok_or(Fault::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        let (checksum, parts) = rest.split_at_checked(SHA256_OUTPUT_LEN).ok_or(Fault::Damaged)?;
        if digest(&SHA256, parts).as_ref() != checksum {
            return Err(Fault::Damaged);
        }
        Index::from_parts(Parts(parts)).ok_or(Fault::Damaged)
    }

    fn parts(&self) -> Vec<u8> {
        let mut to = Vec::new();
        put_texts(&mut to, self.answers.iter().map(String::as_str));
        put_numbers(&mut to, &self.answer_starts);
        put_texts(&mut to, self.tossups.iter().map(|tossup| tossup.id.as_str()));
        put_texts(&mut to, self.tossups.iter().map(|tossup| tossup.text.as_str()));
        put_numbers(&mut to, &self.sentence_starts);
        let ends = |end: fn(&Range<u32>) -> u32| self.sentences.iter().map(end).collect::<Vec<_>>();
        put_numbers(&mut to, &ends(|range| range.start));
        put_numbers(&mut to, &ends(|range| range.end));
        put_texts(&mut to, self.vocabulary.words().iter().map(String::as_str));
        let (starts, seconds) = self.vocabulary.pairs();
        put_numbers(&mut to, starts);
        put_numbers(&mut to, seconds);
        for postings in [&self.by_tossup, &self.by_sentence, &self.by_answer] {
            let (starts, places, impacts) = postings.parts();
            put_numbers(&mut to, starts);
            put_numbers(&mut to, places);
            put_length(&mut to, impacts.len());
            to.extend(impacts.iter().flat_map(|impact| impact.to_le_bytes()));
        }
        let (starts, words, counts) = self.cues.parts();
        put_numbers(&mut to, starts);
        put_numbers(&mut to, words);
        put_numbers(&mut to, counts);
        put_length(&mut to, self.ranker.weights().len());
        to.extend(self.ranker.weights().iter().flat_map(|weight| weight.to_le_bytes()));
        to
    }

    fn from_parts(mut parts: Parts<'_>) -> Option<Index> {
        let answers = parts.texts()?;
        let answer_starts = parts.numbers()?;
        let (ids, texts) = (parts.texts()?, parts.texts()?);
        let sentence_starts = parts.numbers()?;
        let (from, to) = (parts.numbers()?, parts.numbers()?);
        let same = ids.len() == texts.len() && from.len() == to.len();
        let tossups = ids.into_iter().zip(texts).map(|(id, text)| Indexed { id, text }).collect();
        let sentences = from.into_iter().zip(to).map(|(from, to)| from..to).collect();
        let vocabulary =
            Vocabulary::from_parts(parts.texts()?, parts.numbers()?, parts.numbers()?)?;
        let mut read = Index { tossups, answers, answer_starts, ..Index::default() };
        (read.sentence_starts, read.sentences, read.vocabulary) =
            (sentence_starts, sentences, vocabulary);
        if !(same && read.is_whole()) {
            return None;
        }
        let terms = read.vocabulary.len();
        read.by_tossup = parts.postings(read.tossups.len(), terms)?;
        read.by_sentence = parts.postings(read.sentences.len(), terms)?;
        read.by_answer = parts.postings(read.answers.len(), terms)?;
        let of = (read.answers.len(), read.vocabulary.words().len());
        read.cues = Cues::from_parts(of, parts.numbers()?, parts.numbers()?, parts.numbers()?)?;
        read.ranker = Ranker::from_weights(parts.floats()?)?;
        read.derive();
        parts.0.is_empty().then_some(read)
    }

    /// Returns true if answers, tossups and sentences belong together.
    fn is_whole(&self) -> bool {
        let starts = |starts: &[u32], owners: usize, parts: usize| {
            starts.len() == owners + 1
                && starts.first() == Some(&0)
                && starts.last().map(|end| index(*end)) == Some(parts)
        };
        let sentence = |(nth, tossup): (usize, &Indexed)| {
            let ends = (index(self.sentence_starts[nth]), index(self.sentence_starts[nth + 1]));
            let own = self.sentences.get(ends.0..ends.1).unwrap_or_default();
            own.iter().all(|range| tossup.text.get(index(range.start)..index(range.end)).is_some())
        };
        starts(&self.answer_starts, self.answers.len(), self.tossups.len())
            && self.answer_starts.is_sorted_by(|one, next| one < next)
            && self.answers.is_sorted_by(|one, next| one < next)
            && starts(&self.sentence_starts, self.tossups.len(), self.sentences.len())
            && self.sentence_starts.is_sorted()
            && self.tossups.iter().enumerate().all(sentence)
    }
}

/// Puts the header of this version before the parts of an index.
pub fn seal(parts: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + parts.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(digest(&SHA256, parts).as_ref());
    bytes.extend(parts);
    bytes
}

/// The parts of an index without its header.
pub fn unseal(bytes: &[u8]) -> &[u8] {
    bytes.get(HEADER..).unwrap_or_default()
}

fn put_length(to: &mut Vec<u8>, length: usize) {
    to.extend(u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes());
}

fn put_numbers(to: &mut Vec<u8>, numbers: &[u32]) {
    put_length(to, numbers.len());
    to.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put_texts<'a>(to: &mut Vec<u8>, texts: impl Iterator<Item = &'a str> + Clone) {
    let lengths: Vec<u32> =
        texts.clone().map(|text| u32::try_from(text.len()).unwrap_or(u32::MAX)).collect();
    put_numbers(to, &lengths);
    texts.for_each(|text| to.extend(text.as_bytes()));
}

/// Parts that are still to be read.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a length, and as many values of so many bytes.
    fn values<const BYTES: usize>(&mut self) -> Option<&'a [[u8; BYTES]]> {
        let (length, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        Some(self.take(length.checked_mul(BYTES)?)?.as_chunks().0)
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        Some(self.values()?.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }

    fn floats(&mut self) -> Option<Vec<f64>> {
        Some(self.values()?.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
    }

    fn texts(&mut self) -> Option<Vec<String>> {
        let lengths = self.numbers()?;
        let text = |length: u32| String::from_utf8(self.take(index(length))?.to_vec()).ok();
        lengths.into_iter().map(text).collect()
    }

    fn postings(&mut self, documents: usize, terms: usize) -> Option<Postings> {
        let (starts, places) = (self.numbers()?, self.numbers()?);
        let impacts = self.values()?.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
        Postings::from_parts((documents, terms), starts, places, impacts)
    }
}
