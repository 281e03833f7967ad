//! Similarity of sentences by what their words are kinds of, and by the order of
//! the words: Li, McLean, Bandar, O'Shea and Crockett, "Sentence Similarity Based
//! on Semantic Nets and Corpus Statistics", 2006. What they leave open is settled
//! here, so that it can be done over with NLTK.

mod counts;
mod sense;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

pub use self::counts::Counts;

use self::sense::{Sense, alike};
use crate::float;
use crate::names::{Names, place, short};
use crate::wordnet::{Synset, WordNet};

/// A similarity up to this says nothing about meaning.
const PHI: f64 = 0.2;
/// A similarity up to this says nothing about order.
const ETA: f64 = 0.4;
/// How much meaning counts; order counts the rest.
const DELTA: f64 = 0.85;

/// Compares sentences. It remembers each word and each pair of words it has met,
/// which makes what comes later cheap; where strangers write the words, use a
/// clone of one that has met the usual ones.
#[derive(Clone)]
pub struct Snl {
    net: Arc<WordNet>,
    counts: Counts,
    names: Names,
    words: Vec<Word>,
    senses: Vec<Sense>,
    known: HashMap<Synset, u32>,
    /// Similarities of words that both have senses, the lower number first.
    pairs: HashMap<(u32, u32), f64>,
}

#[derive(Clone)]
struct Word {
    senses: Vec<u32>,
    information: f64,
}

/// The distinct words of a sentence in the order in which they first come, each
/// with its place among all words, counted from 1.
#[derive(Clone, Debug)]
pub struct Sentence(Vec<(u32, usize)>);

/// How a sentence stands to one word of the joint set: the word of the sentence
/// that is most similar, and how similar it is.
#[derive(Clone, Copy)]
struct Nearest {
    word: u32,
    at: usize,
    similarity: f64,
}

impl Snl {
    pub fn new(net: Arc<WordNet>, counts: Counts) -> Snl {
        Snl {
            net,
            counts,
            names: Names::default(),
            words: Vec::new(),
            senses: Vec::new(),
            known: HashMap::new(),
            pairs: HashMap::new(),
        }
    }

    /// Of words as [`crate::words::prepared`] gives them.
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

    /// From 0 to 1: 0.85 times the similarity of meaning and 0.15 times that of
    /// order. The joint set has each word of either sentence once. In the vector
    /// of a sentence there is a number for each word of the joint set.
    ///
    /// Meaning is the cosine of vectors with I(w) I(v) s(w, v), where v is the
    /// word of the sentence most similar to w (w itself if it is there, of several
    /// the first), s their similarity, 0 if it is at most 0.2, and I the
    /// information of a word. Order is 1 - |a - b| / |a + b| of vectors with the
    /// place where v first stands, counted from 1, or 0 if s is at most 0.4.
    /// Where a divisor would be 0, the similarity of meaning or order is 0.
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

    /// 1 for the same word. Else that of their two most similar senses (of nouns,
    /// verbs, adjectives and adverbs, in any form), and 0 where one has none:
    /// exp(-0.2 l) tanh(0.45 h). Here l is 0 for the same synset, 1 for synsets
    /// with a lemma in common, else the steps of the shortest way over something
    /// that both are a kind of; h is the depth of the deepest such thing, the
    /// longest way down to it. Nouns have one root, of depth 0; all else is taken
    /// to hang below a root that is added, so that a topmost verb has depth 1.
    /// Senses with nothing above them in common have a similarity of 0.
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
            |word: u32| self.words.get(place(word)).map_or(0.0, |word| word.information);
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
                most = f64::max(most, alike(one, other));
            }
        }
        self.pairs.insert(key, most);
        most
    }

    fn senses(&self, word: u32) -> impl Iterator<Item = &Sense> {
        let senses = self.words.get(place(word)).map_or(&[][..], |word| &word.senses);
        senses.iter().filter_map(|&sense| self.senses.get(place(sense)))
    }

    fn number(&mut self, word: &str) -> u32 {
        let number = self.names.add(word);
        if place(number) == self.words.len() {
            let synsets = self.net.synsets(word);
            let senses = synsets.into_iter().map(|synset| self.sense(synset)).collect();
            let information = self.counts.information(word);
            self.words.push(Word { senses, information });
        }
        number
    }

    fn sense(&mut self, synset: Synset) -> u32 {
        let next = short(self.senses.len());
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
