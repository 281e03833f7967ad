//! What house machines have learned: ratings from the answers to the questions
//! they always ask.

use std::sync::{Arc, PoisonError, RwLock};

use luna_core::rating::Points;

use crate::predict::Predictor;

/// How wide the interval is that goes with a prediction, which no guess uses.
const LEVEL: f64 = 0.95;

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
}

impl Learned {
    /// From now on guesses come from this predictor, where it was these questions
    /// that were answered; without one they come from elsewhere. The numbers say
    /// which games were learned from.
    pub fn learn(&self, source: (i64, i64), lesson: Option<(Vec<String>, Predictor)>) {
        let lesson = lesson.map(|(questions, predictor)| Lesson { questions, predictor });
        let held = Held { source: Some(source), lesson: lesson.map(Arc::new) };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// Which games were learned from the last time.
    pub fn source(&self) -> Option<(i64, i64)> {
        self.held().source
    }

    fn held(&self) -> Held {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The predicted rating, to a hundredth of a point; the same for the same answers.
    pub fn guess(&self, questions: &[String], responses: &[String]) -> Option<Points> {
        let lesson = self.held().lesson.filter(|lesson| lesson.questions == questions)?;
        let rating = lesson.predictor.predict(responses, LEVEL).rating;
        Points::parse(&format!("{:.2}", 100.0 * rating)).ok()
    }
}
