//! Several models as one: how much of each, never less than nothing, comes closest to the
//! targets (Lawson and Hanson 1974).

use crate::design::Refusal;
use crate::matrix::Orthogonal;
use crate::matrix::{add, dot};

/// One weight for each model, of what each foretold of rows that it had not learned from.
pub fn stack(foretold: &[Vec<f64>], target: &[f64]) -> Result<Vec<f64>, Refusal> {
    let rows = target.len();
    if rows == 0 || foretold.is_empty() {
        return Err(Refusal::Nothing);
    }
    if let Some(other) = foretold.iter().find(|model| model.len() != rows) {
        return Err(Refusal::Targets { found: other.len(), rows });
    }
    for model in foretold.iter().map(Vec::as_slice).chain([target]) {
        if let Some(row) = model.iter().position(|x| !x.is_finite()) {
            return Err(Refusal::NotFinite { row });
        }
        if !dot(model, model).is_finite() {
            return Err(Refusal::TooLarge);
        }
    }
    let mut weights = vec![0.0; foretold.len()];
    let mut taken: Vec<usize> = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    while let Some(next) = helpful(foretold, target, &weights, &[&taken[..], &refused].concat()) {
        taken.push(next);
        settle(foretold, target, &mut weights, &mut taken);
        // One that would be of help, but for rounding, is not asked again.
        match taken.contains(&next) {
            true => refused.clear(),
            false => refused.push(next),
        }
    }
    let finite = weights.iter().all(|weight| weight.is_finite());
    if finite { Ok(weights) } else { Err(Refusal::TooLarge) }
}

/// The model that goes best with what is left, more than rounding would.
fn helpful(foretold: &[Vec<f64>], target: &[f64], weights: &[f64], but: &[usize]) -> Option<usize> {
    let mut left = target.to_vec();
    for (model, weight) in foretold.iter().zip(weights) {
        add(&mut left, -weight, model);
    }
    let size = |vector: &[f64]| dot(vector, vector).sqrt();
    let all = size(target);
    let pulls = foretold.iter().map(|model| (dot(model, &left), 1e-13 * size(model) * all));
    let pulls = pulls.enumerate().filter(|(nth, (pull, least))| pull > least && !but.contains(nth));
    pulls.max_by(|one, other| one.1.0.total_cmp(&other.1.0)).map(|(nth, _)| nth)
}

/// The best weights of those taken; whoever would first fall below nothing on the way there is
/// given up.
fn settle(foretold: &[Vec<f64>], target: &[f64], weights: &mut [f64], taken: &mut Vec<usize>) {
    while !taken.is_empty() {
        let columns = taken.iter().map(|&nth| foretold[nth].clone()).collect();
        let best = Orthogonal::new(columns, target.len()).solve(target.to_vec());
        let short = taken.iter().zip(&best).enumerate().filter(|(_, (_, best))| **best <= 0.0);
        let share = |(&nth, best): (&usize, &f64)| (weights[nth] / (weights[nth] - best)).max(0.0);
        let first = short.map(|(place, one)| (place, share(one)));
        let first = first.min_by(|one, other| one.1.total_cmp(&other.1));
        let step = first.map_or(1.0, |(_, share)| share);
        for (&nth, best) in taken.iter().zip(&best) {
            weights[nth] = (weights[nth] + step * (best - weights[nth])).max(0.0);
        }
        let Some((place, _)) = first else { break };
        weights[taken.remove(place)] = 0.0;
    }
}

#[cfg(test)]
mod tests;
