//! Filler: text that only makes a question longer.

use std::collections::{BTreeMap, BTreeSet};

use super::{Filter, Finding, plain};

/// Words of the text that printers set to fill a page.
const PRINTERS: &str = "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt ut labore et \
    dolore magna aliqua enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis \
    aute irure reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident \
    sunt culpa qui officia deserunt mollit anim est laborum";
/// So many of them are no quotation.
const MOST_OF_PRINTERS: usize = 12;
/// The words of a sentence that may not come twice.
const SENTENCE: usize = 6;
/// A question of so many words has different ones in at least this share of them.
const LONG: usize = 40;
const DIFFERENT: f64 = 0.35;

pub(super) fn find(text: &str) -> Option<Finding> {
    let words: Vec<String> =
        text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
    let different: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    let printers: BTreeSet<&str> = PRINTERS.split(' ').collect();
    let is_printers = |word: &&String| word.len() > 2 && printers.contains(word.as_str());
    let reason = if words.iter().filter(is_printers).count() > MOST_OF_PRINTERS {
        "The question contains filler text."
    } else if words.len() >= LONG && share(different.len(), words.len()) < DIFFERENT {
        "The question repeats the same few words."
    } else if repeats_a_sentence(text) {
        "A sentence of the question comes twice."
    } else {
        return None;
    };
    Some(Finding::new(Filter::Paragraph, reason))
}

fn share(part: usize, whole: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    number(part) / number(whole)
}

fn repeats_a_sentence(text: &str) -> bool {
    let mut times: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for sentence in text.split(['.', '?', '!']) {
        let words: Vec<String> = sentence.split_whitespace().map(plain).collect();
        if words.len() >= SENTENCE {
            *times.entry(words).or_default() += 1;
        }
    }
    times.values().any(|times| *times > 1)
}
