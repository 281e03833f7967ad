//! Stacking: the nonnegative combination of models with the least squared error (Lawson and Hanson
//! 1974).

use crate::design::Refusal;
use crate::matrix::CompleteOrthogonal;
use crate::matrix::{add, dot};

/// Returns one weight per model, given its out-of-sample predictions.
pub fn stack(predictions: &[Vec<f64>], target: &[f64]) -> Result<Vec<f64>, Refusal> {
    let rows = target.len();
    if rows == 0 || predictions.is_empty() {
        return Err(Refusal::Nothing);
    }
    if let Some(other) = predictions.iter().find(|model| model.len() != rows) {
        return Err(Refusal::Targets { found: other.len(), rows });
    }
    for model in predictions.iter().map(Vec::as_slice).chain([target]) {
        if let Some(row) = model.iter().position(|x| !x.is_finite()) {
            return Err(Refusal::NotFinite { row });
        }
        if !dot(model, model).is_finite() {
            return Err(Refusal::TooLarge);
        }
    }
    let mut weights = vec![0.0; predictions.len()];
    let mut active: Vec<usize> = Vec::new();
    let mut rejected: Vec<usize> = Vec::new();
    while let Some(next) =
        best_addition(predictions, target, &weights, &[&active[..], &rejected].concat())
    {
        active.push(next);
        solve_nonnegative(predictions, target, &mut weights, &mut active);
        // A model whose gain is only rounding is not tried again.
        match active.contains(&next) {
            true => rejected.clear(),
            false => rejected.push(next),
        }
    }
    let finite = weights.iter().all(|weight| weight.is_finite());
    if finite { Ok(weights) } else { Err(Refusal::TooLarge) }
}

/// The model whose predictions correlate most with the residual, beyond rounding.
fn best_addition(
    predictions: &[Vec<f64>],
    target: &[f64],
    weights: &[f64],
    but: &[usize],
) -> Option<usize> {
    let mut left = target.to_vec();
    for (model, weight) in predictions.iter().zip(weights) {
        add(&mut left, -weight, model);
    }
    let size = |vector: &[f64]| dot(vector, vector).sqrt();
    let all = size(target);
    let pulls = predictions.iter().map(|model| (dot(model, &left), 1e-13 * size(model) * all));
    let pulls = pulls.enumerate().filter(|(nth, (pull, least))| pull > least && !but.contains(nth));
    pulls.max_by(|one, other| one.1.0.total_cmp(&other.1.0)).map(|(nth, _)| nth)
}

/// Least squares over the active models; a model whose weight would turn negative is dropped.
fn solve_nonnegative(
    predictions: &[Vec<f64>],
    target: &[f64],
    weights: &mut [f64],
    active: &mut Vec<usize>,
) {
    while !active.is_empty() {
        let columns = active.iter().map(|&nth| predictions[nth].clone()).collect();
        let best = CompleteOrthogonal::new(columns, target.len()).solve(target.to_vec());
        let short = active.iter().zip(&best).enumerate().filter(|(_, (_, best))| **best <= 0.0);
        let share = |(&nth, best): (&usize, &f64)| (weights[nth] / (weights[nth] - best)).max(0.0);
        let first = short.map(|(place, one)| (place, share(one)));
        let first = first.min_by(|one, other| one.1.total_cmp(&other.1));
        let step = first.map_or(1.0, |(_, share)| share);
        for (&nth, best) in active.iter().zip(&best) {
            weights[nth] = (weights[nth] + step * (best - weights[nth])).max(0.0);
        }
        let Some((place, _)) = first else { break };
        weights[active.remove(place)] = 0.0;
    }
}

#[cfg(test)]
mod tests;
