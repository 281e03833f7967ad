//! Householder tridiagonalisation `A = Q T Q'`, so that systems with many ridge penalties are cheap
//! to solve.

use super::dot::{add, dot};

pub(crate) struct Tridiagonal {
    /// From the longest to the shortest; empty where a row needed none.
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

    /// The rows of the matrix `Q`.
    pub(crate) fn q(&self) -> Vec<Vec<f64>> {
        let size = self.diagonal.len();
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|nth| (0..size).map(|at| f64::from(u8::from(at == nth))).collect())
            .collect();
        // The last reflectors change the fewest rows and columns.
        for reflector in self.reflectors.iter().rev().filter(|it| !it.is_empty()) {
            let length = reflector.len();
            let mut image = vec![0.0; length];
            for (row, times) in rows.iter().zip(reflector) {
                add(&mut image, *times, &row[..length]);
            }
            for (row, times) in rows.iter_mut().zip(reflector) {
                add(&mut row[..length], -2.0 * times, &image);
            }
        }
        rows
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
