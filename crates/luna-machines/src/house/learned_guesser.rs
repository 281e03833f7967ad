//! The learned guesser of house machines: ratings from the answers to their questions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use luna_core::rating::Points;

use crate::house::questions::is_known;
use crate::predict::{Exchange, ExchangePredictor};

/// The number of precomputed guesses that are kept.
const KEPT: usize = 64;

/// A guesser that is untrained at first.
#[derive(Default)]
pub struct LearnedGuesser(RwLock<State>);

#[derive(Clone, Default)]
struct State {
    source: Option<(i64, i64)>,
    training: Option<Arc<Training>>,
}

struct Training {
    predictor: ExchangePredictor,
    /// Precomputed guesses that have not been asked for.
    precomputed: Mutex<VecDeque<(Vec<Exchange>, Points)>>,
}

impl LearnedGuesser {
    /// Replaces the predictor, which is used for answers to questions of house machines; without one
    /// there are no learned guesses. The numbers identify the games of the training.
    pub fn replace(&self, source: (i64, i64), predictor: Option<ExchangePredictor>) {
        let training = predictor
            .map(|predictor| Arc::new(Training { predictor, precomputed: Mutex::default() }));
        let held = State { source: Some(source), training };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// The games of the last training.
    pub fn source(&self) -> Option<(i64, i64)> {
        self.held().source
    }

    fn held(&self) -> State {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn training(&self) -> Option<Arc<Training>> {
        self.held().training
    }

    /// Returns true if it has been trained.
    pub fn is_trained(&self) -> bool {
        self.training().is_some()
    }

    /// Computes a guess in advance, while nothing waits for it: long answers take longer than a game
    /// may be locked.
    pub fn precompute(&self, questions: &[String], responses: &[String]) {
        let Some((training, game)) = self.lesson_for(questions, responses) else { return };
        let Some(points) = training.compute(&game) else { return };
        let mut precomputed = training.precomputed.lock().unwrap_or_else(PoisonError::into_inner);
        precomputed.push_back((game, points));
        if precomputed.len() > KEPT {
            precomputed.pop_front();
        }
    }

    /// The predicted rating, to a hundredth of a point; the same for the same answers, precomputed or
    /// not.
    pub fn guess(&self, questions: &[String], responses: &[String]) -> Option<Points> {
        let (training, game) = self.lesson_for(questions, responses)?;
        training.take(&game).or_else(|| training.compute(&game))
    }

    /// The predictor and the game as it reads it; `None` if the questions are those of a stranger
    /// whose seat the machine has taken.
    fn lesson_for(
        &self,
        questions: &[String],
        responses: &[String],
    ) -> Option<(Arc<Training>, Vec<Exchange>)> {
        let training = self.training()?;
        let own = |question: &String| is_known(question) || training.predictor.has_heard(question);
        if questions.is_empty() || !questions.iter().all(own) {
            return None;
        }
        let pairs = questions.iter().cloned().zip(responses.iter().cloned());
        let game = pairs.map(|(question, response)| Exchange { question, response }).collect();
        Some((training, game))
    }
}

impl Training {
    fn compute(&self, game: &[Exchange]) -> Option<Points> {
        Points::parse(&format!("{:.2}", 100.0 * self.predictor.rating(game))).ok()
    }

    fn take(&self, game: &[Exchange]) -> Option<Points> {
        let mut precomputed = self.precomputed.lock().unwrap_or_else(PoisonError::into_inner);
        let at = precomputed.iter().position(|(known, _)| known == game)?;
        precomputed.remove(at).map(|(_, points)| points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QUESTIONS;
    use crate::predict::Respondent;

    /// Long answers are good ones, or bad ones.
    fn training(good: bool) -> ExchangePredictor {
        let one = |nth: u32| {
            let response = "word ".repeat(usize::try_from(nth).unwrap());
            let game = vec![Exchange { question: "Well?".to_owned(), response }];
            let rating = f64::from(if good { nth } else { 40 - nth }) / 40.0;
            Respondent { games: vec![game], rating }
        };
        ExchangePredictor::train(&(0..40).map(one).collect::<Vec<_>>()).unwrap()
    }

    fn texts(text: &str) -> Vec<String> {
        vec![text.to_owned()]
    }

    #[test]
    fn what_was_foreseen_is_only_taken_when_the_guess_is_made() {
        let (learned, questions) = (LearnedGuesser::default(), texts("Well?"));
        let waiting = || learned.training().unwrap().precomputed.lock().unwrap().len();
        learned.precompute(&questions, &texts("word"));
        assert!(!learned.is_trained() && learned.guess(&questions, &texts("word")).is_none());
        learned.replace((1, 1), Some(training(true)));
        let afresh = learned.guess(&questions, &texts("word")).unwrap();
        learned.precompute(&texts("Other?"), &texts("word"));
        assert_eq!(waiting(), 0);
        learned.precompute(&questions, &texts("word"));
        assert_eq!(waiting(), 1);
        learned.guess(&questions, &texts("word word")).unwrap();
        learned.guess(&texts(QUESTIONS[0]), &texts("word")).unwrap();
        assert_eq!(waiting(), 1, "that was for others");
        assert_eq!(learned.guess(&questions, &texts("word")), Some(afresh));
        assert_eq!(waiting(), 0);
        for nth in 0..=KEPT {
            learned.precompute(&questions, &texts(&nth.to_string()));
        }
        assert_eq!(waiting(), KEPT);
    }

    #[test]
    fn a_new_lesson_does_not_know_what_the_last_one_foresaw() {
        let (learned, questions) = (LearnedGuesser::default(), texts("Well?"));
        let said = texts(&"word ".repeat(35));
        learned.replace((1, 1), Some(training(true)));
        learned.precompute(&questions, &said);
        learned.replace((1, 2), Some(training(false)));
        let points = learned.guess(&questions, &said).unwrap();
        assert!(points < Points::parse("50").unwrap(), "{points}");
    }

    #[test]
    fn a_guess_follows_from_the_answers_to_whatever_a_house_machine_may_ask() {
        let learned = LearnedGuesser::default();
        learned.replace((1, 1), Some(training(true)));
        let own = texts("What song gets stuck in your head?");
        let [high, low] = [35, 3].map(|many| learned.guess(&own, &texts(&"word ".repeat(many))));
        assert!(high > low && low.is_some(), "{high:?} {low:?}");
        let with_a_strangers = [own, texts("Is anybody there?")].concat();
        assert_eq!(learned.guess(&with_a_strangers, &texts("word")), None);
        assert_eq!(learned.guess(&[], &[]), None);
    }
}
