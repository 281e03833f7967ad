//! Ratings of machine-made questions: the scale, and the mean from which a question is acceptable.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A question is acceptable if the mean of its ratings is above this.
pub const ACCEPTABLE: f64 = 3.5;

/// Returns true if a question with this mean rating is acceptable.
pub fn is_acceptable(mean: f64) -> bool {
    mean > ACCEPTABLE
}

/// One person's rating of a question, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum QuestionRating {
    Bad,
    Unacceptable,
    Borderline,
    Acceptable,
    Good,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A rating is a whole number from 1, bad, to 5, good; this is {0}.")]
pub struct NotARating(pub u8);

impl QuestionRating {
    pub const ALL: [QuestionRating; 5] = [
        QuestionRating::Bad,
        QuestionRating::Unacceptable,
        QuestionRating::Borderline,
        QuestionRating::Acceptable,
        QuestionRating::Good,
    ];
    /// The least and the greatest mean of ratings.
    pub const RANGE: (f64, f64) = (1.0, 5.0);

    /// Its number on the scale.
    pub fn number(self) -> u8 {
        match self {
            QuestionRating::Bad => 1,
            QuestionRating::Unacceptable => 2,
            QuestionRating::Borderline => 3,
            QuestionRating::Acceptable => 4,
            QuestionRating::Good => 5,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            QuestionRating::Bad => "bad",
            QuestionRating::Unacceptable => "unacceptable",
            QuestionRating::Borderline => "borderline",
            QuestionRating::Acceptable => "acceptable",
            QuestionRating::Good => "good",
        }
    }

    /// The meaning, for raters.
    pub fn meaning(self) -> &'static str {
        match self {
            QuestionRating::Bad => "Something is badly wrong with the question.",
            QuestionRating::Unacceptable => "The question certainly has a small fault.",
            QuestionRating::Borderline => "There may be a fault, but you are not sure.",
            QuestionRating::Acceptable => "You find no fault with the question.",
            QuestionRating::Good => "A teacher might have put it into a quiz on the text.",
        }
    }
}

impl TryFrom<u8> for QuestionRating {
    type Error = NotARating;

    fn try_from(number: u8) -> Result<QuestionRating, NotARating> {
        let all = QuestionRating::ALL.into_iter();
        all.into_iter().find(|rating| rating.number() == number).ok_or(NotARating(number))
    }
}

impl From<QuestionRating> for u8 {
    fn from(rating: QuestionRating) -> u8 {
        rating.number()
    }
}

impl fmt::Display for QuestionRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_has_five_numbers_in_order() {
        for (rating, number) in QuestionRating::ALL.into_iter().zip(1..) {
            assert_eq!(rating.number(), number);
            assert_eq!(QuestionRating::try_from(number), Ok(rating));
        }
        assert!(QuestionRating::ALL.is_sorted());
        for number in [0, 6, 255] {
            let refusal = QuestionRating::try_from(number).unwrap_err().to_string();
            assert!(refusal.ends_with(&format!("this is {number}.")), "{refusal}");
        }
    }

    #[test]
    fn a_mean_has_to_be_above_the_middle_between_borderline_and_acceptable() {
        assert!(!is_acceptable(3.5) && !is_acceptable(10.0 / 3.0));
        assert!(is_acceptable(11.0 / 3.0) && is_acceptable(3.6));
    }
}
