//! Candidates for a query and their features.

use std::collections::BTreeMap;

use luna_learn::float;

use super::cues::Cues;
use super::index_view::IndexView;
use super::levels::Levels;
use super::postings::Postings;
use super::query::Query;
use super::ranker::{CANDIDATE, FEATURES, NONE};

/// The answers that may be right, ascending, each with its features, and last the features of the
/// alternative that none is.
pub(super) struct Candidates {
    pub(super) answers: Vec<usize>,
    pub(super) features: Vec<Vec<f64>>,
}

/// The best of each level, whose answers become candidates.
const TEXTS: usize = 40;
const SENTENCES: usize = 40;
const ANSWERS: usize = 20;

/// Votes of the best passages of a level.
#[derive(Default)]
struct Votes {
    best: f64,
    squares: f64,
    sum: f64,
    /// Squares and sums by answer.
    by_answer: BTreeMap<usize, (f64, f64)>,
}

impl Votes {
    fn count(passages: impl Iterator<Item = (usize, f64)>) -> Votes {
        let mut votes = Votes::default();
        for (answer, score) in passages {
            votes.best = votes.best.max(score);
            votes.squares += score * score;
            votes.sum += score;
            let own = votes.by_answer.entry(answer).or_default();
            *own = (own.0 + score * score, own.1 + score);
        }
        votes
    }

    fn features(&self, answer: usize, best: f64, length: f64) -> [f64; 5] {
        let (squares, sum) = self.by_answer.get(&answer).copied().unwrap_or_default();
        let votes = share(squares, self.squares);
        let least = 0.003;
        [share(best, self.best), best / length, votes, (votes + least).ln(), share(sum, self.sum)]
    }

    fn largest_share(&self) -> f64 {
        let squares = self.by_answer.values().map(|own| own.0);
        share(squares.fold(0.0, f64::max), self.squares)
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

impl Candidates {
    pub(super) fn find(learned: &IndexView<'_>, query: &Query, levels: &mut Levels) -> Candidates {
        let index = learned.index;
        let texts = learned.best_texts(levels, TEXTS);
        let sentences = learned.best_sentences(levels, SENTENCES);
        let best = learned.best_answers(query, levels, ANSWERS);
        let by_text = Votes::count(
            texts.iter().map(|(text, score)| (index.answer_of(*text), Postings::units(*score))),
        );
        let by_sentence = Votes::count(
            sentences
                .iter()
                .map(|(nth, score)| (index.answer_of_sentence(*nth), Postings::units(*score))),
        );
        let most = Postings::units(best.iter().map(|(_, score)| *score).max().unwrap_or(0));
        let mut answers: Vec<usize> = best.iter().map(|(answer, _)| *answer).collect();
        answers.extend(by_text.by_answer.keys().chain(by_sentence.by_answer.keys()));
        answers.sort_unstable();
        answers.dedup();
        let length = (1.0 + float(query.terms())).ln().max(1.0);
        let cues = Cues::of(&index.vocabulary, query.tokens());
        let one = |answer: &usize| {
            let mut features = Vec::with_capacity(FEATURES);
            let text = learned.texts_of(*answer).map(|nth| levels.texts.of(nth)).max();
            features.extend(by_text.features(*answer, Postings::units(text.unwrap_or(0)), length));
            let sentence = learned.sentences_of(*answer).map(|nth| levels.sentences.of(nth)).max();
            features.extend(by_sentence.features(
                *answer,
                Postings::units(sentence.unwrap_or(0)),
                length,
            ));
            let covered = Postings::units(learned.covered(query, levels, *answer));
            features.extend([share(covered, most), covered, covered / length]);
            let tossups = learned.texts_of(*answer).filter(|text| !index.is_page(*text)).count();
            features.push(float(tossups.max(1)).ln());
            features.extend(named(&index.names[*answer], query));
            let evidence = learned.cue_evidence(*answer, &cues);
            features.extend([evidence, evidence / float(cues.len().max(1))]);
            features.extend([0.0; NONE]);
            features
        };
        let mut features: Vec<Vec<f64>> = answers.iter().map(one).collect();
        let mut none = vec![0.0; CANDIDATE];
        none.extend([1.0, length, by_text.best / length, by_sentence.best / length]);
        none.extend([most / length, by_text.largest_share(), by_sentence.largest_share()]);
        features.push(none);
        Candidates { answers, features }
    }
}

/// The share of an answer's name that stands in the question, and 1 if all of it does: questions
/// avoid the names of their answers.
fn named(name: &[u32], query: &Query) -> [f64; 2] {
    let there = name.iter().filter(|word| query.contains(**word)).count();
    let share = share(float(there), float(name.len()));
    [share, if share >= 1.0 { 1.0 } else { 0.0 }]
}
