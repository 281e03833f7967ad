//! A symmetric matrix turned so that only its diagonal and the places beside it are left:
//! after that it is solved for any number of strengths, each in no time.

use super::dot::{add, dot};

pub(crate) struct Tridiagonal {
    /// From the longest to the shortest; empty where nothing had to be turned.
    mirrors: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    /// Before each place of the diagonal, but for the first.
    beside: Vec<f64>,
}

/// With a strength added to the diagonal: `L D L'`.
pub(crate) struct Strengthened {
    pivots: Vec<f64>,
    below: Vec<f64>,
}

impl Tridiagonal {
    /// Of the lower triangle.
    pub(crate) fn new(mut rows: Vec<Vec<f64>>) -> Tridiagonal {
        let mut all = Tridiagonal { mirrors: Vec::new(), diagonal: Vec::new(), beside: Vec::new() };
        while let Some(mut row) = rows.pop() {
            all.diagonal.extend(row.pop());
            let Some(&last) = row.last() else { break };
            let norm = dot(&row, &row).sqrt();
            all.beside.push(-norm.copysign(last));
            if norm > 0.0 {
                let end = row.len() - 1;
                row[end] += norm.copysign(last);
                let length = dot(&row, &row).sqrt();
                for x in &mut row {
                    *x /= length;
                }
                reflect(&mut rows, &row);
            }
            all.mirrors.push(row);
        }
        all.diagonal.reverse();
        all.beside.reverse();
        all
    }

    /// Into the space where only three diagonals are left.
    pub(crate) fn turn(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for mirror in &self.mirrors {
            let times = -2.0 * dot(mirror, &vector[..mirror.len()]);
            add(&mut vector, times, mirror);
        }
        vector
    }

    /// Several at once: a mirror, once at hand, serves for all of them.
    pub(crate) fn turn_all(&self, vectors: &mut [Vec<f64>]) {
        for few in vectors.chunks_mut(8) {
            for mirror in &self.mirrors {
                for vector in &mut *few {
                    let times = -2.0 * dot(mirror, &vector[..mirror.len()]);
                    add(vector, times, mirror);
                }
            }
        }
    }

    pub(crate) fn turn_back(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for mirror in self.mirrors.iter().rev() {
            let times = -2.0 * dot(mirror, &vector[..mirror.len()]);
            add(&mut vector, times, mirror);
        }
        vector
    }

    /// `None` unless what comes of it is positive.
    pub(crate) fn strengthened(&self, strength: f64) -> Option<Strengthened> {
        let mut all = Strengthened { pivots: Vec::new(), below: Vec::new() };
        let mut before = 0.0;
        for (nth, diagonal) in self.diagonal.iter().enumerate() {
            let beside = if nth > 0 { self.beside[nth - 1] } else { 0.0 };
            let below = if nth > 0 { beside / before } else { 0.0 };
            before = diagonal + strength - below * beside;
            if !(before > 0.0 && before.is_finite()) {
                return None;
            }
            all.pivots.push(before);
            all.below.push(below);
        }
        Some(all)
    }
}

/// A mirror's image of a symmetric matrix, in its lower triangle.
fn reflect(rows: &mut [Vec<f64>], mirror: &[f64]) {
    let mut image = vec![0.0; mirror.len()];
    for (nth, row) in rows.iter().enumerate() {
        image[nth] += dot(row, &mirror[..=nth]);
        add(&mut image, mirror[nth], &row[..nth]);
    }
    let along = dot(&image, mirror);
    add(&mut image, -along, mirror);
    for (nth, row) in rows.iter_mut().enumerate() {
        let (own, other) = (2.0 * mirror[nth], 2.0 * image[nth]);
        for ((value, image), mirror) in row.iter_mut().zip(&image).zip(mirror) {
            *value -= own * image + other * mirror;
        }
    }
}

impl Strengthened {
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

    /// A vector times what it solves to.
    pub(crate) fn form(&self, vector: &[f64]) -> f64 {
        let (mut before, mut sum) = (0.0, 0.0);
        for ((value, below), pivot) in vector.iter().zip(&self.below).zip(&self.pivots) {
            before = value - below * before;
            sum += before * before / pivot;
        }
        sum
    }
}
