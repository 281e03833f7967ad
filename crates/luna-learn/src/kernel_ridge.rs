//! Ridge regression on how alike any two rows are, where the rows themselves need not be
//! numbers; of several strengths the one under which each row is best foretold by the others.

mod evidence;
mod selection;

use crate::design::Refusal;
use crate::float;
use crate::matrix::dot;

pub use self::evidence::{Averaged, Share, averaged};
use self::selection::targets_and_mean;
pub(crate) use self::selection::{Chosen, alike, chosen};

#[derive(Clone, Debug, PartialEq)]
pub struct KernelRidge {
    /// Those learned from, and what being like each of them adds.
    pub rows: Vec<usize>,
    pub weights: Vec<f64>,
    pub intercept: f64,
    pub strength: f64,
    /// Each strength, and the mean squared error when each row is left out in turn; empty where
    /// there was only one.
    pub errors: Vec<(f64, f64)>,
}

impl KernelRidge {
    /// Of how alike something is to each of the rows learned from, in their order.
    pub fn of(&self, alike: impl IntoIterator<Item = f64>) -> f64 {
        self.intercept + self.weights.iter().zip(alike).map(|(weight, x)| weight * x).sum::<f64>()
    }

    /// For some rows of the same matrix; 0 stands for what it lacks.
    pub fn predict(&self, kernel: &[Vec<f64>], rows: &[usize]) -> Vec<f64> {
        let entry = |row: usize, at: usize| kernel.get(row).and_then(|row| row.get(at)).copied();
        let of = |&row| self.of(self.rows.iter().map(|&at| entry(row, at).unwrap_or(0.0)));
        rows.iter().map(of).collect()
    }
}

/// From some rows of a symmetric matrix of how alike all rows are, with a target for each. The
/// intercept is free, as if all rows were taken from their mean.
pub fn kernel_ridge(
    kernel: &[Vec<f64>],
    rows: &[usize],
    target: &[f64],
    strengths: &[f64],
) -> Result<KernelRidge, Refusal> {
    let (wanted, mean) = targets_and_mean(kernel, rows, target)?;
    let among: Vec<Vec<f64>> =
        (rows.iter()).map(|&row| rows.iter().map(|&other| kernel[row][other]).collect()).collect();
    let means: Vec<f64> =
        among.iter().map(|row| row.iter().sum::<f64>() / float(row.len())).collect();
    let chosen = alike(among, &wanted, strengths)?;
    let intercept = mean - dot(&chosen.weights, &means);
    if !intercept.is_finite() || chosen.weights.iter().any(|x| !x.is_finite()) {
        return Err(Refusal::TooLarge);
    }
    let Chosen { strength, weights, errors } = chosen;
    Ok(KernelRidge { rows: rows.to_vec(), weights, intercept, strength, errors })
}

#[cfg(test)]
mod tests;
