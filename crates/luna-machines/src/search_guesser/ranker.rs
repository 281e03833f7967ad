//! The ranker: from the features of candidates to their probabilities.

use luna_learn::conditional_logit::probabilities;

/// Features of a candidate, then those of the alternative that none of them is right.
pub(super) const CANDIDATE: usize = 18;
pub(super) const NONE: usize = 7;
pub(super) const FEATURES: usize = CANDIDATE + NONE;

/// The probability from which the guesser buzzes. With it, it gains most points on tossups that it has
/// not learned, if it may buzz once: `luna quiz evaluate` prints the table.
pub const BELL: f64 = 0.65;

/// One weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranker {
    pub(super) weights: Vec<f64>,
}

impl Default for Ranker {
    /// The weights that come with Luna.
    fn default() -> Ranker {
        Ranker { weights: SHIPPED.to_vec() }
    }
}

/// Fitted to tossups of which the answer was learned: probabilities hold for these.
const SHIPPED: [f64; FEATURES] = [
    2.852_385, -0.026_343, -3.661_028, 0.489_217, 2.350_889, 1.800_871, -0.040_099, -2.226_324,
    0.101_533, 5.689_009, 1.757_774, -0.009_785, 0.111_043, 0.044_195, -0.451_339, -3.051_272,
    0.068_890, 0.263_993, 11.755_730, -1.168_549, -0.050_316, -0.061_133, 0.042_052, -7.344_806,
    1.000_545,
];

impl Ranker {
    pub(super) fn from_weights(weights: Vec<f64>) -> Option<Ranker> {
        let whole = weights.len() == FEATURES && weights.iter().all(|weight| weight.is_finite());
        whole.then_some(Ranker { weights })
    }

    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The utility of an alternative: sums of utilities compare, their differences are log odds.
    pub(super) fn utility(&self, features: &[f64]) -> f64 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    pub(super) fn probabilities(&self, alternatives: &[Vec<f64>]) -> Vec<f64> {
        probabilities(&self.weights, alternatives)
    }
}
