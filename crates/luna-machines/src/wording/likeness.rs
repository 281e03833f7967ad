//! The likeness of a text to those that were said of late.

use std::collections::{BTreeSet, HashMap};

use luna_learn::float;

/// Texts by what they consist of: their words, and their rows of three letters.
#[derive(Default)]
pub(crate) struct Likeness {
    words: Parts,
    rows: Parts,
    texts: Vec<Vec<char>>,
}

/// The weight of words and of rows beside a run of letters, which is larger between any two texts.
const WORDS: f64 = 1.6;
const ROWS: f64 = 1.4;
/// The texts that are compared letter by letter: those with the most rows in common.
const COMPARED: usize = 12;

/// The places of the texts that have a part, and the number of parts of each text.
#[derive(Default)]
struct Parts {
    places: HashMap<String, Vec<usize>>,
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
        self.words.add(words(&plain));
        self.rows.add(rows(&plain));
        self.texts.push(letters(&plain));
    }

    /// The share of words, rows or letters in one run in common with the text that has most of them in
    /// common.
    pub(crate) fn of(&self, text: &str) -> f64 {
        let plain = plain(text);
        let by_words = self.words.likeness(&words(&plain));
        let rows = rows(&plain);
        let by_rows = self.rows.likeness(&rows);
        let letters = letters(&plain);
        let mut near: Vec<(usize, usize)> =
            self.rows.shared(&rows).into_iter().map(|(place, both)| (both, place)).collect();
        near.sort_unstable_by(|one, other| other.cmp(one));
        let texts = near.iter().take(COMPARED).filter_map(|(_, place)| self.texts.get(*place));
        let by_run = texts.map(|there| run(&letters, there)).fold(0.0, f64::max);
        (WORDS * by_words).max(ROWS * by_rows).max(by_run)
    }
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

impl Parts {
    fn add(&mut self, parts: BTreeSet<String>) {
        let place = self.sizes.len();
        self.sizes.push(parts.len());
        for part in parts {
            self.places.entry(part).or_default().push(place);
        }
    }

    /// The places of texts with any of the parts, and how many of them each has.
    fn shared(&self, parts: &BTreeSet<String>) -> HashMap<usize, usize> {
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for place in parts.iter().filter_map(|part| self.places.get(part)).flatten() {
            *shared.entry(*place).or_default() += 1;
        }
        shared
    }

    fn likeness(&self, parts: &BTreeSet<String>) -> f64 {
        let shared = self.shared(parts);
        let like = |(place, both): (&usize, &usize)| {
            let size = self.sizes.get(*place).copied().unwrap_or_default();
            float(*both) / float((size + parts.len() - both).max(1))
        };
        shared.iter().map(like).fold(0.0, f64::max)
    }
}

/// Lower case, with spaces for everything but letters and digits.
fn plain(text: &str) -> String {
    let lower = text.chars().filter(|c| *c != '\'').flat_map(char::to_lowercase);
    lower.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect()
}

fn words(plain: &str) -> BTreeSet<String> {
    plain.split_whitespace().map(str::to_owned).collect()
}

fn rows(plain: &str) -> BTreeSet<String> {
    letters(plain).windows(3).map(|row| row.iter().collect()).collect()
}

/// Words with one space between them, and one at both ends.
fn letters(plain: &str) -> Vec<char> {
    let joined = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" {joined} ").chars().collect()
}
