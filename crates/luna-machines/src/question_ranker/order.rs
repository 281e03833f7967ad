//! Generated questions in the order of their predicted ratings.

use super::derivation::Derivation;
use super::trained::TrainedRanker;
use crate::question_generator::{GeneratedQuestion, Options};

/// A question with the rating that a ranker predicts.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedQuestion {
    pub question: GeneratedQuestion,
    pub predicted_rating: f64,
}

/// Predicts the rating of each question about a text, and keeps their order.
pub fn predict(
    ranker: &TrainedRanker,
    text: &str,
    questions: Vec<GeneratedQuestion>,
) -> Vec<RankedQuestion> {
    let predicted = |question: GeneratedQuestion| {
        let sentence = text.get(question.source.clone()).unwrap_or_default();
        let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        let derivation = Derivation::from(&question);
        let predicted_rating = ranker.score_derived(&question.text, Some(&sentence), &derivation);
        RankedQuestion { question, predicted_rating }
    };
    questions.into_iter().map(predicted).collect()
}

/// Puts the questions about a text in the order of a ranker, the best first. Questions with the same
/// rating keep their order. Those for yes or no come after all others if the options say so.
pub fn rank(
    ranker: &TrainedRanker,
    text: &str,
    questions: Vec<GeneratedQuestion>,
    options: &Options,
) -> Vec<RankedQuestion> {
    let mut all = predict(ranker, text, questions);
    all.sort_by(|one, other| other.predicted_rating.total_cmp(&one.predicted_rating));
    if options.prefer_question_words {
        all.sort_by_key(|it| it.question.word.is_none());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question_generator::generate;
    use crate::question_ranker::shipped;

    const TEXT: &str = "Marie Curie, who was born in Warsaw, discovered radium in 1898.\nShe won the \
                        Nobel Prize twice, and her daughter won it in 1935.";

    #[test]
    fn the_best_question_is_first_and_none_is_lost() {
        let options = Options::default();
        let questions = generate(TEXT, &options).questions;
        let count = questions.len();
        let ranked = rank(shipped(), TEXT, questions, &options);
        assert_eq!(ranked.len(), count);
        assert!(ranked.is_sorted_by(|one, other| one.predicted_rating >= other.predicted_rating));
        let spread = ranked.first().zip(ranked.last());
        assert!(spread.is_some_and(|(one, other)| one.predicted_rating > other.predicted_rating));
        assert!(ranked.iter().all(|it| (0.0..6.0).contains(&it.predicted_rating)), "{ranked:?}");
    }

    #[test]
    fn questions_for_yes_or_no_stay_behind_the_others() {
        let options = Options { prefer_question_words: true, ..Options::default() };
        let questions = generate(TEXT, &options).questions;
        let ranked = rank(shipped(), TEXT, questions, &options);
        assert!(ranked.is_sorted_by_key(|it| it.question.word.is_none()));
        assert!(ranked.iter().any(|it| it.question.word.is_none()));
    }
}
