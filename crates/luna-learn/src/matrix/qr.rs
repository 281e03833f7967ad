//! Column-pivoted Householder QR, which avoids squaring the condition number.

use super::dot::{add, dot};
use crate::number::float;

/// Householder reflections of a rank-revealing QR: the column with the longest remainder comes
/// first, and the factorisation ends where only rounding is left.
struct Reflections {
    /// Unit vectors; the leading zeros of each are not stored.
    reflectors: Vec<Vec<f64>>,
    /// Columns of the upper triangular factor, in pivot order.
    triangle: Vec<Vec<f64>>,
    order: Vec<usize>,
}

impl Reflections {
    fn new(mut columns: Vec<Vec<f64>>, height: usize) -> Reflections {
        let mut order: Vec<usize> = (0..columns.len()).collect();
        let mut norms: Vec<f64> = columns.iter().map(|column| dot(column, column)).collect();
        let longest = norms.iter().copied().fold(0.0, f64::max).sqrt();
        let rounding = longest * f64::EPSILON * float(height.max(columns.len()));
        let mut reflectors = Vec::new();
        for nth in 0..columns.len().min(height) {
            let left = norms.iter().enumerate().skip(nth);
            let longest = left.max_by(|one, other| one.1.total_cmp(other.1));
            let (at, norm) = longest.map_or((nth, 0.0), |(at, norm)| (at, norm.sqrt()));
            if norm <= rounding {
                break;
            }
            columns.swap(nth, at);
            norms.swap(nth, at);
            order.swap(nth, at);
            let mut reflector = columns[nth][nth..].to_vec();
            reflector[0] += norm.copysign(reflector[0]);
            let length = dot(&reflector, &reflector).sqrt();
            for x in &mut reflector {
                *x /= length;
            }
            for (column, norm) in columns[nth..].iter_mut().zip(&mut norms[nth..]) {
                reflect(&reflector, &mut column[nth..]);
                *norm = dot(&column[nth + 1..], &column[nth + 1..]);
            }
            reflectors.push(reflector);
        }
        Reflections { reflectors, triangle: columns, order }
    }

    fn rank(&self) -> usize {
        self.reflectors.len()
    }

    /// Applies `Q'` and keeps the leading entries, as many as the rank.
    fn apply_qt(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for (nth, reflector) in self.reflectors.iter().enumerate() {
            reflect(reflector, &mut vector[nth..]);
        }
        vector.truncate(self.rank());
        vector
    }

    fn apply_q(&self, mut vector: Vec<f64>, height: usize) -> Vec<f64> {
        vector.resize(height, 0.0);
        for (nth, reflector) in self.reflectors.iter().enumerate().rev() {
            reflect(reflector, &mut vector[nth..]);
        }
        vector
    }

    fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        for nth in (0..self.rank()).rev() {
            right[nth] /= self.triangle[nth][nth];
            let times = -right[nth];
            add(&mut right[..nth], times, &self.triangle[nth][..nth]);
        }
        right
    }

    /// Solves with the transposed triangle.
    fn solve_across(&self, mut right: Vec<f64>) -> Vec<f64> {
        for nth in 0..self.rank() {
            let before = dot(&self.triangle[nth][..nth], &right[..nth]);
            right[nth] = (right[nth] - before) / self.triangle[nth][nth];
        }
        right
    }
}

fn reflect(reflector: &[f64], vector: &mut [f64]) {
    add(vector, -2.0 * dot(reflector, vector), reflector);
}

/// A complete orthogonal decomposition: reflections from both sides leave a triangle of full rank.
/// The second side is needed only where columns are dependent.
pub(crate) struct CompleteOrthogonal {
    outer: Reflections,
    inner: Option<Reflections>,
}

impl CompleteOrthogonal {
    pub(crate) fn new(columns: Vec<Vec<f64>>, height: usize) -> CompleteOrthogonal {
        let outer = Reflections::new(columns, height);
        let width = outer.order.len();
        let entry = |nth: usize, at: usize| if at < nth { 0.0 } else { outer.triangle[at][nth] };
        let row = |nth: usize| (0..width).map(|at| entry(nth, at)).collect();
        let rows = || (0..outer.rank()).map(row).collect();
        let inner = (outer.rank() < width).then(|| Reflections::new(rows(), width));
        CompleteOrthogonal { outer, inner }
    }

    /// Returns the minimum-norm least-squares solution.
    pub(crate) fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let turned = self.outer.apply_qt(right);
        let solved = match &self.inner {
            None => self.outer.solve(turned),
            Some(inner) => {
                let across = inner.order.iter().map(|&nth| turned[nth]).collect();
                inner.apply_q(inner.solve_across(across), self.outer.order.len())
            }
        };
        let mut all = vec![0.0; solved.len()];
        for (&at, value) in self.outer.order.iter().zip(solved) {
            all[at] = value;
        }
        all
    }
}
