//! Questions and what marks tell about them.

use luna_learn::item_response::{Estimate, QuestionFit};
use luna_store::predict::distance::QuestionDistance;

use super::covariate::Covariate;

/// What all marks tell.
#[derive(Clone, Debug, Default)]
pub struct MarkedQuestions {
    /// The most discriminating first.
    pub questions: Vec<MarkedQuestion>,
    /// How much better the mark for an answer is with one more unit of a covariate, in logits.
    pub effects: Vec<(Covariate, Estimate)>,
}

/// A question that people asked.
#[derive(Clone, Debug)]
pub struct MarkedQuestion {
    pub text: String,
    /// The people who asked it, by id.
    pub askers: Vec<String>,
    /// The paper's informativeness: how far the guesses after it are from ratings.
    pub distance: Option<QuestionDistance>,
    /// By the points of the marks.
    pub points: Option<QuestionFit>,
    /// By the sides of the middle alone, if these were read.
    pub sides: Option<QuestionFit>,
}
