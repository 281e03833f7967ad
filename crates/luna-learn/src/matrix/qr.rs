//! A dense matrix as turns in space, by which equations are solved without squaring what is
//! small in them.

use super::dot::{add, dot};
use crate::float;

/// Householder's reflections that leave a triangle, the longest column that is left first; and
/// where they end, because what is left is nothing but rounding.
struct Turned {
    /// Each of unit length, and zero above its place, which is left out.
    mirrors: Vec<Vec<f64>>,
    /// Column by column, in the order taken.
    triangle: Vec<Vec<f64>>,
    order: Vec<usize>,
}

impl Turned {
    fn new(mut columns: Vec<Vec<f64>>, height: usize) -> Turned {
        let mut order: Vec<usize> = (0..columns.len()).collect();
        let mut norms: Vec<f64> = columns.iter().map(|column| dot(column, column)).collect();
        let longest = norms.iter().copied().fold(0.0, f64::max).sqrt();
        let rounding = longest * f64::EPSILON * float(height.max(columns.len()));
        let mut mirrors = Vec::new();
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
            let mut mirror = columns[nth][nth..].to_vec();
            mirror[0] += norm.copysign(mirror[0]);
            let length = dot(&mirror, &mirror).sqrt();
            for x in &mut mirror {
                *x /= length;
            }
            for (column, norm) in columns[nth..].iter_mut().zip(&mut norms[nth..]) {
                reflect(&mirror, &mut column[nth..]);
                *norm = dot(&column[nth + 1..], &column[nth + 1..]);
            }
            mirrors.push(mirror);
        }
        Turned { mirrors, triangle: columns, order }
    }

    fn rank(&self) -> usize {
        self.mirrors.len()
    }

    /// Into the space of the triangle, of which only the rank counts.
    fn turn(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for (nth, mirror) in self.mirrors.iter().enumerate() {
            reflect(mirror, &mut vector[nth..]);
        }
        vector.truncate(self.rank());
        vector
    }

    fn turn_back(&self, mut vector: Vec<f64>, height: usize) -> Vec<f64> {
        vector.resize(height, 0.0);
        for (nth, mirror) in self.mirrors.iter().enumerate().rev() {
            reflect(mirror, &mut vector[nth..]);
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

    /// With the rows of the triangle for columns.
    fn solve_across(&self, mut right: Vec<f64>) -> Vec<f64> {
        for nth in 0..self.rank() {
            let before = dot(&self.triangle[nth][..nth], &right[..nth]);
            right[nth] = (right[nth] - before) / self.triangle[nth][nth];
        }
        right
    }
}

fn reflect(mirror: &[f64], vector: &mut [f64]) {
    add(vector, -2.0 * dot(mirror, vector), mirror);
}

/// A matrix turned on both sides into a triangle of its rank, or on one side where that is
/// enough.
pub(crate) struct Orthogonal {
    outer: Turned,
    inner: Option<Turned>,
}

impl Orthogonal {
    pub(crate) fn new(columns: Vec<Vec<f64>>, height: usize) -> Orthogonal {
        let outer = Turned::new(columns, height);
        let width = outer.order.len();
        let entry = |nth: usize, at: usize| if at < nth { 0.0 } else { outer.triangle[at][nth] };
        let row = |nth: usize| (0..width).map(|at| entry(nth, at)).collect();
        let rows = || (0..outer.rank()).map(row).collect();
        let inner = (outer.rank() < width).then(|| Turned::new(rows(), width));
        Orthogonal { outer, inner }
    }

    /// The shortest of those that come closest to these, one for each row.
    pub(crate) fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let turned = self.outer.turn(right);
        let solved = match &self.inner {
            None => self.outer.solve(turned),
            Some(inner) => {
                let across = inner.order.iter().map(|&nth| turned[nth]).collect();
                inner.turn_back(inner.solve_across(across), self.outer.order.len())
            }
        };
        let mut all = vec![0.0; solved.len()];
        for (&at, value) in self.outer.order.iter().zip(solved) {
            all[at] = value;
        }
        all
    }
}
