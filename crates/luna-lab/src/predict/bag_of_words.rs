//! Features that say which words, pairs of words, or words with a synonym, a
//! response has: 1 for each that is there.

use std::collections::{BTreeMap, BTreeSet};

use luna_learn::design::{Design, Refusal};
use luna_text::ngram::bigrams;
use luna_text::wordnet::WordNet;

use super::texts::{Texts, vocabulary};

/// One column for each word and question.
pub(super) fn words(all: &[Texts]) -> Result<Design, Refusal> {
    design(all, |words| words.iter().map(String::as_str).collect())
}

/// One column for each two words in a row and question.
pub(super) fn pairs(all: &[Texts]) -> Result<Design, Refusal> {
    design(all, |words| bigrams(words).collect())
}

/// One column for each word that anybody said, to any question, and question:
/// 1 where the response has the word or one that shares a synset with it.
pub(super) fn synonyms(all: &[Texts], net: Option<&WordNet>) -> Result<Design, Refusal> {
    let known = vocabulary(all);
    let mut shared: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for &word in &known {
        shared.entry(word).or_default().insert(word);
        let Some(net) = net else { continue };
        for lemma in net.synsets(word).into_iter().flat_map(|synset| net.lemmas(synset)) {
            // A lemma of several words is never a word that somebody said.
            if let Ok(at) = known.binary_search(&lemma.to_lowercase().as_str()) {
                shared.entry(known[at]).or_default().insert(word);
            }
        }
    }
    design(all, |words| {
        words.iter().filter_map(|word| shared.get(word.as_str())).flatten().copied().collect()
    })
}

/// Columns are numbered question by question, in the order of what they are for.
fn design<'a, K: Ord>(
    all: &'a [Texts],
    of: impl Fn(&'a [String]) -> BTreeSet<K>,
) -> Result<Design, Refusal> {
    let people = all.first().map_or(0, |texts| texts.said.len());
    let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); people];
    let mut columns = 0;
    for texts in all {
        let has: Vec<BTreeSet<K>> = texts.distinct.iter().map(|words| of(words)).collect();
        let mut numbers: BTreeMap<&K, usize> = has.iter().flatten().map(|it| (it, 0)).collect();
        for number in numbers.values_mut() {
            *number = columns;
            columns += 1;
        }
        for (row, &said) in rows.iter_mut().zip(&texts.said) {
            row.extend(has[said].iter().filter_map(|it| Some((*numbers.get(it)?, 1.0))));
        }
    }
    Design::sparse(columns, rows)
}
