//! A sparse matrix by columns.

use ndarray::Array2;

/// Compressed sparse columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseMatrix {
    rows: usize,
    /// End of each column.
    ends: Vec<usize>,
    /// The row of each entry.
    places: Vec<u32>,
    values: Vec<f64>,
}

impl SparseMatrix {
    /// Takes entries by row and column; those with the same place are added up. Entries beyond the
    /// last row or column are left out.
    pub fn new(rows: usize, columns: usize, entries: &[(u32, u32, f64)]) -> SparseMatrix {
        let within = |(row, column, _): &(u32, u32, f64)| {
            to_usize(*row) < rows && to_usize(*column) < columns
        };
        let mut sorted: Vec<(u32, u32, f64)> = entries.iter().copied().filter(within).collect();
        // A stable sort, so that sums have one order.
        sorted.sort_by_key(|&(row, column, _)| (column, row));
        sorted.dedup_by(|next, sum| {
            let same = (next.0, next.1) == (sum.0, sum.1);
            if same {
                sum.2 += next.2;
            }
            same
        });
        let mut ends = vec![0; columns];
        for &(_, column, _) in &sorted {
            ends[to_usize(column)] += 1;
        }
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end;
        }
        let places = sorted.iter().map(|entry| entry.0).collect();
        SparseMatrix { rows, ends, places, values: sorted.iter().map(|entry| entry.2).collect() }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.ends.len()
    }

    /// Number of entries, zeros that sums left included.
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// Entries by row and column, one column after the other.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..).zip(self.by_column()).flat_map(|(column, (places, values))| {
            places.iter().zip(values).map(move |(&row, &value)| (row, column, value))
        })
    }

    pub fn transposed(&self) -> SparseMatrix {
        let entries: Vec<(u32, u32, f64)> =
            self.iter().map(|(row, column, value)| (column, row, value)).collect();
        SparseMatrix::new(self.columns(), self.rows, &entries)
    }

    /// Euclidean norms of the rows, and of the columns.
    pub fn norms(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut rows, mut columns) = (vec![0.0; self.rows], vec![0.0; self.columns()]);
        for (row, column, value) in self.iter() {
            rows[to_usize(row)] += value * value;
            columns[to_usize(column)] += value * value;
        }
        for square in rows.iter_mut().chain(&mut columns) {
            *square = square.sqrt();
        }
        (rows, columns)
    }

    /// Multiplies each entry by a factor of its row and one of its column.
    pub fn scaled(mut self, by_row: &[f64], by_column: &[f64]) -> SparseMatrix {
        let mut from = 0;
        for (&to, factor) in self.ends.iter().zip(by_column) {
            for (place, value) in self.places[from..to].iter().zip(&mut self.values[from..to]) {
                *value *= factor * by_row[to_usize(*place)];
            }
            from = to;
        }
        self
    }

    /// Returns `A' X`.
    pub(super) fn transposed_times(&self, block: &Array2<f64>) -> Array2<f64> {
        let mut product = Array2::zeros((self.columns(), block.ncols()));
        for (mut row, (places, values)) in product.rows_mut().into_iter().zip(self.by_column()) {
            for (&place, &value) in places.iter().zip(values) {
                row.scaled_add(value, &block.row(to_usize(place)));
            }
        }
        product
    }

    /// Rows and values of each column.
    pub(super) fn by_column(&self) -> impl Iterator<Item = (&[u32], &[f64])> {
        let mut from = 0;
        self.ends.iter().map(move |&to| {
            let range = std::mem::replace(&mut from, to)..to;
            (&self.places[range.clone()], &self.values[range])
        })
    }
}

pub(super) fn to_usize(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
