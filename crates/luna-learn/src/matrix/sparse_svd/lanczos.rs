//! The Lanczos process on `A A'` with partial reorthogonalisation.
//!
//! Basis vectors lose their orthogonality as Ritz pairs converge. A recurrence estimates the loss
//! from the coefficients alone; only when it passes a bound are two neighbouring vectors made
//! orthogonal to all others, which is where nearly all time would go otherwise.

use ndarray::{Array2, ArrayView2};

use super::gram::Gram;
use super::matrix::SparseMatrix;
use crate::matrix::{add, dot, eigen};
use crate::number::float;
use crate::rng::Rng;

/// Loss of orthogonality that calls for its repair.
const LOSS: f64 = 1e-8;
/// Residual of an eigenpair, relative to the largest eigenvalue.
const EXACT: f64 = 1e-8;
/// An eigenvalue below this share of the largest is rounding.
const ZERO: f64 = 1e-13;
/// Steps between looks at the residuals.
const STEPS: usize = 10;
const SEED: u64 = 1;

/// Returns the largest eigenvalues of `A A'`, the largest first, with eigenvectors as columns.
/// There are fewer than wanted if the rank is lower.
pub(super) fn largest_eigenpairs(matrix: &SparseMatrix, wanted: usize) -> (Vec<f64>, Array2<f64>) {
    let mut basis = Basis::new(matrix);
    let wanted = wanted.min(matrix.rows());
    while wanted > 0 && basis.grow() {
        let steps = basis.vectors.len();
        if steps > wanted && (steps - wanted).is_multiple_of(STEPS) && basis.has_converged(wanted) {
            break;
        }
    }
    basis.ritz_pairs(wanted)
}

/// An orthonormal basis in which the matrix is tridiagonal.
struct Basis {
    gram: Gram,
    vectors: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    /// One entry for each vector, the last of which leads to the next vector.
    off_diagonal: Vec<f64>,
    next: Vec<f64>,
    loss: LossEstimate,
    rng: Rng,
}

impl Basis {
    fn new(matrix: &SparseMatrix) -> Basis {
        let mut basis = Basis {
            gram: Gram::new(matrix),
            vectors: Vec::new(),
            diagonal: Vec::new(),
            off_diagonal: Vec::new(),
            next: Vec::new(),
            loss: LossEstimate::default(),
            rng: Rng::new(SEED, 0),
        };
        basis.start();
        basis
    }

    /// Takes a pseudorandom vector that is orthogonal to the basis as the next one.
    fn start(&mut self) -> bool {
        let rows = self.gram.rows();
        if self.vectors.len() >= rows {
            return false;
        }
        self.next = (0..rows).map(|_| self.rng.unit() - 0.5).collect();
        for _ in 0..2 {
            orthogonalize(&mut self.next, &self.vectors);
            let norm = length(&self.next);
            divide(&mut self.next, norm);
        }
        true
    }

    /// Adds a vector; returns false when the basis spans the whole space.
    fn grow(&mut self) -> bool {
        if self.next.is_empty() {
            return false;
        }
        let vector = std::mem::take(&mut self.next);
        let mut image = self.gram.times(&vector);
        if let (Some(before), Some(beta)) = (self.vectors.last(), self.off_diagonal.last()) {
            add(&mut image, -beta, before);
        }
        let alpha = dot(&image, &vector);
        add(&mut image, -alpha, &vector);
        self.diagonal.push(alpha);
        self.vectors.push(vector);
        let mut beta = length(&image);
        let scale = self.scale();
        let lost = self.loss.advance(&self.diagonal, &self.off_diagonal, beta, scale);
        if lost > LOSS || beta <= ZERO.sqrt() * scale {
            self.repair(&mut image);
            beta = length(&image);
            self.loss.repaired();
        }
        if beta > ZERO * scale {
            divide(&mut image, beta);
            self.off_diagonal.push(beta);
            self.next = image;
        } else {
            // The basis spans an invariant subspace; others have to be entered from outside.
            self.off_diagonal.push(0.0);
            self.loss.repaired();
            self.start();
        }
        true
    }

    /// Makes the last two vectors orthogonal to all before them, in the same two passes.
    fn repair(&mut self, image: &mut [f64]) {
        let Some((last, before)) = self.vectors.split_last_mut() else { return };
        let parts: Vec<[f64; 2]> = before.iter().map(|other| dots(other, [last, image])).collect();
        for (other, [part, image_part]) in before.iter().zip(parts) {
            add(last, -part, other);
            add(image, -image_part, other);
        }
        let norm = length(last);
        divide(last, norm);
        let part = dot(image, last);
        add(image, -part, last);
    }

    /// A bound of the largest eigenvalue, by the rows of the tridiagonal matrix.
    fn scale(&self) -> f64 {
        let off = |nth: usize| self.off_diagonal.get(nth).map_or(0.0, |off| off.abs());
        let row = |(nth, alpha): (usize, &f64)| {
            alpha.abs() + off(nth) + nth.checked_sub(1).map_or(0.0, off)
        };
        self.diagonal.iter().enumerate().map(row).fold(0.0, f64::max)
    }

