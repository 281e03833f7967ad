//! Kernel ridge regression, with the strength selected by leave-one-out error.

mod distance;
mod evidence;
mod selection;

use crate::matrix::dot;
use crate::number::float;
use crate::regression::design::Refusal;

pub use self::distance::squared_distance;
pub use self::evidence::{KernelAverage, Share, average_kernels};
use self::selection::centred_targets;
pub(crate) use self::selection::{StrengthSelection, fit_gram, select_strength};

#[derive(Clone, Debug, PartialEq)]
pub struct KernelRidge {
    /// The training rows, and the weight of each one's kernel entry.
    pub rows: Vec<usize>,
    pub weights: Vec<f64>,
    pub intercept: f64,
    pub strength: f64,
    /// Each strength, with its leave-one-out mean squared error; empty where there was only one.
    pub errors: Vec<(f64, f64)>,
}

impl KernelRidge {
    /// Predicts a target from kernel entries with each training row, in their order.
    pub fn predict_one(&self, entries: impl IntoIterator<Item = f64>) -> f64 {
        self.intercept + self.weights.iter().zip(entries).map(|(weight, x)| weight * x).sum::<f64>()
    }

    /// Predicts some rows of the same kernel matrix; missing entries count as 0.
    pub fn predict(&self, kernel: &[Vec<f64>], rows: &[usize]) -> Vec<f64> {
        let entry = |row: usize, at: usize| kernel.get(row).and_then(|row| row.get(at)).copied();
        let of = |&row| self.predict_one(self.rows.iter().map(|&at| entry(row, at).unwrap_or(0.0)));
        rows.iter().map(of).collect()
    }
}

/// Fits some rows of a symmetric kernel matrix, with a target for every row. The intercept is not
/// penalised: the kernel is centred.
pub fn kernel_ridge(
    kernel: &[Vec<f64>],
    rows: &[usize],
    target: &[f64],
    strengths: &[f64],
) -> Result<KernelRidge, Refusal> {
    let (wanted, mean) = centred_targets(kernel, rows, target)?;
    let among: Vec<Vec<f64>> =
        (rows.iter()).map(|&row| rows.iter().map(|&other| kernel[row][other]).collect()).collect();
    let means: Vec<f64> =
        among.iter().map(|row| row.iter().sum::<f64>() / float(row.len())).collect();
    let chosen = fit_gram(among, &wanted, strengths)?;
    let intercept = mean - dot(&chosen.weights, &means);
    if !intercept.is_finite() || chosen.weights.iter().any(|x| !x.is_finite()) {
        return Err(Refusal::TooLarge);
    }
    let StrengthSelection { strength, weights, errors } = chosen;
    Ok(KernelRidge { rows: rows.to_vec(), weights, intercept, strength, errors })
}

#[cfg(test)]
mod tests;
