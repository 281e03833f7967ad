//! A guesser's guesses at each question, compared with the right answer.

use std::collections::BTreeSet;

use luna_learn::float;
use luna_machines::search_guesser::{Index, normalise};
use rayon::prelude::*;

use super::question::{Question, is_same};
use super::read::Guesses;

/// The guesses that count.
pub(super) const GUESSES: usize = 5;
/// Shares of a question at which the search guesser guesses: every twentieth.
const TWENTIETHS: usize = 20;

/// What a guesser said after so many words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub words: usize,
    /// The place of the right answer among the first five, from 0.
    pub rank: Option<usize>,
    /// The probability of the first guess.
    pub probability: f64,
}

/// A question and all steps of a guesser in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredQuestion {
    pub words: usize,
    /// The number of words up to each sentence's end.
    pub sentences: Vec<usize>,
    pub category: String,
    /// Empty if unknown.
    pub writer: String,
    /// The number of tossups that were learned with this answer; unknown of other machines.
    pub seen: Option<usize>,
    pub steps: Vec<Step>,
}

impl ScoredQuestion {
    fn new(question: &Question, seen: Option<usize>, steps: Vec<Step>) -> ScoredQuestion {
        ScoredQuestion {
            words: question.word_ends().len(),
            sentences: question.sentence_ends(),
            category: question.category.clone(),
            writer: question.writer.clone(),
            seen,
            steps,
        }
    }

    /// The last step after at most so many words.
    pub fn after(&self, words: usize) -> Option<&Step> {
        self.steps.iter().take_while(|step| step.words <= words).last()
    }

    /// The first step whose first guess has this probability.
    pub fn buzz(&self, threshold: f64) -> Option<&Step> {
        self.steps.iter().find(|step| step.probability >= threshold)
    }

    /// The share of the question after so many words.
    pub fn share(&self, words: usize) -> f64 {
        float(words) / float(self.words.max(1))
    }
}

/// A guesser's name, and its steps in ordinary and challenge questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Guesser {
    pub name: String,
    /// It buzzes when its first guess has this probability.
    pub bell: f64,
    pub ordinary: Vec<ScoredQuestion>,
    pub challenge: Vec<ScoredQuestion>,
}

/// The number of words of a share in hundredths, rounded up.
pub(super) fn words_at(words: usize, hundredths: usize) -> usize {
    (words * hundredths).div_ceil(100)
}

/// Lets the search guesser read questions. `progress` is told each one.
pub fn search(
    index: &Index,
    questions: &[Question],
    progress: &(dyn Fn() + Sync),
) -> Vec<ScoredQuestion> {
    let read = |question: &Question| {
        let ends = question.word_ends();
        let shares = (1..=TWENTIETHS).map(|nth| words_at(ends.len(), nth * 100 / TWENTIETHS));
        let places: BTreeSet<usize> = shares.chain(question.sentence_ends()).collect();
        let mut reader = index.reader();
        let readings = places.into_iter().filter(|&words| words > 0).map(|words| {
            let end = ends.get(words - 1).copied().unwrap_or(question.text.len());
            let ranked = reader.rank(question.text.get(..end).unwrap_or_default());
            let named = ranked.iter().take(GUESSES).map(|it| {
                (index.answers().get(it.answer).map_or("", String::as_str), it.probability)
            });
            step(words, named, &question.page)
        });
        let steps = readings.collect();
        let names = [&question.page, &normalise(&question.page)];
        let learned: BTreeSet<usize> = names.iter().filter_map(|it| index.answer(it)).collect();
        let seen = learned.into_iter().map(|answer| index.tossups_of(answer)).sum();
        progress();
        ScoredQuestion::new(question, Some(seen), steps)
    };
    questions.par_iter().map(read).collect()
}

/// Compares guesses that were read from a file. A question without any counts as wrong.
pub fn stated(guesses: &Guesses, questions: &[Question]) -> Vec<ScoredQuestion> {
    let scored = |question: &Question| {
        let own = guesses.get(&question.id).map_or(&[][..], Vec::as_slice);
        let steps = own.iter().map(|(words, all)| {
            let named = all.iter().take(GUESSES).map(|(name, p)| (name.as_str(), *p));
            step(*words, named, &question.page)
        });
        ScoredQuestion::new(question, None, steps.collect())
    };
    questions.iter().map(scored).collect()
}

fn step<'a>(
    words: usize,
    mut named: impl Iterator<Item = (&'a str, f64)> + Clone,
    page: &str,
) -> Step {
    let probability = named.clone().next().map_or(0.0, |it| it.1);
    Step { words, rank: named.position(|(name, _)| is_same(name, page)), probability }
}
