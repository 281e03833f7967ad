//! The lemmatiser: edits of endings, learned from the treebank. For each tag it knows the edit of the
//! longest known ending, and the edits of words that deviate from it.

use std::collections::BTreeMap;

use super::classifier::Class;
use super::hash::{self, HashIndex};
use super::token::Sentence;
use crate::interner::{to_u32, to_usize};

/// From a form to its base form: characters to remove at the end, and what takes their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edit {
    pub(super) removed: u8,
    pub(super) ending: String,
    /// The base form keeps the capitals of the form.
    pub(super) keeps_case: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Lemmatizer {
    pub(super) edits: Vec<Edit>,
    index: HashIndex,
    /// Hashes of a tag with an ending or a whole form, ascending.
    pub(super) hashes: Vec<u32>,
    /// The number of the edit of each.
    pub(super) numbers: Vec<u16>,
}

/// Characters of the longest ending.
const LONGEST: usize = 6;
/// Words that must share an ending before it is a rule.
const ENOUGH: usize = 3;
/// In the place of the length, for a whole form.
const WHOLE: u32 = 99;

impl Lemmatizer {
    pub(super) fn new(edits: Vec<Edit>, hashes: Vec<u32>, numbers: Vec<u16>) -> Lemmatizer {
        let mut index = HashIndex::with_capacity(hashes.len());
        for &hash in &hashes {
            index.intern(hash);
        }
        Lemmatizer { edits, index, hashes, numbers }
    }

    /// The base form of a word with this tag.
    pub(super) fn lemma(&self, form: &str, tag: Class) -> String {
        let lower = form.to_lowercase();
        let number = self.find(key(tag, WHOLE, &lower)).or_else(|| {
            endings(&lower).rev().find_map(|(len, ending)| self.find(key(tag, len, ending)))
        });
        let edit = number.and_then(|number| self.edits.get(usize::from(number)));
        edit.and_then(|edit| edit.apply(form, &lower)).unwrap_or(lower)
    }

    fn find(&self, key: u32) -> Option<u16> {
        self.index.get(key).and_then(|nth| self.numbers.get(to_usize(nth))).copied()
    }

    /// Learns from the base forms of a treebank.
    pub(super) fn train(sentences: &[Sentence], tags: &[Vec<Class>]) -> Lemmatizer {
        type Counts = BTreeMap<Edit, usize>;
        let mut words: BTreeMap<(Class, String), Counts> = BTreeMap::new();
        for (sentence, tags) in sentences.iter().zip(tags) {
            for (token, &tag) in sentence.tokens.iter().zip(tags) {
                let lower = token.form.to_lowercase();
                let edit = Edit::between(&token.form, &lower, &token.lemma);
                *words.entry((tag, lower)).or_default().entry(edit).or_default() += 1;
            }
        }
        // Each word counts once, so frequent irregular ones make no rules.
        let mut rules: BTreeMap<(u32, Class, String), Counts> = BTreeMap::new();
        for ((tag, lower), edits) in &words {
            let Some(edit) = most(edits) else { continue };
            for (len, ending) in endings(lower) {
                let counts = rules.entry((len, *tag, ending.to_owned())).or_default();
                *counts.entry(edit.clone()).or_default() += 1;
            }
        }
        let mut learned: BTreeMap<u32, Edit> = BTreeMap::new();
        let rule = |learned: &BTreeMap<u32, Edit>, tag: Class, word: &str, below: u32| {
            endings(word)
                .rev()
                .filter(|&(len, _)| len < below)
                .find_map(|(len, ending)| learned.get(&key(tag, len, ending)).cloned())
        };
        // Shorter endings come first: a longer one is needed where it says something else.
        for ((len, tag, ending), counts) in &rules {
            let (count, edit) = (counts.values().sum::<usize>(), most(counts));
            let Some(edit) = edit.filter(|_| count >= ENOUGH || *len == 0) else { continue };
            if rule(&learned, *tag, ending, *len).as_ref() != Some(edit) {
                learned.insert(key(*tag, *len, ending), edit.clone());
            }
        }
        for ((tag, lower), edits) in &words {
            let Some(edit) = most(edits) else { continue };
            if rule(&learned, *tag, lower, WHOLE).as_ref() != Some(edit) {
                learned.insert(key(*tag, WHOLE, lower), edit.clone());
            }
        }
        let mut numbers: BTreeMap<&Edit, u16> = BTreeMap::new();
        for edit in learned.values() {
            numbers.insert(edit, 0);
        }
        for (number, nth) in numbers.values_mut().zip(0..) {
            *number = nth;
        }
        let of = |edit| numbers.get(edit).copied().unwrap_or(0);
        let edits = numbers.keys().map(|&edit| edit.clone()).collect();
        let hashes = learned.keys().copied().collect();
        Lemmatizer::new(edits, hashes, learned.values().map(of).collect())
    }
}

/// The most frequent edit; of equally frequent ones the first.
fn most(counts: &BTreeMap<Edit, usize>) -> Option<&Edit> {
    counts.iter().min_by_key(|&(_, &count)| std::cmp::Reverse(count)).map(|(edit, _)| edit)
}

fn key(tag: Class, len: u32, ending: &str) -> u32 {
    hash::feature(u32::from(tag), [len, hash::text(ending)])
}

/// The endings of a word with their lengths in characters, from the empty one to the longest.
fn endings(word: &str) -> impl DoubleEndedIterator<Item = (u32, &str)> {
    let mut starts = vec![word.len()];
    starts.extend(word.char_indices().rev().map(|(at, _)| at).take(LONGEST));
    let len = to_u32(starts.len());
    (0..len).zip(starts).map(|(len, at)| (len, word.get(at..).unwrap_or_default()))
}

impl Edit {
    fn between(form: &str, lower: &str, lemma: &str) -> Edit {
        let shared =
            |text: &str| text.chars().zip(lemma.chars()).take_while(|(a, b)| a == b).count();
        let keeps_case = shared(form) > shared(lower);
        let base = if keeps_case { form } else { lower };
        let kept = shared(base);
        let removed = base.chars().count() - kept;
        Edit {
            removed: u8::try_from(removed).unwrap_or(u8::MAX),
            ending: lemma.chars().skip(kept).collect(),
            keeps_case,
        }
    }

    /// The base form; `None` if the form is too short, or nothing would be left.
    fn apply(&self, form: &str, lower: &str) -> Option<String> {
        let base = if self.keeps_case { form } else { lower };
        let kept = base.chars().count().checked_sub(usize::from(self.removed))?;
        let mut lemma: String = base.chars().take(kept).collect();
        lemma.push_str(&self.ending);
        (!lemma.is_empty()).then_some(lemma)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_turn_forms_into_base_forms() {
        for (form, lemma) in [
            ("Dogs", "dog"),
            ("was", "be"),
            ("Paris", "Paris"),
            ("I", "I"),
            ("NATO", "NATO"),
            ("Ties", "tie"),
            ("İs", "is"),
        ] {
            let lower = form.to_lowercase();
            let edit = Edit::between(form, &lower, lemma);
            assert_eq!(edit.apply(form, &lower).as_deref(), Some(lemma));
        }
    }
}
