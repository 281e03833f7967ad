//! Scores of assertions by the product of the factors.

use super::features::{Feature, FeatureMatrix, Link};
use crate::matrix::sparse_svd::TruncatedSvd;
use crate::number::float;

/// The part of the space that scores come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reconstruction {
    /// Dimensions, at most.
    pub dimensions: usize,
    /// The power of the singular values; above 1, it trusts the first dimensions more.
    pub values: f64,
    /// The power of the row's norm by which a score is multiplied; below 0, it holds well-known
    /// concepts to a higher standard.
    pub rows: f64,
}

/// Scores from a part of a space.
#[derive(Clone, Debug)]
pub struct Prediction<'a> {
    features: &'a FeatureMatrix,
    svd: &'a TruncatedSvd,
    /// The weight of each dimension.
    weights: Vec<f64>,
    by_row: Vec<f64>,
}

impl Reconstruction {
    /// All dimensions as they are: the closest matrix of their rank.
    pub const PUBLISHED: Reconstruction =
        Reconstruction { dimensions: usize::MAX, values: 1.0, rows: 0.0 };
}

impl<'a> Prediction<'a> {
    pub(super) fn new(
        features: &'a FeatureMatrix,
        svd: &'a TruncatedSvd,
        row_norms: &[f64],
        settings: Reconstruction,
    ) -> Prediction<'a> {
        let values = svd.values.iter().take(settings.dimensions);
        let scale = |norm: &f64| if *norm > 0.0 { norm.powf(settings.rows) } else { 0.0 };
        Prediction {
            features,
            svd,
            weights: values.map(|value| value.powf(settings.values)).collect(),
            by_row: row_norms.iter().map(scale).collect(),
        }
    }

    /// The score of a feature for a concept; `None` if the space lacks either.
    pub fn score(&self, concept: u32, feature: Feature) -> Option<f64> {
        let row = self.features.row(concept)?;
        let column = self.features.column(feature)?;
        let left = self.svd.left.row(row);
        let right = self.svd.right.row(column);
        let dimensions = left.iter().zip(right).zip(&self.weights);
        let sum: f64 = dimensions.map(|((left, right), weight)| left * right * weight).sum();
        Some(sum * self.by_row.get(row)?)
    }

    /// The score of an assertion: the mean over its two concepts, each with the feature that the
    /// other gives it, or one of the two if the space lacks the other.
    pub fn assertion(&self, left: u32, relation: u8, right: u32) -> Option<f64> {
        let link = Link { left, relation, right, weight: 1.0 };
        let scores = link.features().map(|(concept, feature)| self.score(concept, feature));
        let known: Vec<f64> = scores.into_iter().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / float(known.len()))
    }
}
