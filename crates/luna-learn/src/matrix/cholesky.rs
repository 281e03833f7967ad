//! Cholesky's triangle of a symmetric matrix: equations are solved by going through it forth and
//! back.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, Axis, Slice};

use super::dot::{add, dot};

/// The lower one, row by row.
#[derive(Default)]
pub(crate) struct Triangle {
    pub(super) rows: Vec<Vec<f64>>,
}

impl Triangle {
    /// Of a matrix of which the lower triangle is given; None unless so much of each row does not
    /// follow from those before it.
    pub(crate) fn of(matrix: Vec<Vec<f64>>, least: f64) -> Option<Triangle> {
        let mut triangle = Triangle::default();
        for mut row in matrix {
            let own = row.pop()?;
            triangle.forward(&mut row);
            let left = own - dot(&row, &row);
            if !(left > least && left.is_finite()) {
                return None;
            }
            row.push(left.sqrt());
            triangle.rows.push(row);
        }
        Some(triangle)
    }

    /// Of a matrix that is positive definite but for rounding, of which the lower triangle is given.
    pub(crate) fn clamped(matrix: Vec<Vec<f64>>) -> Triangle {
        let mut triangle = Triangle::default();
        for mut row in matrix {
            let own = row.pop().unwrap_or_default();
            triangle.forward(&mut row);
            row.push((own - dot(&row, &row)).max(f64::MIN_POSITIVE).sqrt());
            triangle.rows.push(row);
        }
        triangle
    }

    /// Of the products of these rows, and one more for each with itself.
    pub(crate) fn weighed(made: &[Vec<f64>]) -> Triangle {
        let line = |(nth, row): (usize, &Vec<f64>)| {
            let mut line: Vec<f64> = made[..nth].iter().map(|other| dot(row, other)).collect();
            line.push(1.0 + dot(row, row));
            line
        };
        Triangle::clamped(made.iter().enumerate().map(line).collect())
    }

    pub(crate) fn solve(&self, right: &mut [f64]) {
        self.forward(right);
        self.backward(right);
    }

    fn forward(&self, right: &mut [f64]) {
        for (nth, row) in self.rows.iter().enumerate() {
            right[nth] = (right[nth] - dot(&row[..nth], &right[..nth])) / row[nth];
        }
    }

    pub(crate) fn backward(&self, right: &mut [f64]) {
        for (nth, row) in self.rows.iter().enumerate().rev() {
            right[nth] /= row[nth];
            let times = -right[nth];
            add(&mut right[..nth], times, &row[..nth]);
        }
    }

    /// Of the matrix that it is of.
    pub(crate) fn inverse(&self) -> Array2<f64> {
        let size = self.rows.len();
        let entry = |(row, at): (usize, usize)| self.rows[row].get(at).copied().unwrap_or(0.0);
        let half = inverse(&Array2::from_shape_fn((size, size), entry).view());
        let mut whole = Array2::zeros((size, size));
        for from in (0..size).step_by(BLOCK) {
            let to = size.min(from + BLOCK);
            // Further on these rows are zero.
            let mut rows = half.slice_axis(Axis(0), Slice::from(from..to));
            rows.slice_axis_inplace(Axis(1), Slice::from(..to));
            let (top, _) = whole.view_mut().split_at(Axis(0), to);
            let (mut corner, _) = top.split_at(Axis(1), to);
            general_mat_mul(1.0, &rows.t(), &rows, 1.0, &mut corner);
        }
        whole
    }
}

/// So many rows are taken at a time, which the processor does much faster than one by one.
const BLOCK: usize = 48;

/// Of a lower triangle, by halves.
fn inverse(triangle: &ArrayView2<'_, f64>) -> Array2<f64> {
    let size = triangle.nrows();
    let mut whole = Array2::zeros((size, size));
    if size <= BLOCK {
        for nth in 0..size {
            let own = 1.0 / triangle[(nth, nth)];
            let (before, mut rest) = whole.view_mut().split_at(Axis(0), nth);
            let mut row = rest.row_mut(0);
            for (other, before) in before.rows().into_iter().enumerate() {
                row.scaled_add(-own * triangle[(nth, other)], &before);
            }
            row[nth] = own;
        }
        return whole;
    }
    let (top, bottom) = triangle.split_at(Axis(0), size / 2);
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
