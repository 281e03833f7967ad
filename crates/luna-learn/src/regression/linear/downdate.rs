//! Least squares on all rows but a few, by downdating the inverse Gram matrix of all rows. The
//! fewer rows are left out, the cheaper it is.

use ndarray::{Array1, Array2, Axis};

use super::gram::Gram;
use crate::matrix::{Cholesky, PivotedCholesky};
use crate::number::float;
use crate::regression::design::Design;

/// A pivot below this share of the largest is too inaccurate; the caller then solves from scratch.
const LEAST: f64 = 1e-11;

/// Inverse of the centred Gram matrix of all rows.
pub(crate) struct InverseGram {
    inverse: Array2<f64>,
}

impl InverseGram {
    /// Returns `None` where the Gram matrix is singular, or nearly.
    pub(crate) fn new(products: &Gram) -> Option<InverseGram> {
        let all: Vec<usize> = (0..products.count()).collect();
        let (centred, longest) = products.centred(&all);
        let mut inverse = PivotedCholesky::new(&centred, longest).into_full_rank()?.inverse();
        // The constant that made the centred matrix regular is removed.
        inverse -= 1.0 / (longest * float(all.len()));
        Some(InverseGram { inverse })
    }

    /// Restricts the inverse to the given rows. `None` where they are fewer than half of all, or
    /// one is repeated.
    pub(crate) fn without<'a>(&'a self, rows: &'a [usize]) -> Option<Downdate<'a>> {
        let mut left = vec![true; self.inverse.nrows()];
        let once = rows.iter().all(|&row| std::mem::take(&mut left[row]));
        let out: Vec<usize> = (0..left.len()).filter(|&row| left[row]).collect();
        if !once || out.len() > rows.len() {
            return None;
        }
        let columns_out = self.inverse.select(Axis(1), &out);
        let line = |(nth, &row): (usize, &usize)| {
            out[..=nth].iter().map(|&at| self.inverse[(row, at)]).collect()
        };
        let block: Vec<Vec<f64>> = out.iter().enumerate().map(line).collect();
        let longest = block.iter().filter_map(|line| line.last()).copied().fold(0.0, f64::max);
        let block = Cholesky::factor(block, LEAST * longest)?;
        Some(Downdate { whole: self, rows, out, columns_out, block, added: None })
    }
}

/// The inverse without the rows left out.
pub(crate) struct Downdate<'a> {
    whole: &'a InverseGram,
    rows: &'a [usize],
    out: Vec<usize>,
    /// The columns of the inverse that belong to the rows left out, and the factor of their
    /// diagonal block.
    columns_out: Array2<f64>,
    block: Cholesky,
    added: Option<AddedColumns>,
}

/// Additional columns, by Woodbury's identity.
struct AddedColumns {
    columns: Array2<f64>,
    solved: Array2<f64>,
    block: Cholesky,
}

impl Downdate<'_> {
    /// Adds columns; `None` if they are too many for the update to pay.
    pub(crate) fn with_columns(mut self, added: &Design) -> Option<Self> {
        let wide = added.columns();
        if 4 * wide > self.rows.len() {
            return None;
        }
        let mut columns = Array2::zeros((added.rows(), wide));
        for &row in self.rows {
            for &(column, value) in added.row(row) {
                columns[(row, column)] = value;
            }
        }
        let mut solved = self.whole.inverse.dot(&columns);
        let mut excess = solved.select(Axis(0), &self.out);
        for mut column in excess.columns_mut() {
            let mut times = column.to_vec();
            self.block.solve(&mut times);
            column.assign(&Array1::from(times));
        }
        solved -= &self.columns_out.dot(&excess);
        self.out.iter().for_each(|&row| solved.row_mut(row).fill(0.0));
        let alike = Array2::eye(wide) + columns.t().dot(&solved);
        let line = |nth: usize| (0..=nth).map(|at| alike[(nth, at)]).collect();
        let block = Cholesky::factor((0..wide).map(line).collect(), LEAST)?;
        self.added = Some(AddedColumns { columns, solved, block });
        Some(self)
    }

    /// Returns the coefficient of each row in a combination that equals the target up to a
    /// constant.
    pub(crate) fn solve(&self, target: &[f64]) -> Vec<f64> {
        let mut right = Array1::zeros(self.whole.inverse.nrows());
        for (&row, target) in self.rows.iter().zip(target) {
            right[row] = *target;
        }
        let mut times = self.correct(self.whole.inverse.dot(&right));
        if let Some(AddedColumns { columns, solved, block }) = &self.added {
            let mut excess = columns.t().dot(&times).to_vec();
            block.solve(&mut excess);
            times -= &solved.dot(&Array1::from(excess));
        }
        self.rows.iter().map(|&row| times[row]).collect()
    }

    /// Corrects a solution over all rows so that the rows left out have coefficient zero.
    fn correct(&self, all: Array1<f64>) -> Array1<f64> {
        let mut excess: Vec<f64> = self.out.iter().map(|&row| all[row]).collect();
        self.block.solve(&mut excess);
        let mut all = all - self.columns_out.dot(&Array1::from(excess));
        for &row in &self.out {
            all[row] = 0.0;
        }
        all
    }
}
