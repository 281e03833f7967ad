//! A response beside a key: what of the key it has, and what it turns around.
//! Lists of words are as [`crate::words::prepared`] gives them.

mod numbers;

#[cfg(test)]
mod tests;

pub use self::numbers::{Quantity, numbers, quantities, units};

use std::collections::{BTreeSet, HashSet};

use crate::float;
use crate::stem::stem;
use crate::tfidf::Frequencies;
use crate::wordnet::WordNet;
use crate::words::all;

/// Words that turn a sentence around, without apostrophes.
const NEGATIONS: [&str; 33] = [
    "aint", "arent", "cannot", "cant", "couldnt", "darent", "didnt", "doesnt", "dont", "hadnt",
    "hasnt", "havent", "isnt", "mightnt", "mustnt", "neednt", "neither", "never", "no", "nobody",
    "none", "nor", "not", "nothing", "nowhere", "oughtnt", "shant", "shouldnt", "wasnt", "werent",
    "without", "wont", "wouldnt",
];

/// Of the key's stems that the question has not, each once, the share that the
/// response has, each counting its rarity in a corpus of stems; 0 of none. An
/// empty question leaves all of them.
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

/// How many words of a text turn it around: *not*, *never*, *don't* and the like.
pub fn negations(text: &str) -> usize {
    all(text).iter().filter(|word| NEGATIONS.contains(&word.text.as_str())).count()
}

/// Whether one text is negated and the other is not: an odd number of negations
/// negates, an even number does not.
pub fn negation_differs(one: &str, other: &str) -> bool {
    negations(one) % 2 != negations(other) % 2
}

/// Of the key's words, each once, the share of which the response has an opposite,
/// in any form, that the key itself has not; 0 of none.
pub fn opposed(net: &WordNet, key: &[String], response: &[String]) -> f64 {
    let stems = |words: &[String]| -> HashSet<String> {
        words.iter().map(|word| stem(word).into_owned()).collect()
    };
    let (ours, theirs) = (stems(key), stems(response));
    let words: HashSet<&String> = key.iter().collect();
    let opposed = |word: &&&String| {
        net.opposites(word).into_iter().any(|opposite| {
            let opposite = opposite.to_lowercase();
            let opposite = stem(&opposite);
            theirs.contains(&*opposite) && !ours.contains(&*opposite)
        })
    };
    if words.is_empty() {
        return 0.0;
    }
    float(words.iter().filter(opposed).count()) / float(words.len())
}

/// The number of words of the shorter as a share of the longer's; 1 if both have
/// none.
pub fn lengths<T: AsRef<str>>(one: &[T], other: &[T]) -> f64 {
    let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
    if longer == 0 { 1.0 } else { float(shorter) / float(longer) }
}
