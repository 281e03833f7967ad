//! Words as the features of tagger and parser see them: hashes of the spelling, and the tags that the
//! treebank gives.

use super::hash::{self, HashIndex};
use crate::interner::to_usize;

/// Letters of the longest suffix and prefix that are features.
pub(super) const SUFFIXES: usize = 5;
pub(super) const PREFIXES: usize = 4;

/// A word of a sentence, as features need it.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    /// The spelling in lower case.
    pub(super) lower: u32,
    pub(super) exact: u32,
    /// The last letters, one to five, in lower case.
    pub(super) suffixes: [u32; SUFFIXES],
    pub(super) prefixes: [u32; PREFIXES],
    /// Capitals, digits and signs, each run as one.
    pub(super) shape: u32,
    /// The spelling of a frequent word; the shape and the ending of others.
    pub(super) common: u32,
    /// The set of tags that the word has had; 0 if it is rare.
    pub(super) class: u32,
    /// Marks of [`CAPITAL`] and others.
    pub(super) marks: u32,
}

pub(super) const CAPITAL: u32 = 1;
pub(super) const UPPER: u32 = 2;
pub(super) const DIGIT: u32 = 4;
pub(super) const HYPHEN: u32 = 8;
pub(super) const FIRST: u32 = 16;

/// The words that the treebank has more than once.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    index: HashIndex,
    /// Hashes of the spellings in lower case, ascending.
    pub(super) hashes: Vec<u32>,
    /// The number of the set of tags of each word; 0 if it is rare.
    pub(super) classes: Vec<u16>,
}

impl Lexicon {
    pub(super) fn new(hashes: Vec<u32>, classes: Vec<u16>) -> Lexicon {
        let mut index = HashIndex::with_capacity(hashes.len());
        for &hash in &hashes {
            index.intern(hash);
        }
        Lexicon { index, hashes, classes }
    }

    /// The words of a sentence.
    pub(super) fn words<'a>(&self, forms: impl Iterator<Item = &'a str>) -> Vec<Word> {
        let mut lower = String::new();
        let mut words: Vec<Word> = Vec::new();
        let mut begun = false;
        for form in forms {
            let mut word = self.word(form, &mut lower);
            // Quotes and brackets may come before the first word.
            if !begun && form.contains(char::is_alphanumeric) {
                word.marks |= FIRST;
                begun = true;
            }
            words.push(word);
        }
        words
    }

    fn word(&self, form: &str, lower: &mut String) -> Word {
        lower.clear();
        lower.extend(form.chars().flat_map(char::to_lowercase));
        let mut marks = 0;
        if form.starts_with(char::is_uppercase) {
            marks |= CAPITAL;
        }
        if marks != 0 && form.chars().nth(1).is_some() && !form.chars().any(char::is_lowercase) {
            marks |= UPPER;
        }
        if form.contains(|c: char| c.is_ascii_digit()) {
            marks |= DIGIT;
        }
        if form.contains('-') {
            marks |= HYPHEN;
        }
        let hash = hash::text(lower);
        let mut word = Word { lower: hash, exact: hash::text(form), marks, ..Word::default() };
        let starts = lower.char_indices().rev().map(|(at, _)| at);
        for (place, at) in word.suffixes.iter_mut().zip(starts) {
            *place = hash::text(lower.get(at..).unwrap_or_default());
        }
        let ends = lower.char_indices().map(|(at, c)| at + c.len_utf8());
        for (place, end) in word.prefixes.iter_mut().zip(ends) {
            *place = hash::text(lower.get(..end).unwrap_or_default());
        }
        word.shape = shape(form);
        word.common = match self.index.get(hash) {
            Some(number) => {
                word.class = self.classes.get(to_usize(number)).copied().map_or(0, u32::from);
                hash
            }
            None => hash::feature(999, [word.shape, word.suffixes.get(2).copied().unwrap_or(0)]),
        };
        word
    }
}

/// The hash of a form's kinds of characters. Of a run of one kind at most two count.
fn shape(form: &str) -> u32 {
    let mut kinds = [0_u8; 16];
    let mut len = 0;
    for c in form.chars() {
        let kind = match c {
            _ if c.is_lowercase() => b'x',
            _ if c.is_uppercase() => b'X',
            _ if c.is_ascii_digit() => b'd',
            _ if c.is_alphabetic() => b'y',
            _ if c.is_ascii() => u8::try_from(c).unwrap_or(b'-'),
            _ => b'-',
        };
        let run = len > 1 && kinds.get(len - 2..len) == Some(&[kind, kind]);
        if let Some(place) = kinds.get_mut(len).filter(|_| !run) {
            *place = kind;
            len += 1;
        }
    }
    hash::bytes(kinds.get(..len).unwrap_or_default())
}
