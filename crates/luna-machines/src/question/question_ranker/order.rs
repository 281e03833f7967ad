//! Generated questions in the order of their predicted ratings.

use std::collections::BTreeMap;

use super::derivation::Derivation;
use super::trained::TrainedRanker;
use crate::question::question_generator::{GeneratedQuestion, Options};

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
        let predicted_rating = ranker.label().bounded(predicted_rating);
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

/// Lets the sentences of a text take turns: of questions with the best first, up to this many of each
/// sentence come first, then as many further ones of each, and so on. Vague questions come after all
/// others. With 0, nothing changes.
pub fn take_turns<T>(
    questions: Vec<T>,
    per_sentence: usize,
    options: &Options,
    of: impl Fn(&T) -> &GeneratedQuestion,
) -> Vec<T> {
    if per_sentence == 0 {
        return questions;
    }
    let mut counts: BTreeMap<(bool, bool, usize), usize> = BTreeMap::new();
    let mut placed: Vec<((bool, bool, usize), T)> = Vec::new();
    for it in questions {
        let question = of(&it);
        let is_late = options.prefer_question_words && question.word.is_none();
        let key = (is_late, question.is_vague, question.source.start);
        let count = counts.entry(key).or_default();
        let turn = *count / per_sentence;
        *count += 1;
        placed.push(((is_late, question.is_vague, turn), it));
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::question::question_generator::generate;
    use crate::question::question_ranker::shipped;

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
        assert!(ranked.iter().all(|it| (1.0..=5.0).contains(&it.predicted_rating)), "{ranked:?}");
    }

    #[test]
    fn questions_for_yes_or_no_stay_behind_the_others() {
        let options = Options { prefer_question_words: true, ..Options::default() };
        let questions = generate(TEXT, &options).questions;
        let ranked = rank(shipped(), TEXT, questions, &options);
        assert!(ranked.is_sorted_by_key(|it| it.question.word.is_none()));
        assert!(ranked.iter().any(|it| it.question.word.is_none()));
    }

    fn turns(per_sentence: usize, options: &Options) -> Vec<GeneratedQuestion> {
        let text =
            format!("{TEXT} The city was old. They left it. The king built a castle in Rome.");
        let ranked = rank(shipped(), &text, generate(&text, options).questions, options);
        let taken = take_turns(ranked, per_sentence, options, |it| &it.question);
        taken.into_iter().map(|it| it.question).collect()
    }

    #[test]
    fn each_sentence_has_its_best_question_before_any_has_a_second_one() {
        let options = Options::default();
        let by_rating = turns(0, &options);
        let sentence = |it: &GeneratedQuestion| it.source.start;
        for per_sentence in [1, 2] {
            let taken = turns(per_sentence, &options);
            assert_eq!(taken.len(), by_rating.len());
            assert!(taken.is_sorted_by_key(|it| it.is_vague), "{taken:#?}");
            let clear: Vec<_> = taken.iter().filter(|it| !it.is_vague).collect();
            let sentences: BTreeSet<usize> = clear.iter().map(|it| sentence(it)).collect();
            assert!(sentences.len() > 3);
            // The first turn ends where a sentence has more than its share.
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            let first = clear.iter().take_while(|it| {
                let count = counts.entry(sentence(it)).or_default();
                *count += 1;
                *count <= per_sentence
            });
            let first: Vec<_> = first.collect();
            let seen: BTreeSet<usize> = first.iter().map(|it| sentence(it)).collect();
            assert_eq!(seen, sentences);
            let best = by_rating.iter().find(|it| !it.is_vague);
            assert_eq!(first.first().map(|it| &***it), best);
        }
    }

    #[test]
    fn turns_keep_questions_for_yes_or_no_behind_the_others() {
        let options = Options { prefer_question_words: true, ..Options::default() };
        assert!(turns(1, &options).is_sorted_by_key(|it| it.word.is_none()));
    }
}
