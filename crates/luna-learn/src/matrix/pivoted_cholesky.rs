//! Cholesky factorisation of a symmetric matrix that may be singular.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Slice};

use super::cholesky::Cholesky;
use super::dot::{add, dot};

/// Cholesky factor of the linearly independent rows; each other row is stored as a combination of
/// them.
pub(crate) struct PivotedCholesky {
    /// The independent rows, and their factor.
    pivots: Vec<usize>,
    factor: Cholesky,
    /// The dependent rows, and their coefficients.
    dependent: Vec<usize>,
    combinations: Vec<Vec<f64>>,
    /// Factor of `I + C C'`, with the coefficients of the dependent rows as `C`.
    correction: Cholesky,
}

/// A row is dependent if the square of its residual is below this share of the largest diagonal
/// entry, scaled by the size of its coefficients; a residual above the `SURE` share needs no closer
/// look.
const ROUNDING: f64 = 1e-13;
const SURE: f64 = 1e-6;

impl PivotedCholesky {
    /// Factors a matrix given by its rows, with the largest diagonal entry of the matrix before
    /// centring.
    pub(crate) fn new(products: &[Vec<f64>], largest: f64) -> PivotedCholesky {
        let (mut pivots, mut factor) = (Vec::new(), Cholesky::default());
        let (mut dependent, mut combinations) = (Vec::new(), Vec::new());
        // A copy of the factor as one matrix, for products of whole blocks.
        let mut whole = Array2::zeros((products.len(), products.len()));
        let mut block = Array2::zeros((0, 0));
        let mut known = 0;
        for (nth, own) in products.iter().enumerate() {
            if nth % BLOCK == 0 {
                known = pivots.len();
                let rows = products.iter().skip(nth).take(BLOCK);
                let entries = rows.flat_map(|row| pivots.iter().map(|&at| row[at])).collect();
                let high = BLOCK.min(products.len() - nth);
                block = Array2::from_shape_vec((high, known), entries).unwrap_or_default();
                forward_block(&factor, &whole, &mut block);
            }
            let mut row = block.row(nth % BLOCK).to_vec();
            for (at, line) in pivots.iter().zip(&factor.rows).skip(known) {
                let so_far = row.len();
                row.push((own[*at] - dot(&line[..so_far], &row)) / line[so_far]);
            }
            let left = own[nth] - dot(&row, &row);
            let sure = left > SURE * largest || {
                let mut combination = row.clone();
                factor.solve_upper(&mut combination);
                left > ROUNDING * largest * (1.0 + dot(&combination, &combination))
            };
            if sure {
                row.push(left.sqrt());
                for (to, from) in whole.row_mut(pivots.len()).iter_mut().zip(&row) {
                    *to = *from;
                }
                pivots.push(nth);
                factor.rows.push(row);
            } else {
                dependent.push(nth);
                combinations.push(row);
            }
        }
        for row in &mut combinations {
            row.resize(pivots.len(), 0.0);
            factor.solve_upper(row);
        }
        let correction = Cholesky::identity_plus_gram(&combinations);
        PivotedCholesky { pivots, factor, dependent, combinations, correction }
    }

    /// Returns the factor if the matrix has full rank.
    pub(crate) fn into_full_rank(self) -> Option<Cholesky> {
        self.dependent.is_empty().then_some(self.factor)
    }

    /// Returns a null-space direction along which the targets increase by more than `least` per
    /// step.
    pub(crate) fn null_direction(&self, rise: &[f64], least: f64) -> Option<Vec<f64>> {
        let own: Vec<f64> = self.pivots.iter().map(|&at| rise[at]).collect();
        for (&at, combinations) in self.dependent.iter().zip(&self.combinations) {
            let rate = rise[at] - dot(combinations, &own);
            let steps = 1.0 + combinations.iter().map(|step| step.abs()).sum::<f64>();
            if rate.abs() > least * steps {
                let mut all = vec![0.0; rise.len()];
                all[at] = rate.signum();
                for (&pivot, step) in self.pivots.iter().zip(combinations) {
                    all[pivot] = -step * rate.signum();
                }
                return Some(all);
            }
        }
        None
    }

    /// Returns the minimum-norm least-squares solution.
    pub(crate) fn solve(&self, target: &[f64]) -> Vec<f64> {
        let mut own: Vec<f64> = self.pivots.iter().map(|&at| target[at]).collect();
        let mut off: Vec<f64> = (self.dependent.iter().zip(&self.combinations))
            .map(|(&at, combinations)| target[at] - dot(combinations, &own))
            .collect();
        self.correction.solve(&mut off);
        for (off, combinations) in off.iter().zip(&self.combinations) {
            add(&mut own, *off, combinations);
        }
        self.factor.solve(&mut own);
        let mut all = vec![0.0; target.len()];
        for (&at, times) in self.pivots.iter().zip(own) {
            all[at] = times;
        }
        all
    }
}

/// Rows of a block; a block's matrix product is much faster than its rows one by one.
const BLOCK: usize = 48;

/// Solves with the factor for each row of a block, given the factor also as one matrix.
fn forward_block(factor: &Cholesky, whole: &Array2<f64>, rows: &mut Array2<f64>) {
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
            for (nth, line) in factor.rows[from..to].iter().enumerate() {
                let (done, todo) = row.split_at_mut(nth);
                todo[0] = (todo[0] - dot(&line[from..from + nth], done)) / line[from + nth];
            }
        }
    }
}
