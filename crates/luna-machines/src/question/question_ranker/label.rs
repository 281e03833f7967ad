//! The number that a ranker predicts of a question.

use luna_core::question_rating::QuestionRating;
use serde::{Deserialize, Serialize};

use super::error::RankerError;

/// The least number of questions to learn from.
pub const FEWEST: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The mean of people's ratings, from 1 to 5.
    #[default]
    Rating,
    /// The share of the variance of players' ratings that the responses to the question explain, from 0
    /// to 1.
    Informativeness,
}

impl Label {
    pub fn name(self) -> &'static str {
        match self {
            Label::Rating => "rating",
            Label::Informativeness => "informativeness",
        }
    }

    /// The numbers that it may have.
    pub fn range(self) -> (f64, f64) {
        match self {
            Label::Rating => QuestionRating::RANGE,
            Label::Informativeness => (0.0, 1.0),
        }
    }

    /// A prediction within its range.
    pub fn bounded(self, predicted: f64) -> f64 {
        let (least, most) = self.range();
        predicted.clamp(least, most)
    }

    /// Refuses to learn from too few questions that have the label.
    pub fn enough(self, questions: usize) -> Result<(), RankerError> {
        if questions >= FEWEST {
            return Ok(());
        }
        let of = match self {
            Label::Rating => "rated questions",
            Label::Informativeness => "questions whose informativeness is known",
        };
        let why = format!("a ranker learns from at least {FEWEST} {of}, and there are {questions}");
        Err(RankerError(why))
    }
}
