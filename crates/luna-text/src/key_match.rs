//! Comparison of a response with an answer key: coverage, negation, antonyms and length. Word lists
//! are those of [`crate::words::content_words`].

mod quantities;

#[cfg(test)]
mod tests;

pub use self::quantities::{Quantity, number_share, quantities, unit_share};

use std::collections::{BTreeSet, HashSet};

use crate::number::float;
use crate::tfidf::Frequencies;
use crate::wordnet::WordNet;
use crate::words::all_words;
use crate::words::stem::stem;

/// Negating words, without apostrophes.
const NEGATIONS: [&str; 33] = [
    "aint", "arent", "cannot", "cant", "couldnt", "darent", "didnt", "doesnt", "dont", "hadnt",
    "hasnt", "havent", "isnt", "mightnt", "mustnt", "neednt", "neither", "never", "no", "nobody",
    "none", "nor", "not", "nothing", "nowhere", "oughtnt", "shant", "shouldnt", "wasnt", "werent",
    "without", "wont", "wouldnt",
];

/// Share of the key's stems that the response contains, weighted by idf in a corpus of stems; stems
/// of the question do not count. 0 if no stem is left.
pub fn coverage(
    key: &[String],
    response: &[String],
    question: &[String],
    corpus: &Frequencies,
) -> f64 {
    let stems = |words: &[String]| -> BTreeSet<String> {
        words.iter().map(|word| stem(word).into_owned()).collect()
    };
    let (mut key, response, question) = (stems(key), stems(response), stems(question));
    key.retain(|stem| !question.contains(stem));
    let weight = |stem: &String| corpus.idf(stem);
    let all: f64 = key.iter().map(weight).sum();
    let there: f64 = key.intersection(&response).map(weight).sum();
    if all > 0.0 { there / all } else { 0.0 }
}

/// Number of negating words in a text: *not*, *never*, *don't* and the like.
pub fn negations(text: &str) -> usize {
    all_words(text).iter().filter(|word| NEGATIONS.contains(&word.text.as_str())).count()
}

/// Returns true if exactly one of two texts is negated; an even number of negations cancels out.
pub fn negation_differs(one: &str, other: &str) -> bool {
    negations(one) % 2 != negations(other) % 2
}

/// Share of the key's distinct words with an antonym in the response, in any form, that the key
/// lacks; 0 without words.
pub fn antonym_share(net: &WordNet, key: &[String], response: &[String]) -> f64 {
    let stems = |words: &[String]| -> HashSet<String> {
        words.iter().map(|word| stem(word).into_owned()).collect()
    };
    let (ours, theirs) = (stems(key), stems(response));
    let words: HashSet<&String> = key.iter().collect();
    let antonym_share = |word: &&&String| {
        net.opposites(word).into_iter().any(|opposite| {
            let opposite = opposite.to_lowercase();
            let opposite = stem(&opposite);
            theirs.contains(&*opposite) && !ours.contains(&*opposite)
        })
    };
    if words.is_empty() {
        return 0.0;
    }
    float(words.iter().filter(antonym_share).count()) / float(words.len())
}

/// Length of the shorter list divided by that of the longer; 1 if both are empty.
pub fn length_ratio<T: AsRef<str>>(one: &[T], other: &[T]) -> f64 {
    let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
    if longer == 0 { 1.0 } else { float(shorter) / float(longer) }
}
