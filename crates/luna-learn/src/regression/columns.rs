//! Some rows of a design in column-major order.

use crate::number::float;
use crate::regression::design::{Design, mean};

/// Sparse columns; entries name the position of a row among those chosen.
pub(crate) struct Columns {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
    pub(crate) rows: usize,
    pub(crate) means: Vec<f64>,
}

impl Columns {
    pub(crate) fn new(design: &Design, rows: &[usize]) -> Columns {
        let mut starts = vec![0; design.columns() + 1];
        for &(column, _) in rows.iter().flat_map(|&row| design.row(row)) {
            starts[column + 1] += 1;
        }
        for column in 0..design.columns() {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0.0); starts.last().copied().unwrap_or(0)];
        for (place, &row) in rows.iter().enumerate() {
            for &(column, value) in design.row(row) {
                entries[next[column]] = (place, value);
                next[column] += 1;
            }
        }
        let mut all = Columns { starts, entries, rows: rows.len(), means: Vec::new() };
        all.means = (0..design.columns()).map(|column| all.mean(column)).collect();
        all
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn column(&self, column: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[column]..self.starts[column + 1]]
    }

    /// A dense column less its mean.
    pub(crate) fn centred(&self, column: usize) -> Vec<f64> {
        let mut dense = vec![-self.means[column]; self.rows];
        for &(place, value) in self.column(column) {
            dense[place] = value - self.means[column];
        }
        dense
    }

    /// The mean of a column without zeros is clamped to its range, so that a constant column
    /// centres to exact zeros.
    fn mean(&self, column: usize) -> f64 {
        let values = self.column(column);
        match values.len() == self.rows {
            true => mean(&values.iter().map(|entry| entry.1).collect::<Vec<_>>()),
            false => values.iter().map(|entry| entry.1).sum::<f64>() / float(self.rows.max(1)),
        }
    }
}
