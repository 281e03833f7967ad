//! Gold questions: a rating that is known tells how a rater rates.

use crate::question_rating::QuestionRating;

/// Returns true if a rating is the known one or its neighbour on the scale.
pub fn is_near(given: QuestionRating, known: QuestionRating) -> bool {
    given.number().abs_diff(known.number()) <= 1
}

/// Ordinary ratings after which a rater gets another gold question.
const EVERY: u32 = 10;

/// Returns true if a rater with this many ordinary ratings gets a gold question next. `screening` gold
/// questions came before the first ordinary one.
pub fn is_gold_due(ratings: u32, gold: u32, screening: u32) -> bool {
    gold.saturating_sub(screening) < ratings / EVERY
}

/// A rater's ratings of gold questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoldScore {
    pub given: u32,
    pub near: u32,
}

impl GoldScore {
    pub fn of(pairs: impl IntoIterator<Item = (QuestionRating, QuestionRating)>) -> GoldScore {
        let mut score = GoldScore::default();
        for (given, known) in pairs {
            score.given += 1;
            score.near += u32::from(is_near(given, known));
        }
        score
    }

    /// The share that is near; none without one.
    pub fn share(self) -> Option<f64> {
        (self.given > 0).then(|| f64::from(self.near) / f64::from(self.given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use QuestionRating::{Acceptable, Bad, Borderline, Good, Unacceptable};

    #[test]
    fn a_neighbour_on_the_scale_is_near() {
        let score = GoldScore::of([(Bad, Unacceptable), (Good, Good), (Borderline, Good)]);
        assert_eq!(score, GoldScore { given: 3, near: 2 });
        assert!(is_near(Good, Acceptable) && !is_near(Bad, Borderline));
        assert_eq!(GoldScore::default().share(), None);
    }

    #[test]
    fn a_gold_question_comes_after_ten_others() {
        for (ratings, gold, expected) in
            [(9, 3, false), (10, 3, true), (10, 4, false), (19, 4, false), (20, 4, true)]
        {
            assert_eq!(is_gold_due(ratings, gold, 3), expected, "{ratings} {gold}");
        }
    }
}
