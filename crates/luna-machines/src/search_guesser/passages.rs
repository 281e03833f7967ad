//! Search among passages: whole tossups, halves, sentences, or any other texts.

use super::documents::Documents;
use super::postings::Postings;
use super::query::Query;
use super::scores::Scores;
use super::vocabulary::{Vocabulary, VocabularyBuilder};

/// Passages that are searched by BM25 over stems and pairs of words.
#[derive(Clone, Debug)]
pub struct Passages {
    vocabulary: Vocabulary,
    postings: Postings,
}

/// A search among passages whose question grows.
#[derive(Clone, Debug)]
pub struct PassageReader<'index> {
    passages: &'index Passages,
    query: Query,
    scores: Scores,
}

/// Words alone, or also pairs of words that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    Words,
    WordsAndPairs,
}

impl Passages {
    pub fn build<'a>(texts: impl IntoIterator<Item = &'a str>, terms: Terms) -> Passages {
        let mut gathering = VocabularyBuilder::default();
        let tokens: Vec<_> = texts.into_iter().map(|text| gathering.tokens(text)).collect();
        let vocabulary = match terms {
            Terms::Words => gathering.finish_words(),
            Terms::WordsAndPairs => gathering.finish(),
        };
        let mut documents = Documents::default();
        for tokens in &tokens {
            documents.add(|terms| vocabulary.terms(tokens, terms));
        }
        let postings = Postings::build(&mut documents, vocabulary.len());
        Passages { vocabulary, postings }
    }

    pub fn reader(&self) -> PassageReader<'_> {
        let scores = Scores::new(self.postings.documents());
        PassageReader { passages: self, query: Query::default(), scores }
    }
}

impl PassageReader<'_> {
    /// The passages most like a text, at most `count`, by their numbers and scores. A text that
    /// continues the last one takes the least time.
    pub fn search(&mut self, text: &str, count: usize) -> Vec<(usize, f64)> {
        for (term, gained) in self.query.replace(&self.passages.vocabulary, text) {
            self.scores.change(self.passages.postings.impacts(term), gained);
        }
        let best = self.scores.best(count);
        best.into_iter().map(|(passage, score)| (passage, Postings::units(score))).collect()
    }
}
