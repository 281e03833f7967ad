//! A symmetric system of equations that is solved for many right sides:
//! Cholesky's decomposition, row by row.

use crate::dot::dot;

pub(super) struct Factor {
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// Of the lower triangle of a positive definite matrix, row by row.
    pub(super) fn new(mut rows: Vec<Vec<f64>>) -> Factor {
        for nth in 0..rows.len() {
            let (above, rest) = rows.split_at_mut(nth);
            let Some(row) = rest.first_mut() else { break };
            for (at, other) in above.iter().enumerate() {
                row[at] = (row[at] - dot(&row[..at], &other[..at])) / other[at];
            }
            row[nth] = (row[nth] - dot(&row[..nth], &row[..nth])).max(f64::MIN_POSITIVE).sqrt();
        }
        Factor { rows }
    }

    pub(super) fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        for (nth, row) in self.rows.iter().enumerate() {
            right[nth] = (right[nth] - dot(&row[..nth], &right[..nth])) / row[nth];
        }
        for (nth, row) in self.rows.iter().enumerate().rev() {
            right[nth] /= row[nth];
            let (before, this) = right.split_at_mut(nth);
            for (before, own) in before.iter_mut().zip(row) {
                *before -= this[0] * own;
            }
        }
        right
    }
}
