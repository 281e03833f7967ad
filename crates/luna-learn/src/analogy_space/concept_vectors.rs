//! Vectors of unit length for concepts, and the concepts nearest to one.

use ndarray::{Array2, ArrayView1, Axis};
use rustc_hash::FxHashMap;

use super::features::FeatureMatrix;
use crate::matrix::sparse_svd::TruncatedSvd;

/// The directions of concepts in a space, by their rows.
#[derive(Clone, Debug)]
pub struct ConceptVectors {
    concepts: Vec<u32>,
    rows: FxHashMap<u32, usize>,
    vectors: Array2<f64>,
}

impl ConceptVectors {
    /// Stretches each dimension by a function of its singular value, then normalizes the rows.
    pub(super) fn new(
        features: &FeatureMatrix,
        svd: &TruncatedSvd,
        stretch: impl Fn(f64) -> f64,
    ) -> ConceptVectors {
        let factors: Vec<f64> = svd.values.iter().map(|&value| stretch(value)).collect();
        let mut vectors = &svd.left * &ArrayView1::from(&factors);
        for mut row in vectors.rows_mut() {
            let length = row.dot(&row).sqrt();
            if length > 0.0 {
                row /= length;
            }
        }
        let concepts = features.concepts().to_vec();
        ConceptVectors { rows: concepts.iter().copied().zip(0..).collect(), concepts, vectors }
    }

    /// The cosine between two concepts, from -1 to 1; `None` if the space lacks one.
    pub fn similarity(&self, one: u32, other: u32) -> Option<f64> {
        Some(self.vector(one)?.dot(&self.vector(other)?))
    }

    /// The concepts nearest to one, the nearest first and without itself, with their cosines.
    pub fn nearest(&self, concept: u32, count: usize) -> Vec<(u32, f64)> {
        let Some(vector) = self.vector(concept) else { return Vec::new() };
        let mut all = self.products(&vector);
        all.retain(|(other, _)| *other != concept);
        nearest_of(all, count)
    }

    /// The concepts nearest to a point with as many dimensions, the nearest first, with their
    /// products.
    pub fn nearest_to(&self, point: &[f64], count: usize) -> Vec<(u32, f64)> {
        if point.len() != self.vectors.ncols() {
            return Vec::new();
        }
        nearest_of(self.products(&ArrayView1::from(point)), count)
    }

    fn products(&self, vector: &ArrayView1<'_, f64>) -> Vec<(u32, f64)> {
        self.concepts.iter().copied().zip(self.vectors.dot(vector)).collect()
    }

    fn vector(&self, concept: u32) -> Option<ArrayView1<'_, f64>> {
        let row = *self.rows.get(&concept)?;
        (row < self.vectors.nrows()).then(|| self.vectors.index_axis(Axis(0), row))
    }
}

fn nearest_of(mut all: Vec<(u32, f64)>, count: usize) -> Vec<(u32, f64)> {
    let order =
        |one: &(u32, f64), other: &(u32, f64)| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
    if count < all.len() {
        all.select_nth_unstable_by(count, order);
        all.truncate(count);
    }
    all.sort_by(order);
    all
}
