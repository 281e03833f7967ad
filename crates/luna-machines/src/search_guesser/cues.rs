//! Cues: the words after *this* and *these* in tossups, which tell the kind of an answer: *this
//! author*, *this German city*.

use luna_learn::float;

use super::vocabulary::{Token, UNKNOWN, Vocabulary, index};

/// For each answer, the number of its texts that use each cue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues {
    /// Where each answer's cues begin; one more than answers.
    starts: Vec<u32>,
    /// Ascending for each answer.
    words: Vec<u32>,
    counts: Vec<u32>,
    /// Texts that use each cue, by word.
    totals: Vec<u32>,
    all: u64,
}

/// Words after *this* that may be a cue.
const REACH: usize = 2;
/// Tossups with average cues that are added to those of an answer.
const PRIOR: f64 = 5.0;

impl Cues {
    /// The distinct cues of a text, ascending.
    pub(super) fn of(vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<u32> {
        let openers = [vocabulary.word("this"), vocabulary.word("these")];
        let mut cues = Vec::new();
        for (nth, token) in tokens.iter().enumerate() {
            if token.word != UNKNOWN && openers.contains(&token.word) {
                let next = tokens.iter().skip(nth + 1).take(REACH);
                cues.extend(next.filter_map(Vocabulary::single));
            }
        }
        cues.sort_unstable();
        cues.dedup();
        cues
    }

    /// Counts the cues of each text, where `answers` says at which text each answer begins.
    pub(super) fn count(by_text: &[Vec<u32>], answers: &[u32], words: usize) -> Cues {
        let mut cues = Cues { starts: vec![0], totals: vec![0; words], ..Cues::default() };
        for ends in answers.windows(2) {
            let mut own: Vec<u32> = by_text[index(ends[0])..index(ends[1])].concat();
            own.sort_unstable();
            for same in own.chunk_by(|one, other| one == other) {
                cues.words.push(same[0]);
                cues.counts.push(u32::try_from(same.len()).unwrap_or(u32::MAX));
            }
            cues.starts.push(u32::try_from(cues.words.len()).unwrap_or(u32::MAX));
        }
        cues.sum_up();
        cues
    }

    fn sum_up(&mut self) {
        for (word, count) in self.words.iter().zip(&self.counts) {
            let total = &mut self.totals[index(*word)];
            *total = total.saturating_add(*count);
            self.all += u64::from(*count);
        }
    }

    /// The logarithm of how much more often these cues are about this answer than about others. A
    /// tossup that is left out, of some answer and with these cues, does not count.
    pub(super) fn evidence(
        &self,
        answer: usize,
        cues: &[u32],
        left_out: Option<(usize, &[u32])>,
    ) -> f64 {
        let ends = self.starts.get(answer).zip(self.starts.get(answer + 1));
        let (from, to) = ends.map_or((0, 0), |(from, to)| (index(*from), index(*to)));
        let (words, counts) = (&self.words[from..to], &self.counts[from..to]);
        let (left_answer, left) = left_out.unwrap_or((answer, &[]));
        let own_left = if left_answer == answer { left } else { &[] };
        let own = f64::from(counts.iter().sum::<u32>()) - float(own_left.len());
        let all = float(usize::try_from(self.all).unwrap_or(usize::MAX)) - float(left.len());
        let one = |cue: &u32| {
            let has = |cues: &[u32]| if cues.binary_search(cue).is_ok() { 1.0 } else { 0.0 };
            let total = self.totals.get(index(*cue)).copied().map_or(0.0, f64::from) - has(left);
            if total <= 0.0 {
                return 0.0;
            }
            let share = total / all;
            let times = words.binary_search(cue).map_or(0.0, |at| f64::from(counts[at]));
            ((times - has(own_left) + PRIOR * share) / ((own + PRIOR) * share)).ln()
        };
        cues.iter().map(one).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::VocabularyBuilder;
    use super::*;

    #[test]
    fn cues_tell_kinds_of_answers_apart() {
        let texts = ["This author wrote.", "These authors; this French author", "This city lies"];
        let mut gathering = VocabularyBuilder::default();
        let tokens: Vec<_> = texts.iter().map(|text| gathering.tokens(text)).collect();
        let vocabulary = gathering.finish();
        let by_text: Vec<_> = tokens.iter().map(|one| Cues::of(&vocabulary, one)).collect();
        let author = vocabulary.word("author");
        assert_eq!(by_text[1], [author, vocabulary.word("french")]);
        let cues = Cues::count(&by_text, &[0, 2, 3], vocabulary.words().len());
        assert!(
            cues.evidence(0, &[author], None) > 0.2 && cues.evidence(1, &[author], None) < -0.1
        );
        assert!(
            cues.evidence(0, &[], None).abs() < 1e-12
                && cues.evidence(7, &[99], None).abs() < 1e-12
        );
    }
}
