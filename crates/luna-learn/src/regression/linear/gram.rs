//! Gram matrix of the rows of a design: all that least squares needs where columns outnumber rows.

use ndarray::Array2;

use crate::matrix::{add, centre};
use crate::number::float;
use crate::regression::design::Design;

/// Dot products of all pairs of rows.
pub(crate) struct Gram {
    all: Vec<Vec<f64>>,
}

impl Gram {
    pub(crate) fn new(design: &Design) -> Gram {
        let entries: usize = (0..design.rows()).map(|row| design.row(row).len()).sum();
        if 4 * entries > design.rows() * design.columns() {
            return Gram::of_dense(design);
        }
        let mut holders = vec![Vec::new(); design.columns()];
        let mut all: Vec<Vec<f64>> = vec![vec![0.0; design.rows()]; design.rows()];
        for (nth, row) in all.iter_mut().enumerate() {
            for &(column, value) in design.row(nth) {
                holders[column].push((nth, value));
                for &(other, theirs) in &holders[column] {
                    row[other] += value * theirs;
                }
            }
        }
        for nth in 0..all.len() {
            let (above, rest) = all.split_at_mut(nth);
            for (other, row) in above.iter_mut().enumerate() {
                row[nth] = rest[0][other];
            }
        }
        Gram { all }
    }

    fn of_dense(design: &Design) -> Gram {
        let mut dense = Array2::zeros((design.rows(), design.columns()));
        for (nth, mut row) in dense.rows_mut().into_iter().enumerate() {
            for &(column, value) in design.row(nth) {
                row[column] = value;
            }
        }
        let all = dense.dot(&dense.t());
        Gram { all: all.rows().into_iter().map(|row| row.to_vec()).collect() }
    }

    /// Number of rows.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// Adds the Gram matrix of further columns.
    pub(crate) fn plus(mut self, other: &Gram) -> Gram {
        for (row, other) in self.all.iter_mut().zip(&other.all) {
            add(row, 1.0, other);
        }
        self
    }

    /// Gram matrix of some rows.
    pub(crate) fn among(design: &Design, rows: &[usize]) -> Vec<Vec<f64>> {
        let rows = rows.iter().map(|&row| design.row(row).iter().copied());
        Design::sparse(design.columns(), rows).map_or(Vec::new(), |few| Gram::new(&few).all)
    }

    /// Lower triangle of the centred Gram matrix of some rows, and the largest diagonal entry
    /// before centring. A constant is added, as centring alone would make the matrix singular.
    pub(crate) fn centred(&self, rows: &[usize]) -> (Vec<Vec<f64>>, f64) {
        let mut chosen: Vec<Vec<f64>> = (rows.iter())
            .map(|&row| rows.iter().map(|&other| self.all[row][other]).collect())
            .collect();
        let largest = (0..rows.len()).map(|nth| chosen[nth][nth]).fold(0.0, f64::max);
        centre(&mut chosen);
        let common = largest / float(rows.len());
        chosen.iter_mut().flatten().for_each(|product| *product += common);
        (chosen, largest)
    }
}
