//! Training of a reader on a treebank. The same treebank and settings give the same bytes, on any
//! machine: all weights are whole numbers, and the seed decides on every order.

use std::sync::Mutex;

use super::lemmatizer::Lemmatizer;
use super::parser::{self, Example, vertices};
use super::reader::Reader;
use super::tagger::{self, Folds, TaggedSentence};
use super::token::Sentence;

/// How long to train, and from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    pub seed: u64,
    /// How often tagger, labels and trees read the treebank.
    pub tag_rounds: usize,
    pub label_rounds: usize,
    pub tree_rounds: usize,
    /// The number of taggers, and of parsers, whose weights are averaged.
    pub taggers: usize,
    pub parsers: usize,
    /// The parts of the treebank, each of which gets its tags from a tagger of the others.
    pub folds: usize,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            seed: 1,
            tag_rounds: 6,
            label_rounds: 6,
            tree_rounds: 6,
            taggers: 3,
            parsers: 4,
            folds: 5,
        }
    }
}

impl Training {
    /// Trains a reader on all processors. `progress` hears how many steps of how many are done.
    pub fn train(
        &self,
        sentences: &[Sentence],
        progress: impl FnMut(usize, usize) + Send,
    ) -> Reader {
        let all = 2 * (self.folds + 1) + self.label_rounds + self.parsers * self.tree_rounds;
        let counter = Mutex::new((0, progress));
        let step = || {
            if let Ok(mut counter) = counter.lock() {
                counter.0 += 1;
                let done = counter.0;
                (counter.1)(done, all);
            }
        };
        let (lexicon, tags) = tagger::lexicon(sentences);
        let words = |sentence: &Sentence| {
            lexicon.words(sentence.tokens.iter().map(|token| token.form.as_str()))
        };
        let tag_examples: Vec<TaggedSentence> = sentences
            .iter()
            .map(|sentence| TaggedSentence {
                words: words(sentence),
                tags: tagger::classes(&tags, sentence),
            })
            .collect();
        let true_tags: Vec<_> = tag_examples.iter().map(|sentence| sentence.tags.clone()).collect();
        let lemmatizer = Lemmatizer::train(sentences, &true_tags);
        let folds = Folds {
            count: self.folds,
            epochs: self.tag_rounds,
            seed: self.seed,
            taggers: self.taggers,
        };
        let (tagger, guesses) = tagger::train(tags, &tag_examples, folds, &step);
        let examples: Vec<Example<'_>> = sentences
            .iter()
            .zip(&tag_examples)
            .zip(&guesses)
            .map(|((sentence, example), tags)| Example {
                vertices: vertices(&example.words, tags, |tag| tagger.pair(tag)),
                sentence,
            })
            .collect();
        let settings = parser::Settings {
            arc_epochs: self.tree_rounds,
            label_epochs: self.label_rounds,
            parsers: self.parsers,
            seed: self.seed,
        };
        let parser = parser::train(&examples, settings, &step);
        Reader { lexicon, tagger, lemmatizer, parser }
    }
}

/// How much of a treebank a reader reads right, from the treebank's tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    pub tokens: usize,
    pub universal_tags: usize,
    pub penn_tags: usize,
    pub lemmas: usize,
    /// Right heads.
    pub heads: usize,
    /// Right heads with the right relation, without subtypes.
    pub relations: usize,
}

impl Accuracy {
    pub fn of(reader: &Reader, sentences: &[Sentence]) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for sentence in sentences {
            let forms: Vec<&str> =
                sentence.tokens.iter().map(|token| token.form.as_str()).collect();
            let found = reader.analyse(&forms);
            for (truth, found) in sentence.tokens.iter().zip(&found.tokens) {
                let head = truth.head == found.head;
                accuracy.tokens += 1;
                accuracy.universal_tags += usize::from(truth.tag == found.tag);
                accuracy.penn_tags += usize::from(truth.penn == found.penn);
                accuracy.lemmas += usize::from(truth.lemma == found.lemma);
                accuracy.heads += usize::from(head);
                accuracy.relations += usize::from(head && truth.relation == found.relation);
            }
        }
        accuracy
    }

    /// A count as a part of all tokens.
    pub fn share(&self, count: usize) -> f64 {
        crate::number::float(count) / crate::number::float(self.tokens.max(1))
    }
}
