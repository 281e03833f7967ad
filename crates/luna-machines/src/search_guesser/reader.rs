//! A reader of one growing question.

use super::evidence::{Evidence, find};
use super::features::Candidates;
use super::index::Index;
use super::index_view::IndexView;
use super::levels::Levels;
use super::query::Query;

/// An answer that may be right.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Number of the answer in the index.
    pub answer: usize,
    /// Log odds against the alternative that no candidate is right.
    pub score: f64,
    /// Estimated probability that the answer is right.
    pub probability: f64,
    /// Best first.
    pub evidence: Vec<Evidence>,
}

/// The state of reading a question: what has been read is not read again. Any text may follow any
/// other; a text that continues the last one takes the least time.
#[derive(Clone, Debug)]
pub struct Reader<'index> {
    learned: IndexView<'index>,
    query: Query,
    levels: Levels,
    /// The words of the text that was ranked last, and the result: spaces change nothing.
    ranked: Option<(Vec<u32>, Vec<Candidate>)>,
}

/// What a reader has read, without the index: reading may go on later.
#[derive(Clone, Debug)]
pub struct Progress {
    query: Query,
    levels: Levels,
}

impl Progress {
    /// The number of bytes with which this text and the one read last begin alike.
    pub fn shared(&self, text: &str) -> usize {
        self.query.shared(text)
    }
}

/// Sentences shown for each candidate.
const EVIDENCE: usize = 3;

impl Index {
    pub fn reader(&self) -> Reader<'_> {
        self.resume(Progress { query: Query::default(), levels: Levels::new(self) })
    }

    /// A reader that goes on where another one of this index has stopped.
    pub fn resume(&self, progress: Progress) -> Reader<'_> {
        let Progress { query, levels } = progress;
        Reader { learned: IndexView::all(self), query, levels, ranked: None }
    }

    /// A reader that guesses as if the index had not learned one of its tossups.
    pub fn reader_without(&self, tossup: usize) -> Reader<'_> {
        Reader { learned: IndexView::without(self, tossup), ..self.reader() }
    }
}

impl Reader<'_> {
    /// Stops reading for now.
    pub fn pause(self) -> Progress {
        Progress { query: self.query, levels: self.levels }
    }

    /// The most probable answers to a question of which this much has been read, at most `count`.
    pub fn guess(&mut self, prefix: &str, count: usize) -> Vec<Candidate> {
        let mut ranked = self.rank(prefix);
        ranked.truncate(count);
        for candidate in &mut ranked {
            candidate.evidence = self.evidence(candidate.answer);
        }
        ranked
    }

    /// What speaks for an answer in the text read last, best first, whether or not it is guessed.
    pub fn evidence(&self, answer: usize) -> Vec<Evidence> {
        find(&self.learned, &self.query, &self.levels, answer, EVIDENCE)
    }

    /// All candidates, the most probable first, without evidence.
    pub fn rank(&mut self, prefix: &str) -> Vec<Candidate> {
        self.read(prefix);
        let words: Vec<u32> = self.query.tokens().iter().map(|token| token.word).collect();
        if let Some((_, ranked)) = self.ranked.as_ref().filter(|(last, _)| *last == words) {
            return ranked.clone();
        }
        let ranked = self.ranking();
        self.ranked = Some((words, ranked.clone()));
        ranked
    }

    fn ranking(&mut self) -> Vec<Candidate> {
        let found = Candidates::find(&self.learned, &self.query, &mut self.levels);
        let weighed = &self.learned.index.ranker;
        let probabilities = weighed.probabilities(&found.features);
        let none = found.features.last().map_or(0.0, |features| weighed.utility(features));
        let mut ranked: Vec<Candidate> = (found.answers.iter().zip(&found.features))
            .zip(probabilities)
            .map(|((&answer, features), probability)| {
                let score = weighed.utility(features) - none;
                Candidate { answer, score, probability, evidence: Vec::new() }
            })
            .collect();
        ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
        ranked
    }

    pub(super) fn candidates(&mut self, prefix: &str) -> Candidates {
        self.read(prefix);
        Candidates::find(&self.learned, &self.query, &mut self.levels)
    }

    fn read(&mut self, prefix: &str) {
        let index = self.learned.index;
        for (term, gained) in self.query.replace(&index.vocabulary, prefix) {
            self.levels.change(index, term, gained);
        }
    }
}
