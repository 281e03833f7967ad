//! Least squares of all rows but a few: from the inverse of the products of all rows there is
//! the less to do, the fewer are left out.

use ndarray::{Array1, Array2, Axis};

use super::gram::Products;
use crate::design::Design;
use crate::float;
use crate::matrix::Independent;
use crate::matrix::Triangle;

/// A row whose part that does not follow from others is, squared, so small a share of the
/// longest is better looked at by itself.
const LEAST: f64 = 1e-11;

/// The inverse of the products of all rows, each taken from their mean.
pub(crate) struct Whole {
    inverse: Array2<f64>,
}

impl Whole {
    /// None where a row follows from others, or nearly.
    pub(crate) fn of(products: &Products) -> Option<Whole> {
        let all: Vec<usize> = (0..products.count()).collect();
        let (centred, longest) = products.centred(&all);
        let mut inverse = Independent::new(&centred, longest).whole()?.inverse();
        // Without what the rows were given in common.
        inverse -= 1.0 / (longest * float(all.len()));
        Some(Whole { inverse })
    }

    /// For these rows alone; None where they are not most of them, or one comes twice.
    pub(crate) fn without<'a>(&'a self, rows: &'a [usize]) -> Option<LeftOut<'a>> {
        let mut left = vec![true; self.inverse.nrows()];
        let once = rows.iter().all(|&row| std::mem::take(&mut left[row]));
        let out: Vec<usize> = (0..left.len()).filter(|&row| left[row]).collect();
        if !once || out.len() > rows.len() {
            return None;
        }
        let across = self.inverse.select(Axis(1), &out);
        let line = |(nth, &row): (usize, &usize)| {
            out[..=nth].iter().map(|&at| self.inverse[(row, at)]).collect()
        };
        let among: Vec<Vec<f64>> = out.iter().enumerate().map(line).collect();
        let longest = among.iter().filter_map(|line| line.last()).copied().fold(0.0, f64::max);
        let among = Triangle::of(among, LEAST * longest)?;
        Some(LeftOut { whole: self, rows, out, across, among, added: None })
    }
}

/// The same without some rows.
pub(crate) struct LeftOut<'a> {
    whole: &'a Whole,
    rows: &'a [usize],
    out: Vec<usize>,
    /// Of the whole inverse: what belongs to those left out, for all and among themselves.
    across: Array2<f64>,
    among: Triangle,
    added: Option<Added>,
}

/// More columns (Woodbury).
struct Added {
    columns: Array2<f64>,
    solved: Array2<f64>,
    among: Triangle,
}

impl LeftOut<'_> {
    /// With more columns, which are few; None if they are not.
    pub(crate) fn beside(mut self, added: &Design) -> Option<Self> {
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
        let mut too_much = solved.select(Axis(0), &self.out);
        for mut column in too_much.columns_mut() {
            let mut times = column.to_vec();
            self.among.solve(&mut times);
            column.assign(&Array1::from(times));
        }
        solved -= &self.across.dot(&too_much);
        self.out.iter().for_each(|&row| solved.row_mut(row).fill(0.0));
        let alike = Array2::eye(wide) + columns.t().dot(&solved);
        let line = |nth: usize| (0..=nth).map(|at| alike[(nth, at)]).collect();
        let among = Triangle::of((0..wide).map(line).collect(), LEAST)?;
        self.added = Some(Added { columns, solved, among });
        Some(self)
    }

    /// How often each row is to be taken, so that the sum of them is the target, but for what
    /// all have in common.
    pub(crate) fn solve(&self, target: &[f64]) -> Vec<f64> {
        let mut right = Array1::zeros(self.whole.inverse.nrows());
        for (&row, target) in self.rows.iter().zip(target) {
            right[row] = *target;
        }
        let mut times = self.without(self.whole.inverse.dot(&right));
        if let Some(Added { columns, solved, among }) = &self.added {
            let mut too_much = columns.t().dot(&times).to_vec();
            among.solve(&mut too_much);
            times -= &solved.dot(&Array1::from(too_much));
        }
        self.rows.iter().map(|&row| times[row]).collect()
    }

    /// What is found of all rows as it is without those left out, which are then taken zero times.
    fn without(&self, all: Array1<f64>) -> Array1<f64> {
        let mut too_much: Vec<f64> = self.out.iter().map(|&row| all[row]).collect();
        self.among.solve(&mut too_much);
        let mut all = all - self.across.dot(&Array1::from(too_much));
        for &row in &self.out {
            all[row] = 0.0;
        }
        all
    }
}
