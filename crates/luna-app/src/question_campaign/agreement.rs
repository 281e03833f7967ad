//! Agreement of raters with each other, of experts with each other, and of both.

use luna_core::question_rating::ACCEPTABLE;
use luna_learn::kappa::weighted_kappa;
use luna_learn::krippendorff::interval_alpha;
use luna_learn::metrics::pearson;

/// Agreement of pairs of ratings of the same questions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairAgreement {
    pub pairs: usize,
    /// Pearson's r.
    pub r: Option<f64>,
    /// Cohen's kappa of which are above 3.5.
    pub kappa: Option<f64>,
}

impl PairAgreement {
    pub fn of(pairs: &[(f64, f64)]) -> PairAgreement {
        let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let above = |value: f64| f64::from(u8::from(value > ACCEPTABLE));
        let binary: Vec<(f64, f64)> =
            pairs.iter().map(|&(one, other)| (above(one), above(other))).collect();
        PairAgreement {
            pairs: pairs.len(),
            r: pearson(&one, &other),
            kappa: weighted_kappa(&binary),
        }
    }
}

/// Agreement within a crowd.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdAgreement {
    /// Agreement of each rating with the mean of the others for the same question.
    pub with_others: PairAgreement,
    /// Krippendorff's alpha for interval data.
    pub alpha: Option<f64>,
}

/// Raters who agree less than this, by Krippendorff's alpha, hardly rate the same thing.
const LEAST_ALPHA: f64 = 0.2;

impl CrowdAgreement {
    /// Returns true if results should not be relied on.
    pub fn is_low(&self) -> bool {
        self.alpha.is_some_and(|alpha| alpha < LEAST_ALPHA)
    }

    /// Computes it from the ratings of each question.
    pub fn of(questions: &[Vec<f64>]) -> CrowdAgreement {
        let mut pairs = Vec::new();
        for ratings in questions.iter().filter(|ratings| ratings.len() > 1) {
            let sum: f64 = ratings.iter().sum();
            let others = luna_learn::float(ratings.len() - 1);
            pairs.extend(ratings.iter().map(|own| (*own, (sum - own) / others)));
        }
        CrowdAgreement { with_others: PairAgreement::of(&pairs), alpha: interval_alpha(questions) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_full_where_all_say_the_same_and_undefined_where_nothing_differs() {
        let same = CrowdAgreement::of(&[vec![1.0, 1.0, 1.0], vec![5.0, 5.0, 5.0]]);
        assert_eq!((same.alpha, same.with_others.pairs), (Some(1.0), 6));
        assert!(same.with_others.r.is_some_and(|r| r > 0.999_999), "{same:?}");
        assert_eq!(same.with_others.kappa, Some(1.0));
        let constant = CrowdAgreement::of(&[vec![3.0, 3.0], vec![3.0, 3.0]]);
        assert_eq!(constant.with_others.kappa, None);
        assert_eq!((constant.alpha, constant.with_others.r), (None, None));
    }

    #[test]
    fn kappa_counts_which_ratings_are_above_three_and_a_half() {
        // Both above 2, both below 1, one each 1: (3/4 − 1/2) / (1 − 1/2).
        let pairs = [(4.0, 5.0), (4.0, 3.6), (4.0, 3.5), (1.0, 3.0)];
        let found = PairAgreement::of(&pairs).kappa;
        assert!(found.is_some_and(|kappa| (kappa - 0.5).abs() < 1e-12), "{found:?}");
    }
}
