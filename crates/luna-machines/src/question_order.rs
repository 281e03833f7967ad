//! The order of generated questions: by a ranker where there is one, else by plain signs of quality.

use crate::question_generator::GeneratedQuestion;
use crate::question_ranker::TrainedRanker;

/// Words of a question, at most, that is short.
const SHORT: usize = 12;

/// Puts the best questions first, by the ratings that a ranker predicts.
///
/// Without a ranker, questions with a pronoun that nothing resolves come last. Before them are those
/// for yes or no, and the long ones. Of two alike, the one that took fewer steps comes first, then the
/// one that comes first in the text.
pub fn order(questions: &mut [GeneratedQuestion], text: &str, ranker: Option<&TrainedRanker>) {
    let Some(ranker) = ranker else {
        questions.sort_by_cached_key(|it| {
            let is_long = it.text.split_whitespace().count() > SHORT;
            (it.is_vague, it.word.is_none(), is_long, it.transformations.len())
        });
        return;
    };
    questions.sort_by_cached_key(|it| {
        let score = ranker.score(&it.text, text.get(it.source.clone()));
        std::cmp::Reverse(Score(score))
    });
}

/// A predicted rating. Rankers give finite numbers, but nothing depends on it.
struct Score(f64);

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Score) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Score {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question_generator::{Options, generate};
    use crate::question_ranker::{RankerKind, RatedText};

    const TEXT: &str = "It was cold. The king built a castle in 1066, and the queen, who was from France, sold it.";

    #[test]
    fn without_a_ranker_clear_short_questions_with_a_question_word_come_first() {
        let mut questions = generate(TEXT, &Options::default()).questions;
        questions.iter_mut().take(2).for_each(|it| it.is_vague = true);
        order(&mut questions, TEXT, None);
        let vague: Vec<bool> = questions.iter().map(|it| it.is_vague).collect();
        assert!(vague.is_sorted(), "{questions:#?}");
        let clear: Vec<bool> =
            questions.iter().filter(|it| !it.is_vague).map(|it| it.word.is_none()).collect();
        assert!(clear.is_sorted() && clear.contains(&false) && clear.contains(&true), "{clear:?}");
    }

    #[test]
    fn a_ranker_decides_where_there_is_one() {
        // It learns that questions for yes or no are good, against the order without a ranker.
        let rated: Vec<RatedText> = (0..30)
            .map(|n| {
                let (question, rating) = match n % 2 {
                    0 => (format!("Did the king {n} build a castle?"), 5.0),
                    _ => (format!("What did the king {n} build?"), 1.0),
                };
                RatedText { question, sentence: None, rating }
            })
            .collect();
        let ranker = TrainedRanker::train(RankerKind::Ridge, &rated).unwrap();
        let mut questions = generate(TEXT, &Options::default()).questions;
        order(&mut questions, TEXT, Some(&ranker));
        let first = questions.first().unwrap();
        assert_eq!(first.word, None, "{}", first.text);
    }
}
