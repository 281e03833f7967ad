//! Kernel ridge regression averaged over kernels and strengths by Bayesian evidence.
//!
//! Under a kernel `K` and a strength `s`, the targets are a Gaussian process with covariance `v (K
//! / s + I)` and unknown mean. The evidence is their density with `v` at its maximum likelihood and
//! the mean integrated out. Averaging needs no held-out rows, and selects nothing where the data do
//! not decide.

use super::selection::{INDEFINITE, centred_targets, centred_tridiagonal, check_strengths};
use crate::matrix::{Tridiagonal, add, dot};
use crate::number::float;
use crate::regression::design::{Refusal, mean};

#[derive(Clone, Debug, PartialEq)]
pub struct KernelAverage {
    /// For each kernel, the weight of its entry with each row.
    pub weights: Vec<Vec<f64>>,
    pub intercept: f64,
    pub shares: Vec<Share>,
}

/// The posterior weight of one kernel with one strength, in the order of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub kernel: usize,
    pub strength: f64,
    pub share: f64,
}

impl KernelAverage {
    /// Predicts a target from the entries of each kernel with each training row.
    pub fn predict_one<'a>(&self, entries: impl IntoIterator<Item = &'a [f64]>) -> f64 {
        let each = self.weights.iter().zip(entries);
        self.intercept + each.map(|(weights, entries)| dot(weights, entries)).sum::<f64>()
    }
}

/// A kernel and strength before the weights are normalised.
struct Candidate {
    kernel: usize,
    strength: f64,
    /// Logarithm, up to a constant that all candidates share.
    evidence: f64,
    /// In the basis of the kernel's [`Tridiagonal`].
    weights: Vec<f64>,
}

/// Fits all rows under each kernel and strength, with a target for each row. Candidates whose
/// kernel is not positive definite get no share.
pub fn average_kernels(
    kernels: &[Vec<Vec<f64>>],
    target: &[f64],
    strengths: &[f64],
) -> Result<KernelAverage, Refusal> {
    if kernels.is_empty() {
        return Err(Refusal::Nothing);
    }
    check_strengths(strengths)?;
    let rows: Vec<usize> = (0..target.len()).collect();
    let mut candidates = Vec::new();
    let mut turned = Vec::new();
    let mut middle = 0.0;
    for (nth, kernel) in kernels.iter().enumerate() {
        let (wanted, mean) = centred_targets(kernel, &rows, target)?;
        middle = mean;
        let (tridiagonal, largest) = centred_tridiagonal(kernel.clone());
        let right = tridiagonal.apply_qt(wanted);
        let all = strengths.iter().filter_map(|&strength| {
            let (evidence, weights) = fit(&tridiagonal, largest, &right, strength)?;
            Some(Candidate { kernel: nth, strength, evidence, weights })
        });
        candidates.extend(all);
        turned.push(tridiagonal);
    }
    let best = candidates.iter().map(|it| it.evidence).fold(f64::NEG_INFINITY, f64::max);
    if !best.is_finite() {
        return Err(INDEFINITE);
    }
    let say = |it: &Candidate| (it.evidence - best).exp();
    let whole: f64 = candidates.iter().map(say).sum();
    let mut weights = vec![vec![0.0; rows.len()]; kernels.len()];
    let mut shares = Vec::new();
    for it in &candidates {
        let share = say(it) / whole;
        add(&mut weights[it.kernel], share, &it.weights);
        shares.push(Share { kernel: it.kernel, strength: it.strength, share });
    }
    let mut intercept = middle;
    for ((weights, tridiagonal), kernel) in weights.iter_mut().zip(&turned).zip(kernels) {
        *weights = tridiagonal.apply_q(std::mem::take(weights));
        let common = mean(weights);
        for x in &mut *weights {
            *x -= common;
        }
        let means = kernel.iter().map(|row| mean(row));
        intercept -= weights.iter().zip(means).map(|(weight, mean)| weight * mean).sum::<f64>();
    }
    if !intercept.is_finite() || weights.iter().flatten().any(|x| !x.is_finite()) {
        return Err(Refusal::TooLarge);
    }
    Ok(KernelAverage { weights, intercept, shares })
}

/// Returns the evidence and the weights in the tridiagonal basis; `None` if the shifted kernel is
/// not positive definite.
fn fit(
    tridiagonal: &Tridiagonal,
    largest: f64,
    right: &[f64],
    strength: f64,
) -> Option<(f64, Vec<f64>)> {
    let shifted = tridiagonal.shifted(strength)?;
    let weights = shifted.solve(right.to_vec());
    let free = float(right.len().saturating_sub(1));
    // The constant added in centring is removed from the determinant.
    let determinant = shifted.log_determinant() - free * strength.ln() - (largest + strength).ln();
    let misfit = (strength * dot(right, &weights)).max(f64::MIN_POSITIVE);
    let evidence = -0.5 * (free * misfit.ln() + determinant);
    evidence.is_finite().then_some((evidence, weights))
}

#[cfg(test)]
mod tests;
