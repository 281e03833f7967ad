//! Cholesky factorisation of a symmetric positive definite matrix.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, Axis, Slice};

use super::dot::{add, dot};

/// The lower triangular factor, row by row.
#[derive(Default)]
pub(crate) struct Cholesky {
    pub(super) rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a matrix given by its lower triangle. `None` unless every squared pivot exceeds
    /// `least`.
    pub(crate) fn factor(matrix: Vec<Vec<f64>>, least: f64) -> Option<Cholesky> {
        let mut factor = Cholesky::default();
        for mut row in matrix {
            let own = row.pop()?;
            factor.solve_lower(&mut row);
            let left = own - dot(&row, &row);
            if !(left > least && left.is_finite()) {
                return None;
            }
            row.push(left.sqrt());
            factor.rows.push(row);
        }
        Some(factor)
    }

    /// Factors a matrix that is positive definite up to rounding: a pivot that rounding made
    /// negative becomes the smallest positive number.
    pub(crate) fn clamped(matrix: Vec<Vec<f64>>) -> Cholesky {
        let mut factor = Cholesky::default();
        for mut row in matrix {
            let own = row.pop().unwrap_or_default();
            factor.solve_lower(&mut row);
            row.push((own - dot(&row, &row)).max(f64::MIN_POSITIVE).sqrt());
            factor.rows.push(row);
        }
        factor
    }

    /// Factors `I + M M'`, with the given rows as `M`.
    pub(crate) fn identity_plus_gram(made: &[Vec<f64>]) -> Cholesky {
        let line = |(nth, row): (usize, &Vec<f64>)| {
            let mut line: Vec<f64> = made[..nth].iter().map(|other| dot(row, other)).collect();
            line.push(1.0 + dot(row, row));
            line
        };
        Cholesky::clamped(made.iter().enumerate().map(line).collect())
    }

    /// The square roots of the pivots.
    pub(crate) fn diagonal(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().filter_map(|row| row.last().copied())
    }

    pub(crate) fn solve(&self, right: &mut [f64]) {
        self.solve_lower(right);
        self.solve_upper(right);
    }

    fn solve_lower(&self, right: &mut [f64]) {
        for (nth, row) in self.rows.iter().enumerate() {
            right[nth] = (right[nth] - dot(&row[..nth], &right[..nth])) / row[nth];
        }
    }

    pub(crate) fn solve_upper(&self, right: &mut [f64]) {
        for (nth, row) in self.rows.iter().enumerate().rev() {
            right[nth] /= row[nth];
            let times = -right[nth];
            add(&mut right[..nth], times, &row[..nth]);
        }
    }

    /// Inverts the factored matrix.
    pub(crate) fn inverse(&self) -> Array2<f64> {
        let size = self.rows.len();
        let entry = |(row, at): (usize, usize)| self.rows[row].get(at).copied().unwrap_or(0.0);
        let half = inverse(&Array2::from_shape_fn((size, size), entry).view());
        let mut whole = Array2::zeros((size, size));
        for from in (0..size).step_by(BLOCK) {
            let to = size.min(from + BLOCK);
            // Columns after `to` are zero in these rows.
            let mut rows = half.slice_axis(Axis(0), Slice::from(from..to));
            rows.slice_axis_inplace(Axis(1), Slice::from(..to));
            let (top, _) = whole.view_mut().split_at(Axis(0), to);
            let (mut corner, _) = top.split_at(Axis(1), to);
            general_mat_mul(1.0, &rows.t(), &rows, 1.0, &mut corner);
        }
        whole
    }
}

/// Rows of a block; a block's matrix product is much faster than its rows one by one.
const BLOCK: usize = 48;

/// Inverts a lower triangular matrix by recursive halving.
fn inverse(factor: &ArrayView2<'_, f64>) -> Array2<f64> {
    let size = factor.nrows();
    let mut whole = Array2::zeros((size, size));
    if size <= BLOCK {
        for nth in 0..size {
            let own = 1.0 / factor[(nth, nth)];
            let (before, mut rest) = whole.view_mut().split_at(Axis(0), nth);
            let mut row = rest.row_mut(0);
            for (other, before) in before.rows().into_iter().enumerate() {
                row.scaled_add(-own * factor[(nth, other)], &before);
            }
            row[nth] = own;
        }
        return whole;
    }
    let (top, bottom) = factor.split_at(Axis(0), size / 2);
    let (beside, other) = bottom.split_at(Axis(1), size / 2);
    let one = inverse(&top.split_at(Axis(1), size / 2).0);
    let other = inverse(&other);
    let (top, bottom) = whole.view_mut().split_at(Axis(0), size / 2);
    let (mut corner, mut last) = bottom.split_at(Axis(1), size / 2);
    general_mat_mul(-1.0, &other, &beside.dot(&one), 0.0, &mut corner);
    last.assign(&other);
    top.split_at(Axis(1), size / 2).0.assign(&one);
    whole
}
