//! The product `A A'` of a sparse matrix, as an operator.

use super::matrix::{SparseMatrix, to_usize};

/// Multiplies vectors by `A A'` in one pass over `A`. A column with a single entry adds only to the
/// diagonal, and half of all features belong to a single concept.
pub(super) struct Gram {
    diagonal: Vec<f64>,
    /// End of each other column.
    ends: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl Gram {
    pub(super) fn new(matrix: &SparseMatrix) -> Gram {
        let mut gram =
            Gram { diagonal: vec![0.0; matrix.rows()], ends: Vec::new(), entries: Vec::new() };
        for (places, values) in matrix.by_column() {
            match (places, values) {
                ([], _) | (_, []) => {}
                ([place], [value]) => gram.diagonal[to_usize(*place)] += value * value,
                _ => {
                    gram.entries.extend(places.iter().copied().zip(values.iter().copied()));
                    gram.ends.push(gram.entries.len());
                }
            }
        }
        gram
    }

    pub(super) fn rows(&self) -> usize {
        self.diagonal.len()
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> =
            self.diagonal.iter().zip(vector).map(|(square, x)| square * x).collect();
        let mut from = 0;
        for &to in &self.ends {
            let column = &self.entries[from..to];
            let along: f64 =
                column.iter().map(|&(place, value)| value * vector[to_usize(place)]).sum();
            for &(place, value) in column {
                product[to_usize(place)] += value * along;
            }
            from = to;
        }
        product
    }
}
