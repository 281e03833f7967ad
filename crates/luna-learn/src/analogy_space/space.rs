//! The space itself.

use ndarray::{ArrayView1, Axis, Slice};

use super::concept_vectors::ConceptVectors;
use super::features::FeatureMatrix;
use super::prediction::{Prediction, Reconstruction};
use crate::matrix::sparse_svd::{SparseMatrix, TruncatedSvd};

/// The weighting of the matrix before its decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting {
    /// Rows are divided by their norms to this power, and so are columns.
    pub rows: f64,
    pub columns: f64,
    /// The weight of further columns, one for each concept, in which each link counts in any
    /// relation and direction; 0 for none.
    pub association: f64,
}

/// Concepts and features in a common space.
#[derive(Clone, Debug)]
pub struct AnalogySpace {
    features: FeatureMatrix,
    row_norms: Vec<f64>,
    svd: TruncatedSvd,
}

impl Weighting {
    /// Both norms are square roots, and there are no further columns.
    pub const PUBLISHED: Weighting = Weighting { rows: 0.5, columns: 0.5, association: 0.0 };
}

impl AnalogySpace {
    /// Decomposes the matrix. There are fewer dimensions than wanted if its rank is lower.
    pub fn new(features: FeatureMatrix, weighting: Weighting, dimensions: usize) -> AnalogySpace {
        let matrix = features.matrix(weighting.association);
        let (row_norms, svd) = decomposed(matrix, weighting, dimensions);
        AnalogySpace { features, row_norms, svd }
    }

    pub fn features(&self) -> &FeatureMatrix {
        &self.features
    }

    /// Singular values, the largest first: one for each dimension.
    pub fn singular_values(&self) -> &[f64] {
        &self.svd.values
    }

    /// Predictions from the space as published.
    pub fn predicted(&self) -> Prediction<'_> {
        self.reconstructed(Reconstruction::PUBLISHED)
    }

    /// Predictions from a part of the space.
    pub fn reconstructed(&self, reconstruction: Reconstruction) -> Prediction<'_> {
        Prediction::new(&self.features, &self.svd, &self.row_norms, reconstruction)
    }

    /// The category that some concepts with these weights have in common: a point in the space.
    /// Concepts that the space does not have are left out; `None` if none is left.
    pub fn category(&self, concepts: impl IntoIterator<Item = (u32, f64)>) -> Option<Vec<f64>> {
        let mut sum: Option<Vec<f64>> = None;
        for (concept, weight) in concepts {
            let Some(row) = self.concept_row(concept) else { continue };
            let sum = sum.get_or_insert_with(|| vec![0.0; row.len()]);
            for ((sum, x), value) in sum.iter_mut().zip(row).zip(&self.svd.values) {
                *sum += weight * value * x;
            }
        }
        sum
    }

    /// The score of each feature for a category, by the number of the feature.
    pub fn feature_scores(&self, category: &[f64]) -> Vec<f64> {
        let count = self.features.features().len();
        let columns = self.svd.right.slice_axis(Axis(0), Slice::from(..count));
        columns.rows().into_iter().map(|row| row.dot(&ArrayView1::from(category))).collect()
    }

    /// The vectors by which concepts are similar: places stretched by the singular values.
    pub fn similarity(&self) -> ConceptVectors {
        ConceptVectors::new(&self.features, &self.svd, |value| value)
    }

    /// The vectors by which activation spreads as in the examples of Divisi2: `U exp(√Σ/2)` of the
    /// associations of concepts. They are decomposed here, into as many dimensions as the space has.
    pub fn activation(&self) -> ConceptVectors {
        let dimensions = self.svd.values.len();
        let associations = self.features.associations();
        let (_, svd) = decomposed(associations, Weighting::PUBLISHED, dimensions);
        ConceptVectors::new(&self.features, &svd, |value| (value.sqrt() / 2.0).exp())
    }

    /// A concept's left singular vectors.
    fn concept_row(&self, concept: u32) -> Option<ArrayView1<'_, f64>> {
        let row = self.features.row(concept)?;
        (row < self.svd.left.nrows()).then(|| self.svd.left.row(row))
    }
}

/// The norms of a matrix's rows, and its decomposition after weighting.
fn decomposed(
    matrix: SparseMatrix,
    weighting: Weighting,
    dimensions: usize,
) -> (Vec<f64>, TruncatedSvd) {
    let (row_norms, column_norms) = matrix.norms();
    let factors = |norms: &[f64], power: f64| -> Vec<f64> {
        norms.iter().map(|norm| if *norm > 0.0 { norm.powf(-power) } else { 0.0 }).collect()
    };
    let by_row = factors(&row_norms, weighting.rows);
    let by_column = factors(&column_norms, weighting.columns);
    let svd = TruncatedSvd::new(&matrix.scaled(&by_row, &by_column), dimensions);
    (row_norms, svd)
}
