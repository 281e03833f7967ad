//! A query's scores on the three levels of an index.

use super::index::Index;
use super::scores::Scores;

/// Sums of a query's impacts by text, by sentence and by answer.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    pub(super) texts: Scores,
    pub(super) sentences: Scores,
    pub(super) answers: Scores,
}

impl Levels {
    pub(super) fn new(index: &Index) -> Levels {
        Levels {
            texts: Scores::new(index.by_text.documents()),
            sentences: Scores::new(index.by_sentence.documents()),
            answers: Scores::new(index.answers.len()),
        }
    }

    /// Adds a term that the query has gained, or takes back one that it has lost.
    pub(super) fn change(&mut self, index: &Index, term: u32, gained: bool) {
        self.texts.change(index.by_text.impacts(term), gained);
        self.sentences.change(index.by_sentence.impacts(term), gained);
        self.answers.change(index.answers_with(term), gained);
    }
}
