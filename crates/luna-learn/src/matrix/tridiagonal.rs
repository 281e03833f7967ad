//! Householder tridiagonalisation `A = Q T Q'`, so that systems with many ridge penalties are cheap
//! to solve.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Slice};

use super::dot::{add, dot};

/// Reflectors that are applied together.
const BLOCK: usize = 32;

pub(crate) struct Tridiagonal {
    /// From the longest to the shortest; zeros where a row needed none.
    reflectors: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    /// Below each entry of the diagonal.
    off_diagonal: Vec<f64>,
}

/// The factorisation `L D L'` of `T + shift I`.
pub(crate) struct ShiftedLdl {
    pivots: Vec<f64>,
    below: Vec<f64>,
}

impl Tridiagonal {
    /// Tridiagonalises a matrix given by its lower triangle.
    pub(crate) fn new(mut rows: Vec<Vec<f64>>) -> Tridiagonal {
        let mut all =
            Tridiagonal { reflectors: Vec::new(), diagonal: Vec::new(), off_diagonal: Vec::new() };
        while let Some(mut row) = rows.pop() {
            all.diagonal.extend(row.pop());
            let Some(&last) = row.last() else { break };
            let norm = dot(&row, &row).sqrt();
            all.off_diagonal.push(-norm.copysign(last));
            if norm > 0.0 {
                let end = row.len() - 1;
                row[end] += norm.copysign(last);
                let length = dot(&row, &row).sqrt();
                for x in &mut row {
                    *x /= length;
                }
                reflect(&mut rows, &row);
            }
            all.reflectors.push(row);
        }
        all.diagonal.reverse();
        all.off_diagonal.reverse();
        all
    }

    /// Applies `Q'`.
    pub(crate) fn apply_qt(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for reflector in &self.reflectors {
            let times = -2.0 * dot(reflector, &vector[..reflector.len()]);
            add(&mut vector, times, reflector);
        }
        vector
    }

    /// Returns the rows of `Q'` times a matrix. Reflectors are applied in blocks, so that most of the
    /// work is products of matrices: `Hb … H1 = I − V' S V` with the reflectors as the rows of `V`.
    pub(crate) fn turned(&self, mut matrix: Array2<f64>) -> Vec<Vec<f64>> {
        for block in self.reflectors.chunks(BLOCK) {
            let longest = block.first().map_or(0, Vec::len);
            let mut vectors = Array2::zeros((block.len(), longest));
            for (mut row, reflector) in vectors.rows_mut().into_iter().zip(block) {
                row.iter_mut().zip(reflector).for_each(|(to, from)| *to = *from);
            }
            let mut top = matrix.slice_axis_mut(Axis(0), Slice::from(..longest));
            let images = factors(&vectors.dot(&vectors.t())).dot(&vectors.dot(&top));
            general_mat_mul(-1.0, &vectors.t(), &images, 1.0, &mut top);
        }
        matrix.rows().into_iter().map(|row| row.to_vec()).collect()
    }

    pub(crate) fn apply_q(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for reflector in self.reflectors.iter().rev() {
            let times = -2.0 * dot(reflector, &vector[..reflector.len()]);
            add(&mut vector, times, reflector);
        }
        vector
    }

    /// Returns `None` unless the shifted matrix is positive definite.
    pub(crate) fn shifted(&self, shift: f64) -> Option<ShiftedLdl> {
        let mut all = ShiftedLdl { pivots: Vec::new(), below: Vec::new() };
        let mut before = 0.0;
        for (nth, diagonal) in self.diagonal.iter().enumerate() {
            let off_diagonal = if nth > 0 { self.off_diagonal[nth - 1] } else { 0.0 };
            let below = if nth > 0 { off_diagonal / before } else { 0.0 };
            before = diagonal + shift - below * off_diagonal;
            if !(before > 0.0 && before.is_finite()) {
                return None;
            }
            all.pivots.push(before);
            all.below.push(below);
        }
        Some(all)
    }
}

/// The matrix `S` of a block of reflectors, from their products with each other.
fn factors(products: &Array2<f64>) -> Array2<f64> {
    let mut factors: Array2<f64> = Array2::zeros(products.raw_dim());
    for (nth, products) in products.rows().into_iter().enumerate() {
        let (earlier, mut rest) = factors.view_mut().split_at(Axis(0), nth);
        let mut own = rest.row_mut(0);
        for (factors, product) in earlier.rows().into_iter().zip(products) {
            own.scaled_add(-2.0 * product, &factors);
        }
        own[nth] = 2.0;
    }
    factors
}

/// Applies a reflection from both sides to a symmetric matrix given by its lower triangle.
fn reflect(rows: &mut [Vec<f64>], reflector: &[f64]) {
    let mut image = vec![0.0; reflector.len()];
    for (nth, row) in rows.iter().enumerate() {
        image[nth] += dot(row, &reflector[..=nth]);
        add(&mut image, reflector[nth], &row[..nth]);
    }
    let along = dot(&image, reflector);
    add(&mut image, -along, reflector);
    for (nth, row) in rows.iter_mut().enumerate() {
        let (own, other) = (2.0 * reflector[nth], 2.0 * image[nth]);
        for ((value, image), reflector) in row.iter_mut().zip(&image).zip(reflector) {
            *value -= own * image + other * reflector;
        }
    }
}

impl ShiftedLdl {
    pub(crate) fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        for nth in 1..right.len() {
            right[nth] -= self.below[nth] * right[nth - 1];
        }
        for (right, pivot) in right.iter_mut().zip(&self.pivots) {
            *right /= pivot;
        }
        for nth in (1..right.len()).rev() {
            right[nth - 1] -= self.below[nth] * right[nth];
        }
        right
    }

    pub(crate) fn log_determinant(&self) -> f64 {
        self.pivots.iter().map(|pivot| pivot.ln()).sum()
    }

    /// Returns `v' (T + shift I)⁻¹ v` of each vector. A row has one coordinate of all of them, so
    /// that the processor works on several at a time.
    pub(crate) fn quadratic_forms(&self, coordinates: &[Vec<f64>]) -> Vec<f64> {
        let vectors = coordinates.first().map_or(0, Vec::len);
        let (mut before, mut sums) = (vec![0.0; vectors], vec![0.0; vectors]);
        let pivots = self.below.iter().zip(&self.pivots);
        for (values, (below, pivot)) in coordinates.iter().zip(pivots) {
            let inverse = 1.0 / pivot;
            for ((before, sum), value) in before.iter_mut().zip(&mut sums).zip(values) {
                *before = value - below * *before;
                *sum += *before * *before * inverse;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_reflectors_turn_a_matrix_as_one_after_the_other_does() {
        let size = 2 * BLOCK + 7;
        // A row without anything beside its diagonal needs no reflector.
        let entry = |row: usize, column: usize| match row % 11 {
            5 if row != column => 0.0,
            _ => crate::number::float((row * 31 + column * 17) % 23) - 9.5,
        };
        let rows = (0..size).map(|row| (0..=row).map(|it| entry(row, it)).collect()).collect();
        let tridiagonal = Tridiagonal::new(rows);
        let turned = tridiagonal.turned(Array2::eye(size));
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, expected) in tridiagonal.apply_qt(unit).into_iter().enumerate() {
                assert!((turned[row][column] - expected).abs() < 1e-12, "{row} {column}");
            }
        }
    }
}
