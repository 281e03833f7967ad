//! The question beside the sentence that it was made of; zeros if the sentence is not known.

use std::collections::HashSet;

use luna_learn::float;
use luna_text::words::content_words;
use luna_text::{overlap, words::is_stop};

use super::collector::{Features, Text};

pub(super) fn add(text: &Text<'_>, sentence: Option<&str>, all: &mut Features) {
    let sentence = sentence.filter(|sentence| !sentence.trim().is_empty());
    all.flag("has a sentence", sentence.is_some());
    let (ours, theirs) =
        (content_words(text.question), content_words(sentence.unwrap_or_default()));
    let known: HashSet<&str> = theirs.iter().map(|word| &**word).collect();
    let shared = ours.iter().filter(|word| known.contains(&***word)).count();
    let words = text.words().count();
    let all_words = sentence.map_or(0, |sentence| sentence.split_whitespace().count());
    let or_zero = |value: f64| if sentence.is_some() { value } else { 0.0 };
    all.add(
        "share of content words in the sentence",
        or_zero(float(shared) / float(ours.len().max(1))),
    );
    all.add(
        "share of the sentence in the question",
        or_zero(float(shared) / float(theirs.len().max(1))),
    );
    all.add("Jaccard similarity to the sentence", or_zero(overlap::jaccard(&ours, &theirs)));
    all.count("words of the sentence", all_words, &[8, 12, 16, 20, 24, 28]);
    all.add("length as a share of the sentence's", or_zero(float(words) / float(all_words.max(1))));
    all.add(
        "content words that are not in the sentence",
        or_zero(float(ours.len() - shared.min(ours.len()))),
    );
    let stop = text.words().filter(|it| is_stop(&it.text)).count();
    all.add("share of stop words", float(stop) / float(words.max(1)));
    all.count("content words", ours.len(), &[1, 2, 3, 5, 8]);
}