    fn has_converged(&self, wanted: usize) -> bool {
        let size = self.diagonal.len();
        // The last components of the eigenvectors give the residuals.
        let mut last: Vec<Vec<f64>> =
            (0..size).map(|nth| vec![if nth + 1 == size { 1.0 } else { 0.0 }]).collect();
        let (values, order) = self.eigen(&mut last);
        let beta = self.off_diagonal.last().copied().unwrap_or(0.0);
        let top = order.first().map_or(0.0, |&nth| values[nth]);
        let residual = |&nth: &usize| last[nth].first().map_or(0.0, |x| (beta * x).abs());
        order.iter().take(wanted).all(|nth| residual(nth) <= EXACT * top)
    }

    /// Eigenvalues of the tridiagonal matrix, and their order. The columns are rotated with them.
    fn eigen(&self, columns: &mut [Vec<f64>]) -> (Vec<f64>, Vec<usize>) {
        let mut values = self.diagonal.clone();
        let between = self.off_diagonal.len().min(values.len().saturating_sub(1));
        eigen(&mut values, &self.off_diagonal[..between], columns);
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
        (values, order)
    }

    fn ritz_pairs(self, wanted: usize) -> (Vec<f64>, Array2<f64>) {
        let (size, rows) = (self.diagonal.len(), self.gram.rows());
        let unit = |nth: usize| (0..size).map(|row| f64::from(u8::from(row == nth))).collect();
        let mut columns: Vec<Vec<f64>> = (0..size).map(unit).collect();
        let (values, order) = self.eigen(&mut columns);
        let top = order.first().map_or(0.0, |&nth| values[nth]);
        let kept = order.iter().take(wanted).filter(|&&nth| values[nth] > ZERO * top);
        let kept: Vec<usize> = kept.copied().collect();
        let turn = Array2::from_shape_fn((size, kept.len()), |(row, nth)| columns[kept[nth]][row]);
        let flat: Vec<f64> = self.vectors.concat();
        let left = ArrayView2::from_shape((size, rows), &flat)
            .map_or_else(|_| Array2::zeros((rows, kept.len())), |basis| basis.t().dot(&turn));
        (kept.iter().map(|&nth| values[nth]).collect(), left)
    }
}

/// Estimates of the scalar products of the newest two vectors with all before them.
#[derive(Default)]
struct LossEstimate {
    newest: Vec<f64>,
    before: Vec<f64>,
}

impl LossEstimate {
    /// Takes the coefficients so far and the length of the next vector; returns the largest
    /// estimate for that vector.
    fn advance(&mut self, diagonal: &[f64], off: &[f64], beta: f64, scale: f64) -> f64 {
        let last = diagonal.len().saturating_sub(1);
        let noise = f64::EPSILON * scale * float(diagonal.len()).sqrt();
        let of = |list: &[f64], nth: usize| match nth {
            nth if nth == list.len() => 1.0,
            nth => list.get(nth).copied().unwrap_or(0.0),
        };
        let next: Vec<f64> = (0..=last)
            .map(|nth| {
                if nth == last {
                    // Neighbours are orthogonal up to rounding.
                    return noise / beta;
                }
                let below =
                    nth.checked_sub(1).map_or(0.0, |below| off[below] * of(&self.newest, below));
                let sum = off[nth] * of(&self.newest, nth + 1)
                    + (diagonal[nth] - diagonal[last]) * of(&self.newest, nth)
                    + below
                    - off.last().map_or(0.0, |beta| beta * of(&self.before, nth));
                (sum + sum.signum() * 2.0 * noise) / beta
            })
            .collect();
        let largest = next.iter().map(|loss| loss.abs()).fold(0.0, f64::max);
        self.before = std::mem::replace(&mut self.newest, next);
        largest
    }

    fn repaired(&mut self) {
        for loss in self.newest.iter_mut().chain(&mut self.before) {
            *loss = f64::EPSILON;
        }
    }
}

/// Subtracts the parts of a vector along those of a basis, twice if much of it goes.
fn orthogonalize(vector: &mut [f64], basis: &[Vec<f64>]) {
    for _ in 0..2 {
        let before = length(vector);
        let parts: Vec<f64> = basis.iter().map(|other| dot(vector, other)).collect();
        for (other, part) in basis.iter().zip(parts) {
            add(vector, -part, other);
        }
        if length(vector) > 0.7 * before {
            break;
        }
    }
}

/// The scalar products of one vector with two others, in one pass.
fn dots(one: &[f64], others: [&[f64]; 2]) -> [f64; 2] {
    let mut sums = [[0.0; 4]; 2];
    let (chunks, rest) = one.as_chunks::<4>();
    let [first, second] = others.map(<[f64]>::as_chunks::<4>);
    for ((one, first), second) in chunks.iter().zip(first.0).zip(second.0) {
        let [first_sums, second_sums] = &mut sums;
        for (nth, x) in one.iter().enumerate() {
            first_sums[nth] += x * first[nth];
            second_sums[nth] += x * second[nth];
        }
    }
    let last = |other: &[f64]| -> f64 { rest.iter().zip(other).map(|(x, y)| x * y).sum() };
    let [first_sums, second_sums] = sums.map(|sums| sums.iter().sum::<f64>());
    [first_sums + last(first.1), second_sums + last(second.1)]
}

fn length(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

fn divide(vector: &mut [f64], by: f64) {
    for x in vector {
        *x /= by;
    }
}
