//! What a reader takes for learned: an index, or an index without one of its tossups.

use std::ops::Range;

use super::cues::Cues;
use super::index::Index;
use super::levels::Levels;
use super::query::Query;
use super::vocabulary::index;

/// An index, without the tossup that is left out, if any. Only the rarity of terms still counts
/// that one.
#[derive(Clone, Debug)]
pub(super) struct IndexView<'index> {
    pub(super) index: &'index Index,
    left_out: Option<LeftOut>,
}

#[derive(Clone, Debug)]
struct LeftOut {
    tossup: usize,
    answer: usize,
    sentences: Range<usize>,
    /// Ascending.
    cues: Vec<u32>,
}

impl<'index> IndexView<'index> {
    pub(super) fn all(index: &'index Index) -> IndexView<'index> {
        IndexView { index, left_out: None }
    }

    pub(super) fn without(index: &'index Index, tossup: usize) -> IndexView<'index> {
        let left_out = index.texts.get(tossup).map(|left| {
            let mut tokens = Vec::new();
            index.vocabulary.tokens(&left.text, 0, &mut tokens);
            LeftOut {
                tossup,
                answer: index.answer_of(tossup),
                sentences: index.sentences_in(tossup..tossup + 1),
                cues: Cues::of(&index.vocabulary, &tokens),
            }
        });
        IndexView { index, left_out }
    }

    pub(super) fn texts_of(&self, answer: usize) -> impl Iterator<Item = usize> + Clone {
        let left_out = self.left_out.as_ref().map(|left| left.tossup);
        self.index.texts_of(answer).filter(move |text| left_out != Some(*text))
    }

    pub(super) fn sentences_of(&self, answer: usize) -> impl Iterator<Item = usize> {
        let left_out = self.left_out.as_ref().map_or(0..0, |left| left.sentences.clone());
        self.index.sentences_of(answer).filter(move |sentence| !left_out.contains(sentence))
    }

    pub(super) fn best_texts(&self, levels: &mut Levels, count: usize) -> Vec<(usize, i32)> {
        let left_out = self.left_out.as_ref().map_or(0..0, |left| left.tossup..left.tossup + 1);
        without(levels.texts.best(count + left_out.len()), &left_out, count)
    }

    pub(super) fn best_sentences(&self, levels: &mut Levels, count: usize) -> Vec<(usize, i32)> {
        let left_out = self.left_out.as_ref().map_or(0..0, |left| left.sentences.clone());
        without(levels.sentences.best(count + left_out.len()), &left_out, count)
    }

    pub(super) fn best_answers(
        &self,
        query: &Query,
        levels: &mut Levels,
        count: usize,
    ) -> Vec<(usize, i32)> {
        let mut best = levels.answers.best(count);
        for (answer, score) in &mut best {
            *score = self.covered(query, levels, *answer);
        }
        best.retain(|(_, score)| *score > 0);
        best
    }

    /// The impacts of the query's terms that some text about an answer contains.
    pub(super) fn covered(&self, query: &Query, levels: &Levels, answer: usize) -> i32 {
        let whole = levels.answers.of(answer);
        if self.left_out.as_ref().is_none_or(|left| left.answer != answer) {
            return whole;
        }
        let others = self.texts_of(answer);
        let alone = |term: &u32| {
            let mut others = others.clone();
            !others.any(|text| self.index.by_text.impact(*term, text) > 0)
        };
        let impact = |term| {
            let mut answers = self.index.answers_with(term);
            let own = answers.find(|(other, _)| index(*other) == answer);
            own.map_or(0, |(_, impact)| i32::from(impact))
        };
        whole - query.distinct().filter(alone).map(impact).sum::<i32>()
    }

    /// The evidence of cues for an answer.
    pub(super) fn cue_evidence(&self, answer: usize, cues: &[u32]) -> f64 {
        let left_out = self.left_out.as_ref().map(|left| (left.answer, left.cues.as_slice()));
        self.index.cues.evidence(answer, cues, left_out)
    }
}

fn without(
    mut best: Vec<(usize, i32)>,
    left_out: &Range<usize>,
    count: usize,
) -> Vec<(usize, i32)> {
    best.retain(|(document, _)| !left_out.contains(document));
    best.truncate(count);
    best
}
