//! Words of answers and of the forms in an answer key, compared in any inflection.
//!
//! `docs/battery.md` declares the rule that these functions follow.

#[cfg(test)]
mod tests;

use crate::knowledge::irregular_bases;
use crate::wordnet::{PartOfSpeech, WordNet};
use crate::words::spelling::american;
use crate::words::stem::stem;

/// The words of a text that matter to a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyWords(Vec<KeyWord>);

/// A word as the stems of all forms that it may be: *left* is also *leave*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyWord {
    stems: Vec<String>,
    is_negation: bool,
}

/// Words that do not matter.
const LEFT_OUT: [&str; 69] = [
    "a",
    "am",
    "an",
    "and",
    "are",
    "be",
    "been",
    "being",
    "can",
    "could",
    "did",
    "do",
    "does",
    "doing",
    "done",
    "had",
    "has",
    "have",
    "having",
    "he",
    "her",
    "hers",
    "him",
    "his",
    "i",
    "is",
    "it",
    "its",
    "itself",
    "may",
    "me",
    "might",
    "mine",
    "must",
    "my",
    "our",
    "ours",
    "really",
    "shall",
    "she",
    "should",
    "something",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "these",
    "they",
    "thing",
    "things",
    "this",
    "those",
    "to",
    "us",
    "very",
    "was",
    "we",
    "were",
    "which",
    "who",
    "whose",
    "will",
    "would",
    "you",
    "your",
    "yours",
    "yourself",
];
/// The first words of "kind of" and the like.
const KINDS: [&str; 3] = ["kind", "sort", "type"];
const NEGATIONS: [&str; 10] =
    ["never", "neither", "no", "nobody", "none", "nor", "not", "nothing", "nowhere", "without"];

impl KeyWords {
    pub fn of(text: &str) -> KeyWords {
        KeyWords::read(text, KeyWord::of)
    }

    /// The same, where each word is also any other word with its most frequent meaning as a noun, a
    /// verb, an adjective or an adverb.
    pub fn with_synonyms(text: &str, net: &WordNet) -> KeyWords {
        KeyWords::read(text, |word| {
            let mut key = KeyWord::of(word);
            for part in PartOfSpeech::ALL {
                let Some(meaning) = net.synsets_of(word, part).next() else { continue };
                for lemma in net.lemmas(meaning).filter(|lemma| !lemma.contains('_')) {
                    key.add(stem(&lemma.to_lowercase()).into_owned());
                }
            }
            key
        })
    }

    fn read(text: &str, key_word: impl Fn(&str) -> KeyWord) -> KeyWords {
        let all = tokens(text);
        let is_kind = |nth: usize| {
            let word = all.get(nth).map(String::as_str).unwrap_or_default();
            let singular = word.strip_suffix('s').unwrap_or(word);
            KINDS.contains(&singular) && all.get(nth + 1).is_some_and(|next| next == "of")
        };
        let kept = |nth: &usize| {
            let is_of = nth.checked_sub(1).is_some_and(is_kind);
            let is_left_out = |word: &String| LEFT_OUT.contains(&word.as_str());
            !(is_kind(*nth) || is_of || all.get(*nth).is_some_and(is_left_out))
        };
        let mut words: Vec<KeyWord> = (0..all.len())
            .filter(kept)
            .filter_map(|nth| all.get(nth))
            .map(|word| key_word(word))
            .collect();
        if words.is_empty() {
            words = all.iter().map(|word| key_word(word)).collect();
        }
        KeyWords(words)
    }

    pub fn words(&self) -> &[KeyWord] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, word: &KeyWord) -> bool {
        self.0.iter().any(|own| own.is_form_of(word))
    }

    /// All words of the other are among these, in any order.
    pub fn contains(&self, other: &KeyWords) -> bool {
        other.0.iter().all(|word| self.has(word))
    }

    /// These are all words of the other and at least one more.
    pub fn exceeds(&self, other: &KeyWords) -> bool {
        self.contains(other) && !other.contains(self)
    }

    /// There is a word of negation that the other lacks.
    pub fn negates(&self, other: &KeyWords) -> bool {
        self.0.iter().any(|word| word.is_negation && !other.has(word))
    }

    /// Twice the words in common over all words of both.
    pub fn similarity(&self, other: &KeyWords) -> f64 {
        let all = self.0.len() + other.0.len();
        let common = self.0.iter().filter(|word| other.has(word)).count()
            + other.0.iter().filter(|word| self.has(word)).count();
        if all == 0 { 0.0 } else { crate::number::float(common) / crate::number::float(all) }
    }
}

impl KeyWord {
    fn of(word: &str) -> KeyWord {
        let stems = vec![stem(word).into_owned()];
        let mut key = KeyWord { stems, is_negation: NEGATIONS.contains(&word) };
        for base in irregular_bases(word) {
            key.add(stem(base).into_owned());
        }
        key
    }

    fn add(&mut self, stem: String) {
        if !self.stems.contains(&stem) {
            self.stems.push(stem);
        }
    }

    fn is_form_of(&self, other: &KeyWord) -> bool {
        self.stems.iter().any(|stem| other.stems.contains(stem))
    }
}

/// Words in lower case and American spelling, split at hyphens; contractions are taken apart.
fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('’', "'");
    let mut found = Vec::new();
    for token in lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')) {
        match token.trim_matches('\'') {
            "" => {}
            "cannot" | "can't" | "won't" | "shan't" => found.push("not".to_owned()),
            word => match word.split_once('\'') {
                // *isn't* leaves an auxiliary, which does not matter.
                Some((_, "t")) => found.push("not".to_owned()),
                Some((stem, _)) => found.push(american(stem)),
                None => found.push(american(word)),
            },
        }
    }
    found
}
