//! An attacker who compares texts of a game with texts seen before: four measures of likeness, and
//! how well each tells machines from people.

pub mod crowd;

use std::collections::{BTreeMap, BTreeSet};

/// A measure of the likeness of two texts, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Words in common, of all words.
    Words,
    /// The cosine of words, each weighted by its rarity in what the attacker has seen.
    RareWords,
    /// Rows of three characters in common, of all.
    Trigrams,
    /// The longest row of characters in common, of the longer text.
    Substring,
}

impl Measure {
    pub const ALL: [Measure; 4] =
        [Measure::Words, Measure::RareWords, Measure::Trigrams, Measure::Substring];
}

/// A text in lower case without punctuation, ready for comparison.
#[derive(Clone, Debug)]
pub struct Text {
    letters: Vec<u8>,
    words: BTreeSet<u64>,
    trigrams: Vec<u64>,
}

impl Text {
    pub fn of(text: &str) -> Text {
        let kept = text.chars().filter(|c| !matches!(c, '\'' | '\u{2019}'));
        let lower: String = kept.flat_map(char::to_lowercase).collect();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let row = format!(" {} ", words.join(" "));
        let letters = row.into_bytes();
        let trigrams: BTreeSet<u64> = letters.windows(3).map(hash).collect();
        Text {
            words: words.iter().map(|word| hash(word.as_bytes())).collect(),
            trigrams: trigrams.into_iter().collect(),
            letters,
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Texts that the attacker has seen.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    texts: Vec<Text>,
    with_word: BTreeMap<u64, usize>,
}

impl Bank {
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t Text>) -> Bank {
        let mut bank = Bank::default();
        for text in texts {
            bank.add(text);
        }
        bank
    }

    pub fn add(&mut self, text: &Text) {
        for word in &text.words {
            *self.with_word.entry(*word).or_default() += 1;
        }
        self.texts.push(text.clone());
    }

    /// The likeness of a text to the one of the bank that is most like it.
    pub fn likeness(&self, measure: Measure, text: &Text) -> f64 {
        self.texts.iter().map(|seen| self.between(measure, text, seen)).fold(0.0, f64::max)
    }

    fn between(&self, measure: Measure, one: &Text, other: &Text) -> f64 {
        match measure {
            Measure::Words => {
                let both = one.words.intersection(&other.words).count();
                share(both, one.words.len() + other.words.len() - both)
            }
            Measure::RareWords => self.cosine(one, other),
            Measure::Trigrams => {
                let both = in_common(&one.trigrams, &other.trigrams);
                share(both, one.trigrams.len() + other.trigrams.len() - both)
            }
            Measure::Substring => {
                let longer = one.letters.len().max(other.letters.len());
                share(longest_row(&one.letters, &other.letters), longer)
            }
        }
    }

    fn cosine(&self, one: &Text, other: &Text) -> f64 {
        let weight = |word: &u64| {
            let with = self.with_word.get(word).copied().unwrap_or(0);
            (1.0 + number(self.texts.len()) / (1.0 + number(with))).ln().powi(2)
        };
        let norm = |text: &Text| text.words.iter().map(weight).sum::<f64>().sqrt();
        let both: f64 = one.words.intersection(&other.words).map(weight).sum();
        let all = norm(one) * norm(other);
        if all > 0.0 { both / all } else { 0.0 }
    }
}

fn in_common(one: &[u64], other: &[u64]) -> usize {
    let (mut at, mut of, mut both) = (0, 0, 0);
    while let (Some(a), Some(b)) = (one.get(at), other.get(of)) {
        both += usize::from(a == b);
        at += usize::from(a <= b);
        of += usize::from(b <= a);
    }
    both
}

fn longest_row(one: &[u8], other: &[u8]) -> usize {
    let (mut row, mut longest) = (vec![0_usize; other.len() + 1], 0);
    for a in one {
        let mut before = 0;
        for (place, b) in row.iter_mut().skip(1).zip(other) {
            let here = if a == b { before + 1 } else { 0 };
            before = std::mem::replace(place, here);
            longest = longest.max(here);
        }
    }
    longest
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { number(part) / number(whole) }
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// The probability that a machine's score is above a person's, ties counted half.
pub fn auc(machines: &[f64], people: &[f64]) -> f64 {
    let above = |machine: &f64| {
        let won = people.iter().filter(|person| machine > person).count();
        let tied = people.iter().filter(|person| (*machine - **person).abs() < 1e-12).count();
        number(won) + number(tied) / 2.0
    };
    machines.iter().map(above).sum::<f64>() / (number(machines.len()) * number(people.len()))
}

/// A game that the attacker has played: texts of the partner, and what the partner was.
#[derive(Clone, Debug)]
pub struct Seen {
    pub texts: Vec<Text>,
    pub machine: bool,
}

/// Scores of a game by each measure: the mean of its texts, and the highest.
pub fn scores(banks: &[&Bank], game: &Seen) -> Vec<f64> {
    let mut scores = Vec::new();
    for measure in Measure::ALL {
        let each: Vec<f64> = (game.texts.iter().zip(banks))
            .map(|(text, bank)| bank.likeness(measure, text))
            .collect();
        scores.push(each.iter().sum::<f64>() / number(each.len().max(1)));
        scores.push(each.iter().copied().fold(0.0, f64::max));
    }
    scores
}

/// The lowest and the highest area under the curve among all scores.
pub fn range(rows: &[(Vec<f64>, bool)]) -> (f64, f64) {
    let width = rows.first().map_or(0, |(row, _)| row.len());
    let of = |at: usize, machine: bool| -> Vec<f64> {
        let rows = rows.iter().filter(|(_, is)| *is == machine);
        rows.filter_map(|(row, _)| row.get(at).copied()).collect()
    };
    let all = (0..width).map(|at| auc(&of(at, true), &of(at, false)));
    all.fold((1.0, 0.0), |(low, high), it| (f64::min(low, it), f64::max(high, it)))
}
