//! Sentence similarity by Li, McLean, Bandar, O'Shea and Crockett, "Sentence Similarity Based on
//! Semantic Nets and Corpus Statistics", 2006. Details that the paper leaves open are defined here,
//! so that NLTK can reproduce the values.

mod sense;
mod word_counts;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

pub use self::word_counts::WordCounts;

use self::sense::{Sense, sense_similarity};
use crate::interner::{Interner, to_u32, to_usize};
use crate::number::float;
use crate::wordnet::{Synset, WordNet};

/// Word similarity up to this does not count for meaning.
const PHI: f64 = 0.2;
/// Word similarity up to this does not count for order.
const ETA: f64 = 0.4;
/// Weight of meaning; order has the rest.
const DELTA: f64 = 0.85;

/// Compares sentences. Words and word pairs are cached without limit; for untrusted texts, use a
/// clone of one that has cached the common words.
#[derive(Clone)]
pub struct Snl {
    net: Arc<WordNet>,
    counts: WordCounts,
    names: Interner,
    words: Vec<Word>,
    senses: Vec<Sense>,
    known: HashMap<Synset, u32>,
    /// Similarities of words with senses, the lower number first.
    pairs: HashMap<(u32, u32), f64>,
}

#[derive(Clone)]
struct Word {
    senses: Vec<u32>,
    information: f64,
}

/// Distinct words of a sentence in order of first occurrence, each with its position, counted from
/// 1.
#[derive(Clone, Debug)]
pub struct Sentence(Vec<(u32, usize)>);

/// The word of a sentence that is most similar to a word of the joint set.
#[derive(Clone, Copy)]
struct Nearest {
    word: u32,
    at: usize,
    similarity: f64,
}

impl Snl {
    pub fn new(net: Arc<WordNet>, counts: WordCounts) -> Snl {
        Snl {
            net,
            counts,
            names: Interner::default(),
            words: Vec::new(),
            senses: Vec::new(),
            known: HashMap::new(),
            pairs: HashMap::new(),
        }
    }

    /// Takes the words of [`crate::words::content_words`].
    pub fn sentence<T: AsRef<str>>(&mut self, words: &[T]) -> Sentence {
        let mut sentence: Vec<(u32, usize)> = Vec::new();
        for (word, at) in words.iter().zip(1..) {
            let number = self.number(word.as_ref());
            if !sentence.iter().any(|&(known, _)| known == number) {
                sentence.push((number, at));
            }
        }
        Sentence(sentence)
    }

    /// Similarity from 0 to 1: 0.85 times the semantic similarity plus 0.15 times the similarity of
    /// word order. The joint set contains each word of either sentence once; a sentence's vector
    /// has one entry per word of it.
    ///
    ///
    /// Semantic similarity is the cosine of vectors with entries I(w) I(v) s(w, v), where v is the
    /// word of the sentence most similar to w (w itself if present; ties go to the first), s their
    /// similarity or 0 if that is at most 0.2, and I the information of a word. Order is 1 - |a -
    /// b| / |a + b| of vectors with the position of v's first occurrence, counted from 1, or 0 if s
    /// is at most 0.4. Where a divisor is 0, so is the similarity.
    pub fn similarity(&mut self, one: &Sentence, other: &Sentence) -> f64 {
        let (mut dot, mut ones, mut others) = (0.0, 0.0, 0.0);
        let (mut apart, mut together) = (0.0, 0.0);
        let here = |word: u32| one.0.iter().any(|&(known, _)| known == word);
        let added = other.0.iter().filter(|&&(word, _)| !here(word));
        for &(word, _) in one.0.iter().chain(added) {
            let (a, b) = (self.nearest(word, one), self.nearest(word, other));
            let (meant, meant_there) = (self.meaning(word, a), self.meaning(word, b));
            dot += meant * meant_there;
            ones += meant * meant;
            others += meant_there * meant_there;
            let (placed, placed_there) = (order(a), order(b));
            apart += (placed - placed_there).powi(2);
            together += (placed + placed_there).powi(2);
        }
        let norms = f64::sqrt(ones) * f64::sqrt(others);
        let meaning = if norms > 0.0 { f64::min(dot / norms, 1.0) } else { 0.0 };
        let order = if together > 0.0 { 1.0 - f64::sqrt(apart) / f64::sqrt(together) } else { 0.0 };
        DELTA * meaning + (1.0 - DELTA) * order
    }

    /// Word similarity: 1 for the same word; else that of their most similar senses (of any part of
    /// speech and any form), and 0 if one has no sense: exp(-0.2 l) tanh(0.45 h). The path length l
    /// is 0 for one synset, 1 for synsets that share a lemma, else the shortest path over a common
    /// hypernym; h is the depth of the deepest common hypernym, by its longest path. Nouns have one
    /// root, of depth 0; all other synsets hang below a virtual root, so a topmost verb has depth
    /// 1. Senses without a common hypernym have similarity 0.
    pub fn word_similarity(&mut self, one: &str, other: &str) -> f64 {
        let (one, other) = (self.number(one), self.number(other));
        if one == other { 1.0 } else { self.pair(one, other) }
    }

    fn nearest(&mut self, word: u32, sentence: &Sentence) -> Option<Nearest> {
        if let Some(&(_, at)) = sentence.0.iter().find(|&&(known, _)| known == word) {
            return Some(Nearest { word, at, similarity: 1.0 });
        }
        let mut nearest: Option<Nearest> = None;
        for &(other, at) in &sentence.0 {
            let similarity = self.pair(word, other);
            if nearest.is_none_or(|nearest| nearest.similarity < similarity) {
                nearest = Some(Nearest { word: other, at, similarity });
            }
        }
        nearest
    }

    fn meaning(&self, word: u32, nearest: Option<Nearest>) -> f64 {
        let information =
            |word: u32| self.words.get(to_usize(word)).map_or(0.0, |word| word.information);
        nearest.filter(|nearest| nearest.similarity > PHI).map_or(0.0, |nearest| {
            nearest.similarity * information(word) * information(nearest.word)
        })
    }

    fn pair(&mut self, one: u32, other: u32) -> f64 {
        if self.senses(one).next().is_none() || self.senses(other).next().is_none() {
            return 0.0;
        }
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.pairs.get(&key) {
            return known;
        }
        let mut most = 0.0;
        for one in self.senses(one) {
            for other in self.senses(other) {
                most = f64::max(most, sense_similarity(one, other));
            }
        }
        self.pairs.insert(key, most);
        most
    }

    fn senses(&self, word: u32) -> impl Iterator<Item = &Sense> {
        let senses = self.words.get(to_usize(word)).map_or(&[][..], |word| &word.senses);
        senses.iter().filter_map(|&sense| self.senses.get(to_usize(sense)))
    }

    fn number(&mut self, word: &str) -> u32 {
        let number = self.names.intern(word);
        if to_usize(number) == self.words.len() {
            let synsets = self.net.synsets(word);
            let senses = synsets.into_iter().map(|synset| self.sense(synset)).collect();
            let information = self.counts.information(word);
            self.words.push(Word { senses, information });
        }
        number
    }

    fn sense(&mut self, synset: Synset) -> u32 {
        let next = to_u32(self.senses.len());
        let known = *self.known.entry(synset).or_insert(next);
        if known == next {
            self.senses.push(Sense::new(&self.net, synset));
        }
        known
    }
}

fn order(nearest: Option<Nearest>) -> f64 {
    nearest.filter(|nearest| nearest.similarity > ETA).map_or(0.0, |nearest| float(nearest.at))
}
