//! A sparse design matrix: one row per sample. A split of the samples is a list of row numbers.

use std::fmt;

/// Compressed sparse rows; the entries of a row are in column order.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Index of each row's first entry, then the number of all entries.
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
    columns: usize,
}

impl Design {
    /// Builds a design from dense rows of equal length.
    pub fn dense(rows: &[Vec<f64>]) -> Result<Design, Refusal> {
        let columns = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != columns) {
            let found = rows.get(row).map_or(0, Vec::len);
            return Err(Refusal::Uneven { row, found, columns });
        }
        Design::sparse(columns, rows.iter().map(|row| row.iter().copied().enumerate()))
    }

    /// Builds a design from rows of column and value; repeated columns are summed.
    pub fn sparse<R: IntoIterator<Item = (usize, f64)>>(
        columns: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Design, Refusal> {
        let mut design = Design { starts: vec![0], entries: Vec::new(), columns };
        for (row, entries) in rows.into_iter().enumerate() {
            let mut entries: Vec<(usize, f64)> = entries.into_iter().collect();
            entries.sort_by_key(|&(column, _)| column);
            entries.dedup_by(|later, first| {
                let same = later.0 == first.0;
                first.1 += if same { later.1 } else { 0.0 };
                same
            });
            if let Some(&(column, _)) = entries.last().filter(|last| last.0 >= columns) {
                return Err(Refusal::Column { row, column, columns });
            }
            if entries.iter().any(|(_, value)| !value.is_finite()) {
                return Err(Refusal::NotFinite { row });
            }
            design.entries.extend(entries.into_iter().filter(|&(_, value)| value.abs() > 0.0));
            design.starts.push(design.entries.len());
        }
        Ok(design)
    }

    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Nonzero entries of a row in column order; empty for a row out of range.
    pub fn row(&self, row: usize) -> &[(usize, f64)] {
        let (from, to) = (self.starts.get(row), self.starts.get(row.saturating_add(1)));
        from.zip(to).and_then(|(&from, &to)| self.entries.get(from..to)).unwrap_or_default()
    }

    /// Concatenates the columns of two designs.
    pub fn hstack(&self, other: &Design) -> Result<Design, Refusal> {
        if self.rows() != other.rows() {
            return Err(Refusal::RowMismatch { left: self.rows(), right: other.rows() });
        }
        let mut all = Design {
            starts: Vec::with_capacity(self.starts.len()),
            entries: Vec::with_capacity(self.entries.len() + other.entries.len()),
            columns: self.columns + other.columns,
        };
        all.starts.push(0);
        for row in 0..self.rows() {
            all.entries.extend_from_slice(self.row(row));
            all.entries.extend(other.row(row).iter().map(|&(at, x)| (self.columns + at, x)));
            all.starts.push(all.entries.len());
        }
        Ok(all)
    }

    /// Augments the columns for domain adaptation: one copy shared by all rows and one for the rows
    /// of each domain (Daumé 2007).
    pub fn augment_domains(&self, domain: &[usize], domains: usize) -> Result<Design, Refusal> {
        if domain.len() != self.rows() {
            return Err(Refusal::RowMismatch { left: self.rows(), right: domain.len() });
        }
        if let Some(row) = domain.iter().position(|&domain| domain >= domains) {
            return Err(Refusal::Domain { row, domain: domain[row], domains });
        }
        let Some(columns) = domains.checked_add(1).and_then(|n| n.checked_mul(self.columns)) else {
            return Err(Refusal::TooLarge);
        };
        let rows = domain.iter().enumerate().map(|(row, domain)| {
            let own = (domain + 1) * self.columns;
            let copies = self.row(row).iter().map(move |&(column, x)| (own + column, x));
            self.row(row).iter().copied().chain(copies)
        });
        Design::sparse(columns, rows)
    }

    /// A row with its zeros.
    pub fn dense_row(&self, row: usize) -> Vec<f64> {
        let mut dense = vec![0.0; self.columns];
        for &(column, value) in self.row(row) {
            dense[column] = value;
        }
        dense
    }

    /// Weighted sum of rows.
    pub(crate) fn sum(&self, rows: &[usize], times: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.columns];
        for (&row, times) in rows.iter().zip(times) {
            for &(column, value) in self.row(row) {
                sum[column] += times * value;
            }
        }
        sum
    }

    /// Selects the targets of some rows, given a target for every row.
    pub(crate) fn targets(&self, rows: &[usize], target: &[f64]) -> Result<Vec<f64>, Refusal> {
        targets(self.rows(), rows, target)
    }
}

/// Selects and checks the targets of some of `all` rows.
pub(crate) fn targets(all: usize, rows: &[usize], target: &[f64]) -> Result<Vec<f64>, Refusal> {
    if target.len() != all {
        return Err(Refusal::Targets { found: target.len(), rows: all });
    }
    if rows.is_empty() {
        return Err(Refusal::Nothing);
    }
    let of = |&row: &usize| match target.get(row) {
        Some(target) if target.is_finite() => Ok(*target),
        Some(_) => Err(Refusal::NotFinite { row }),
        None => Err(Refusal::Row { row, rows: all }),
    };
    rows.iter().map(of).collect()
}

/// Mean clamped to the range of the values, so that the mean of equal numbers is exact; 0 of none.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match values {
        [] => 0.0,
        _ => (values.iter().sum::<f64>() / crate::number::float(values.len())).max(low).min(high),
    }
}

/// Why no model was fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Nothing,
    Uneven { row: usize, found: usize, columns: usize },
    Column { row: usize, column: usize, columns: usize },
    NotFinite { row: usize },
    Row { row: usize, rows: usize },
    Targets { found: usize, rows: usize },
    RowMismatch { left: usize, right: usize },
    Domain { row: usize, domain: usize, domains: usize },
    TooLarge,
    Setting(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Refusal::Nothing => f.write_str("there is no row to learn from"),
            Refusal::Uneven { row, found, columns } => {
                write!(f, "row {row} has {found} numbers where the first has {columns}")
            }
            Refusal::Column { row, column, columns } => {
                write!(
                    f,
                    "row {row} names column {column}, and there are only {columns}, from 0 on"
                )
            }
            Refusal::NotFinite { row } => {
                write!(f, "row {row} holds something that is not a finite number")
            }
            Refusal::Row { row, rows } => {
                write!(f, "row {row} is asked for, and there are only {rows}, from 0 on")
            }
            Refusal::Targets { found, rows } => {
                write!(f, "{found} numbers were given for {rows} rows")
            }
            Refusal::RowMismatch { left, right } => {
                write!(f, "{left} rows cannot stand beside {right}")
            }
            Refusal::Domain { row, domain, domains } => {
                write!(
                    f,
                    "row {row} is of domain {domain}, and there are only {domains}, from 0 on"
                )
            }
            Refusal::TooLarge => f.write_str("the numbers are too large to compute with"),
            Refusal::Setting(setting) => f.write_str(setting),
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests;
