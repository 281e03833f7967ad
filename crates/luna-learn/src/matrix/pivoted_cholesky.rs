//! Cholesky's decomposition of a symmetric matrix that may be singular.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Slice};

use super::cholesky::Triangle;
use super::dot::{add, dot};

/// Cholesky's decomposition of such rows as do not follow from those before them, and how the
/// others follow.
pub(crate) struct Independent {
    /// Which rows these are, and the triangle.
    free: Vec<usize>,
    triangle: Triangle,
    /// The other rows, and what they are made of.
    bound: Vec<usize>,
    made: Vec<Vec<f64>>,
    /// Cholesky's triangle of the products of these, and one more for each with itself.
    weighed: Triangle,
}

/// A row follows from those before it if what is left of it, squared, is so small a share of
/// the longest row, for each row it is made of; what is left of a `SURE` share need not be
/// looked at so closely.
const ROUNDING: f64 = 1e-13;
const SURE: f64 = 1e-6;

impl Independent {
    /// With the longest row, squared.
    pub(crate) fn new(products: &[Vec<f64>], longest: f64) -> Independent {
        let (mut free, mut triangle) = (Vec::new(), Triangle::default());
        let (mut bound, mut made) = (Vec::new(), Vec::new());
        // The triangle once more, for products of whole blocks of it.
        let mut whole = Array2::zeros((products.len(), products.len()));
        let mut block = Array2::zeros((0, 0));
        let mut known = 0;
        for (nth, own) in products.iter().enumerate() {
            if nth % BLOCK == 0 {
                known = free.len();
                let rows = products.iter().skip(nth).take(BLOCK);
                let entries = rows.flat_map(|row| free.iter().map(|&at| row[at])).collect();
                let high = BLOCK.min(products.len() - nth);
                block = Array2::from_shape_vec((high, known), entries).unwrap_or_default();
                forward_all(&triangle, &whole, &mut block);
            }
            let mut row = block.row(nth % BLOCK).to_vec();
            for (at, line) in free.iter().zip(&triangle.rows).skip(known) {
                let so_far = row.len();
                row.push((own[*at] - dot(&line[..so_far], &row)) / line[so_far]);
            }
            let left = own[nth] - dot(&row, &row);
            let sure = left > SURE * longest || {
                let mut made = row.clone();
                triangle.backward(&mut made);
                left > ROUNDING * longest * (1.0 + dot(&made, &made))
            };
            if sure {
                row.push(left.sqrt());
                for (to, from) in whole.row_mut(free.len()).iter_mut().zip(&row) {
                    *to = *from;
                }
                free.push(nth);
                triangle.rows.push(row);
            } else {
                bound.push(nth);
                made.push(row);
            }
        }
        for row in &mut made {
            row.resize(free.len(), 0.0);
            triangle.backward(row);
        }
        let weighed = Triangle::weighed(&made);
        Independent { free, triangle, bound, made, weighed }
    }

    /// The triangle, where no row follows from others.
    pub(crate) fn whole(self) -> Option<Triangle> {
        self.bound.is_empty().then_some(self.triangle)
    }

    /// A way to go that leaves the sum of the rows where it is, along which these rise by more
    /// than `least` for each step.
    pub(crate) fn idle(&self, rise: &[f64], least: f64) -> Option<Vec<f64>> {
        let own: Vec<f64> = self.free.iter().map(|&at| rise[at]).collect();
        for (&at, made) in self.bound.iter().zip(&self.made) {
            let rate = rise[at] - dot(made, &own);
            let steps = 1.0 + made.iter().map(|step| step.abs()).sum::<f64>();
            if rate.abs() > least * steps {
                let mut all = vec![0.0; rise.len()];
                all[at] = rate.signum();
                for (&free, step) in self.free.iter().zip(made) {
                    all[free] = -step * rate.signum();
                }
                return Some(all);
            }
        }
        None
    }

    /// How often each row is to be taken, so that the sum of them comes closest to the target.
    pub(crate) fn solve(&self, target: &[f64]) -> Vec<f64> {
        let mut own: Vec<f64> = self.free.iter().map(|&at| target[at]).collect();
        let mut off: Vec<f64> = (self.bound.iter().zip(&self.made))
            .map(|(&at, made)| target[at] - dot(made, &own))
            .collect();
        self.weighed.solve(&mut off);
        for (off, made) in off.iter().zip(&self.made) {
            add(&mut own, *off, made);
        }
        self.triangle.solve(&mut own);
        let mut all = vec![0.0; target.len()];
        for (&at, times) in self.free.iter().zip(own) {
            all[at] = times;
        }
        all
    }
}

/// So many rows at a time are taken together, which the processor does much faster than one by
/// one.
const BLOCK: usize = 48;

/// [`forward`] for each row of a block, by the triangle and the same as a matrix.
fn forward_all(triangle: &Triangle, whole: &Array2<f64>, rows: &mut Array2<f64>) {
    let wide = rows.ncols();
    for from in (0..wide).step_by(BLOCK) {
        let to = wide.min(from + BLOCK);
        let (before, rest) = rows.view_mut().split_at(Axis(1), from);
        let (mut rest, _) = rest.split_at(Axis(1), to - from);
        let mut lines = whole.slice_axis(Axis(0), Slice::from(from..to));
        lines.slice_axis_inplace(Axis(1), Slice::from(..from));
        general_mat_mul(-1.0, &before, &lines.t(), 1.0, &mut rest);
        for mut row in rest.rows_mut() {
            let Some(row) = row.as_slice_mut() else { continue };
            for (nth, line) in triangle.rows[from..to].iter().enumerate() {
                let (done, todo) = row.split_at_mut(nth);
                todo[0] = (todo[0] - dot(&line[from..from + nth], done)) / line[from + nth];
            }
        }
    }
}
