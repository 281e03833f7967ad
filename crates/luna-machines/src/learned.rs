//! What house machines have learned: ratings from the answers to the questions
//! they always ask.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use luna_core::rating::Points;

use crate::predict::Predictor;

/// So many guesses are kept that were reckoned before they are made.
const KEPT: usize = 64;

/// Nothing at first.
#[derive(Default)]
pub struct Learned(RwLock<Held>);

#[derive(Clone, Default)]
struct Held {
    source: Option<(i64, i64)>,
    lesson: Option<Arc<Lesson>>,
}

struct Lesson {
    questions: Vec<String>,
    predictor: Predictor,
    /// What was reckoned for which responses, and has not been asked for.
    foreseen: Mutex<VecDeque<(Vec<String>, Points)>>,
}

impl Learned {
    /// From now on guesses come from this predictor, where it was these questions
    /// that were answered; without one they come from elsewhere. The numbers say
    /// which games were learned from.
    pub fn learn(&self, source: (i64, i64), lesson: Option<(Vec<String>, Predictor)>) {
        let lesson = lesson.map(|(questions, predictor)| {
            Arc::new(Lesson { questions, predictor, foreseen: Mutex::default() })
        });
        let held = Held { source: Some(source), lesson };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// Which games were learned from the last time.
    pub fn source(&self) -> Option<(i64, i64)> {
        self.held().source
    }

    fn held(&self) -> Held {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn lesson(&self) -> Option<Arc<Lesson>> {
        self.held().lesson
    }

    /// Whether there is anything that guesses could come from.
    pub fn knows(&self) -> bool {
        self.lesson().is_some()
    }

    /// Reckons a guess before it is asked for, where nothing waits for it: long answers
    /// take longer than a game may be held.
    pub fn foresee(&self, questions: &[String], responses: &[String]) {
        let Some(lesson) = self.lesson().filter(|lesson| lesson.questions == questions) else {
            return;
        };
        let Some(points) = lesson.reckon(responses) else { return };
        let mut foreseen = lesson.foreseen.lock().unwrap_or_else(PoisonError::into_inner);
        foreseen.push_back((responses.to_vec(), points));
        if foreseen.len() > KEPT {
            foreseen.pop_front();
        }
    }

    /// The predicted rating, to a hundredth of a point; the same for the same answers,
    /// foreseen or not.
    pub fn guess(&self, questions: &[String], responses: &[String]) -> Option<Points> {
        let lesson = self.lesson().filter(|lesson| lesson.questions == questions)?;
        lesson.take(responses).or_else(|| lesson.reckon(responses))
    }
}

impl Lesson {
    fn reckon(&self, responses: &[String]) -> Option<Points> {
        Points::parse(&format!("{:.2}", 100.0 * self.predictor.rating(responses))).ok()
    }

    fn take(&self, responses: &[String]) -> Option<Points> {
        let mut foreseen = self.foreseen.lock().unwrap_or_else(PoisonError::into_inner);
        let at = foreseen.iter().position(|(known, _)| known == responses)?;
        foreseen.remove(at).map(|(_, points)| points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::{Asked, Example};

    /// Long answers are good ones, or bad ones.
    fn lesson(good: bool) -> Predictor {
        let one = |nth: u32| Example {
            responses: vec!["word ".repeat(usize::try_from(nth).unwrap())],
            rating: f64::from(if good { nth } else { 40 - nth }) / 40.0,
        };
        let examples: Vec<Example> = (0..40).map(one).collect();
        Predictor::train(&[Asked { text: "Well?".to_owned(), key: Vec::new() }], &examples).unwrap()
    }

    fn texts(text: &str) -> Vec<String> {
        vec![text.to_owned()]
    }

    #[test]
    fn what_was_foreseen_is_only_taken_when_the_guess_is_made() {
        let (learned, questions) = (Learned::default(), texts("Well?"));
        let waiting = || learned.lesson().unwrap().foreseen.lock().unwrap().len();
        learned.foresee(&questions, &texts("word"));
        assert!(!learned.knows() && learned.guess(&questions, &texts("word")).is_none());
        learned.learn((1, 1), Some((questions.clone(), lesson(true))));
        let afresh = learned.guess(&questions, &texts("word")).unwrap();
        learned.foresee(&texts("Other?"), &texts("word"));
        assert_eq!(waiting(), 0);
        learned.foresee(&questions, &texts("word"));
        assert_eq!(waiting(), 1);
        learned.guess(&questions, &texts("word word")).unwrap();
        assert_eq!(waiting(), 1, "that was for others");
        assert_eq!(learned.guess(&questions, &texts("word")), Some(afresh));
        assert_eq!(waiting(), 0);
        for nth in 0..=KEPT {
            learned.foresee(&questions, &texts(&nth.to_string()));
        }
        assert_eq!(waiting(), KEPT);
    }

    #[test]
    fn a_new_lesson_does_not_know_what_the_last_one_foresaw() {
        let (learned, questions) = (Learned::default(), texts("Well?"));
        let said = texts(&"word ".repeat(35));
        learned.learn((1, 1), Some((questions.clone(), lesson(true))));
        learned.foresee(&questions, &said);
        learned.learn((1, 2), Some((questions.clone(), lesson(false))));
        let points = learned.guess(&questions, &said).unwrap();
        assert!(points < Points::parse("50").unwrap(), "{points}");
    }
}
