//! The likeness of a text to those that were said of late.

use std::collections::HashMap;
use std::hash::Hash;

use luna_learn::float;

/// Texts by what they consist of: their words, and their rows of three letters.
#[derive(Default)]
pub(crate) struct Likeness {
    words: Parts<String>,
    rows: Parts<[char; 3]>,
    texts: Vec<Vec<char>>,
}

/// The texts that are compared letter by letter: those with the most rows in common.
const COMPARED: usize = 6;

/// The places of the texts that have a part, and the number of parts of each text.
struct Parts<P> {
    places: HashMap<P, Vec<usize>>,
    sizes: Vec<usize>,
}

impl Likeness {
    pub(crate) fn to(texts: &[String]) -> Likeness {
        let mut likeness = Likeness::default();
        for text in texts {
            likeness.add(text);
        }
        likeness
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(crate) fn add(&mut self, text: &str) {
        let plain = plain(text);
        let letters = letters(&plain);
        self.words.add(words(&plain));
        self.rows.add(rows(&letters));
        self.texts.push(letters);
    }

    /// The shares of words, of rows and of letters in one run that a text has in common with the one
    /// that has most of them in common.
    pub(crate) fn of(&self, text: &str) -> [f64; 3] {
        let plain = plain(text);
        let letters = letters(&plain);
        let (words, rows) = (words(&plain), rows(&letters));
        let shared = self.rows.shared(&rows);
        let mut near: Vec<(usize, usize)> =
            shared.iter().enumerate().map(|(place, both)| (*both, place)).collect();
        if let Some(last) = near.len().checked_sub(COMPARED) {
            near.select_nth_unstable(last);
        }
        let texts = near.iter().rev().take(COMPARED).filter_map(|(_, at)| self.texts.get(*at));
        let by_run = texts.map(|there| run(&letters, there)).fold(0.0, f64::max);
        let by_words = self.words.likeness(words.len(), &self.words.shared(&words));
        [by_words, self.rows.likeness(rows.len(), &shared), by_run]
    }
}

/// The distance of two likenesses.
pub(crate) fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum()
}

/// The longest run of letters in both texts, as a share of the longer one.
fn run(one: &[char], other: &[char]) -> f64 {
    let (mut lengths, mut longest) = (vec![0_usize; other.len()], 0);
    for letter in one {
        let mut before = 0;
        for (length, there) in lengths.iter_mut().zip(other) {
            let here = if letter == there { before + 1 } else { 0 };
            before = std::mem::replace(length, here);
            longest = longest.max(here);
        }
    }
    float(longest) / float(one.len().max(other.len()).max(1))
}

impl<P: Eq + Hash> Parts<P> {
    fn add(&mut self, parts: Vec<P>) {
        let place = self.sizes.len();
        self.sizes.push(parts.len());
        for part in parts {
            self.places.entry(part).or_default().push(place);
        }
    }

    /// How many of the parts each text has.
    fn shared(&self, parts: &[P]) -> Vec<usize> {
        let mut shared = vec![0; self.sizes.len()];
        for place in parts.iter().filter_map(|part| self.places.get(part)).flatten() {
            if let Some(both) = shared.get_mut(*place) {
                *both += 1;
            }
        }
        shared
    }

    /// The share of so many parts in common with the text that has most of them in common.
    fn likeness(&self, parts: usize, shared: &[usize]) -> f64 {
        let like = |(size, both): (&usize, &usize)| {
            float(*both) / float((size + parts).saturating_sub(*both).max(1))
        };
        self.sizes.iter().zip(shared).map(like).fold(0.0, f64::max)
    }
}

impl<P> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts { places: HashMap::new(), sizes: Vec::new() }
    }
}

/// Lower case, with spaces for everything but letters and digits.
fn plain(text: &str) -> String {
    let lower = text.chars().filter(|c| *c != '\'').flat_map(char::to_lowercase);
    lower.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect()
}

fn words(plain: &str) -> Vec<String> {
    each_once(plain.split_whitespace().map(str::to_owned).collect())
}

fn rows(letters: &[char]) -> Vec<[char; 3]> {
    each_once(letters.array_windows().copied().collect())
}

fn each_once<P: Ord>(mut parts: Vec<P>) -> Vec<P> {
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Words with one space between them, and one at both ends.
fn letters(plain: &str) -> Vec<char> {
    let joined = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" {joined} ").chars().collect()
}
