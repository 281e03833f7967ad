//! What house machines have learned: ratings from the answers to the questions
//! they always ask.

use std::sync::{Arc, PoisonError, RwLock};

use luna_core::rating::Points;

use crate::predict::Predictor;

/// How wide the interval is that goes with a prediction, which no guess uses.
const LEVEL: f64 = 0.95;

/// Nothing at first.
#[derive(Default)]
pub struct Learned(RwLock<Option<Arc<Lesson>>>);

struct Lesson {
    questions: Vec<String>,
    predictor: Predictor,
}

impl Learned {
    /// From now on guesses come from this predictor, where it was these questions
    /// that were answered.
    pub fn learn(&self, questions: Vec<String>, predictor: Predictor) {
        self.replace(Some(Arc::new(Lesson { questions, predictor })));
    }

    /// From now on they come from elsewhere.
    pub fn forget(&self) {
        self.replace(None);
    }

    fn replace(&self, lesson: Option<Arc<Lesson>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = lesson;
    }

    /// The predicted rating, to a hundredth of a point; the same for the same answers.
    pub fn guess(&self, questions: &[String], responses: &[String]) -> Option<Points> {
        let lesson = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        let lesson = lesson.filter(|lesson| lesson.questions == questions)?;
        let rating = lesson.predictor.predict(responses, LEVEL).rating;
        Points::parse(&format!("{:.2}", 100.0 * rating)).ok()
    }
}
