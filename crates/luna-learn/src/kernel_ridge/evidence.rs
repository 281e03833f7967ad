//! Ridge regression under several kernels and strengths at once, each with the share of the say
//! that the evidence gives it.
//!
//! Under a kernel `K` and a strength `s`, the targets of a Gaussian process have the covariance
//! `v (K / s + I)` around a mean that nobody knows. With `v` where it is likeliest, and the mean
//! integrated out, the evidence is the density of the targets. So nothing is left out to choose,
//! and where the rows cannot tell, nothing is chosen.

use super::selection::{NO_LIKENESS, alike_in_common, check_strengths, targets_and_mean};
use crate::design::{Refusal, mean};
use crate::float;
use crate::matrix::Tridiagonal;
use crate::matrix::{add, dot};

#[derive(Clone, Debug, PartialEq)]
pub struct Averaged {
    /// For each kernel, the weight of its entry for each row.
    pub weights: Vec<Vec<f64>>,
    pub intercept: f64,
    pub shares: Vec<Share>,
}

/// One kernel with one strength, in the order of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub kernel: usize,
    pub strength: f64,
    pub share: f64,
}

impl Averaged {
    /// Predicts a target from the entries of each kernel for something and each row learned from.
    pub fn of<'a>(&self, entries: impl IntoIterator<Item = &'a [f64]>) -> f64 {
        let each = self.weights.iter().zip(entries);
        self.intercept + each.map(|(weights, entries)| dot(weights, entries)).sum::<f64>()
    }
}

/// One candidate before the shares are known.
struct Candidate {
    kernel: usize,
    strength: f64,
    /// The logarithm, less a constant that is the same for all.
    evidence: f64,
    /// In the space of the kernel's [`Tridiagonal`].
    weights: Vec<f64>,
}

/// Learns from all rows of some kernels, with a target for each row. Candidates that are no
/// likeness have no share.
pub fn averaged(
    kernels: &[Vec<Vec<f64>>],
    target: &[f64],
    strengths: &[f64],
) -> Result<Averaged, Refusal> {
    if kernels.is_empty() {
        return Err(Refusal::Nothing);
    }
    check_strengths(strengths)?;
    let rows: Vec<usize> = (0..target.len()).collect();
    let mut candidates = Vec::new();
    let mut turned = Vec::new();
    let mut middle = 0.0;
    for (nth, kernel) in kernels.iter().enumerate() {
        let (wanted, mean) = targets_and_mean(kernel, &rows, target)?;
        middle = mean;
        let (tridiagonal, largest) = alike_in_common(kernel.clone());
        let right = tridiagonal.turn(wanted);
        let all = strengths.iter().filter_map(|&strength| {
            let (evidence, weights) = fit(&tridiagonal, largest, &right, strength)?;
            Some(Candidate { kernel: nth, strength, evidence, weights })
        });
        candidates.extend(all);
        turned.push(tridiagonal);
    }
    let best = candidates.iter().map(|it| it.evidence).fold(f64::NEG_INFINITY, f64::max);
    if !best.is_finite() {
        return Err(NO_LIKENESS);
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
        *weights = tridiagonal.turn_back(std::mem::take(weights));
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
    Ok(Averaged { weights, intercept, shares })
}

/// The evidence and the turned weights; `None` if the kernel is no likeness at this strength.
fn fit(
    tridiagonal: &Tridiagonal,
    largest: f64,
    right: &[f64],
    strength: f64,
) -> Option<(f64, Vec<f64>)> {
    let strengthened = tridiagonal.strengthened(strength)?;
    let weights = strengthened.solve(right.to_vec());
    let free = float(right.len().saturating_sub(1));
    // The part that all rows have in common was put in and is taken out of the determinant.
    let determinant =
        strengthened.log_determinant() - free * strength.ln() - (largest + strength).ln();
    let misfit = (strength * dot(right, &weights)).max(f64::MIN_POSITIVE);
    let evidence = -0.5 * (free * misfit.ln() + determinant);
    evidence.is_finite().then_some((evidence, weights))
}

#[cfg(test)]
mod tests;
