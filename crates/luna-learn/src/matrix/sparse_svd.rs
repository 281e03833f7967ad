//! The largest singular values of a sparse matrix, with their vectors.

mod gram;
mod lanczos;
mod matrix;

#[cfg(test)]
mod tests;

use ndarray::{Array1, Array2};

pub use self::matrix::SparseMatrix;

/// A truncated singular value decomposition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TruncatedSvd {
    /// The largest first.
    pub values: Vec<f64>,
    /// Left singular vectors as columns.
    pub left: Array2<f64>,
    /// Right singular vectors as columns.
    pub right: Array2<f64>,
}

impl TruncatedSvd {
    /// Decomposes a matrix, keeping this many values, or fewer if its rank is lower. The result
    /// depends on nothing else.
    pub fn new(matrix: &SparseMatrix, wanted: usize) -> TruncatedSvd {
        if matrix.rows() <= matrix.columns() {
            return TruncatedSvd::of_wide(matrix, wanted);
        }
        let across = TruncatedSvd::of_wide(&matrix.transposed(), wanted);
        TruncatedSvd { values: across.values, left: across.right, right: across.left }
    }

    /// The rows of the matrix in the space of the singular vectors, each of length 1, or 0.
    pub fn row_directions(self) -> Array2<f64> {
        let mut rows = self.left * &Array1::from(self.values);
        for mut row in rows.rows_mut() {
            let length = row.dot(&row).sqrt();
            row /= length.max(1e-12);
        }
        rows
    }

    /// Decomposes a matrix with more columns than rows: the eigenvectors of `A A'` are the left
    /// singular vectors, and `A'` maps them to the right ones.
    fn of_wide(matrix: &SparseMatrix, wanted: usize) -> TruncatedSvd {
        let (squares, left) = lanczos::largest_eigenpairs(matrix, wanted);
        let values: Vec<f64> = squares.iter().map(|square| square.max(0.0).sqrt()).collect();
        let mut right = matrix.transposed_times(&left);
        for (mut column, value) in right.columns_mut().into_iter().zip(&values) {
            column /= *value;
        }
        TruncatedSvd { values, left, right }
    }
}
