//! The ranker: from the features of candidates to their probabilities.

use luna_learn::conditional_logit::probabilities;

/// Features of a candidate, then those of the alternative that none of them is right.
pub(super) const CANDIDATE: usize = 18;
pub(super) const NONE: usize = 7;
pub(super) const FEATURES: usize = CANDIDATE + NONE;

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

const SHIPPED: [f64; FEATURES] = [
    1.806_738, -0.011_791, -2.267_208, 0.795_309, -2.615_130, 2.062_718, -0.077_490, -1.226_419,
    0.292_057, 2.176_934, 1.729_185, -0.029_749, 0.193_103, 0.143_069, -0.418_764, -2.529_445,
    0.044_984, 0.226_602, 8.846_029, -0.864_034, 0.008_159, -0.099_413, 0.022_473, -5.205_471,
    2.793_071,
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
