//! A symmetric system of equations that is solved for many right sides:
//! Cholesky's decomposition, row by row.

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

/// In eight sums side by side, which the processor adds at once.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let (ones, last) = one.as_chunks::<8>();
    let (others, other_last) = other.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (one, other) in ones.iter().zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    let rest: f64 = last.iter().zip(other_last).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f64>() + rest
}
