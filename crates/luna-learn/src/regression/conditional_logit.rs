//! Conditional logit: the probability of each of several alternatives, from features of its own
//! (`McFadden` 1974). The alternatives may differ in number from choice to choice.

use rayon::prelude::*;

use crate::matrix::Cholesky;
use crate::regression::design::Refusal;

/// The features of each alternative, and the alternative that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub alternatives: Vec<Vec<f64>>,
    pub chosen: usize,
}

/// Fits one weight for each feature by maximum likelihood, less `ridge` times half of the sum of
/// squared weights per choice, where every feature counts in standard deviations.
pub fn fit(choices: &[Choice], ridge: f64) -> Result<Vec<f64>, Refusal> {
    let scales = scales(choices)?;
    if !(ridge > 0.0 && ridge.is_finite()) {
        return Err(Refusal::Setting("the ridge is a positive number"));
    }
    let penalty = ridge * crate::number::float(choices.len());
    let mut weights = vec![0.0; scales.len()];
    let mut now = expand(choices, &scales, &weights, penalty);
    for _ in 0..MOST_STEPS {
        let mut step = now.gradient.clone();
        let lower = (0..step.len()).map(|row| now.curvature[row][..=row].to_vec()).collect();
        Cholesky::factor(lower, 0.0).ok_or(Refusal::TooLarge)?.solve(&mut step);
        let gain: f64 = step.iter().zip(&now.gradient).map(|(step, slope)| step * slope).sum();
        if gain <= TOLERANCE * crate::number::float(choices.len()) {
            break;
        }
        let mut size = 1.0;
        loop {
            let moved: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight + size * step).collect();
            let next = expand(choices, &scales, &moved, penalty);
            if next.value >= now.value || size < 1e-6 {
                (weights, now) = (moved, next);
                break;
            }
            size /= 2.0;
        }
    }
    let found: Vec<f64> =
        weights.iter().zip(&scales).map(|(weight, scale)| weight * scale).collect();
    if found.iter().all(|weight| weight.is_finite()) { Ok(found) } else { Err(Refusal::TooLarge) }
}

/// The probability of each alternative.
pub fn probabilities(weights: &[f64], alternatives: &[Vec<f64>]) -> Vec<f64> {
    let utility = |features: &Vec<f64>| {
        weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<f64>()
    };
    let mut shares: Vec<f64> = alternatives.iter().map(utility).collect();
    softmax(&mut shares);
    shares
}

const MOST_STEPS: usize = 50;
/// Gain of the mean log-likelihood below which a step is the last.
const TOLERANCE: f64 = 1e-14;

/// Choices that a thread sums up at a time: the order of additions, and so the last bit of the
/// result, does not depend on the number of threads.
const BLOCK: usize = 256;

/// Second-order expansion of the penalised log-likelihood.
#[derive(Clone)]
struct Expansion {
    value: f64,
    gradient: Vec<f64>,
    /// Negative second derivatives.
    curvature: Vec<Vec<f64>>,
}

impl Expansion {
    fn zero(columns: usize) -> Expansion {
        Expansion {
            value: 0.0,
            gradient: vec![0.0; columns],
            curvature: vec![vec![0.0; columns]; columns],
        }
    }

    fn add(&mut self, other: &Expansion) {
        self.value += other.value;
        add(&mut self.gradient, &other.gradient, 1.0);
        for (row, other) in self.curvature.iter_mut().zip(&other.curvature) {
            add(row, other, 1.0);
        }
    }

    fn add_choice(&mut self, choice: &Choice, scales: &[f64], weights: &[f64]) {
        let rows: Vec<Vec<f64>> =
            choice.alternatives.iter().map(|one| standardised(one, scales)).collect();
        let chances = probabilities(weights, &rows);
        let mut mean = vec![0.0; scales.len()];
        for (features, &share) in rows.iter().zip(&chances) {
            add(&mut mean, features, share);
        }
        self.value += chances[choice.chosen].max(f64::MIN_POSITIVE).ln();
        add(&mut self.gradient, &rows[choice.chosen], 1.0);
        add(&mut self.gradient, &mean, -1.0);
        for (features, &share) in rows.iter().zip(&chances).filter(|(_, share)| **share > 1e-9) {
            for (row, feature) in self.curvature.iter_mut().zip(features) {
                add(row, features, share * feature);
            }
        }
        for (row, feature) in self.curvature.iter_mut().zip(&mean) {
            add(row, &mean, -feature);
        }
    }
}

fn expand(choices: &[Choice], scales: &[f64], weights: &[f64], penalty: f64) -> Expansion {
    let blocks: Vec<Expansion> = choices
        .par_chunks(BLOCK)
        .map(|block| {
            let mut sum = Expansion::zero(scales.len());
            for choice in block {
                sum.add_choice(choice, scales, weights);
            }
            sum
        })
        .collect();
    let mut sum = Expansion::zero(scales.len());
    for block in &blocks {
        sum.add(block);
    }
    for (column, weight) in weights.iter().enumerate() {
        sum.value -= penalty * weight * weight / 2.0;
        sum.gradient[column] -= penalty * weight;
        sum.curvature[column][column] += penalty;
    }
    sum
}

/// One over each feature's standard deviation within choices, or 0 for a constant one, which cannot
/// matter.
fn scales(choices: &[Choice]) -> Result<Vec<f64>, Refusal> {
    let first = choices.first().and_then(|choice| choice.alternatives.first());
    let columns = first.ok_or(Refusal::Nothing)?.len();
    let (mut squares, mut count) = (vec![0.0; columns], 0);
    for (row, choice) in choices.iter().enumerate() {
        let all = &choice.alternatives;
        if choice.chosen >= all.len() {
            return Err(Refusal::Row { row: choice.chosen, rows: all.len() });
        }
        if let Some(odd) = all.iter().find(|one| one.len() != columns) {
            return Err(Refusal::Uneven { row, found: odd.len(), columns });
        }
        if !all.iter().flatten().all(|feature| feature.is_finite()) {
            return Err(Refusal::NotFinite { row });
        }
        for (column, sum) in squares.iter_mut().enumerate() {
            let values = || all.iter().map(|one| one[column]);
            let mean = values().sum::<f64>() / crate::number::float(all.len());
            *sum += values().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        }
        count += all.len();
    }
    let scale = |sum: f64| {
        let deviation = (sum / crate::number::float(count)).sqrt();
        if deviation > 1e-12 { 1.0 / deviation } else { 0.0 }
    };
    Ok(squares.into_iter().map(scale).collect())
}

fn standardised(features: &[f64], scales: &[f64]) -> Vec<f64> {
    features.iter().zip(scales).map(|(feature, scale)| feature * scale).collect()
}

fn add(to: &mut [f64], from: &[f64], times: f64) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += times * from;
    }
}

/// Replaces utilities by probabilities.
fn softmax(values: &mut [f64]) {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for value in values.iter_mut() {
        *value = (*value - most).exp();
    }
    let sum: f64 = values.iter().sum();
    for value in values.iter_mut() {
        *value /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn two_alternatives_are_a_logistic_regression() {
        // A feature is 1 for the first alternative; three of four choose it. So the weight is ln 3.
        let choice = |chosen| Choice { alternatives: vec![vec![1.0], vec![0.0]], chosen };
        let choices: Vec<Choice> = [0, 0, 1, 0].map(choice).to_vec();
        let weights = fit(&choices, 1e-9).unwrap();
        assert!((weights[0] - 3.0_f64.ln()).abs() < 1e-6, "{weights:?}");
        let shares = probabilities(&weights, &choices[0].alternatives);
        assert!((shares[0] - 0.75).abs() < 1e-7 && (shares[0] + shares[1] - 1.0).abs() < 1e-15);
    }

    #[test]
    fn drawn_choices_give_back_their_weights() {
        let (mut rng, truth) = (Rng::new(3, 0), [1.5, -0.02, 0.0]);
        let choices: Vec<Choice> = (0..6000)
            .map(|nth| {
                let mut one = || vec![rng.unit(), 100.0 * rng.unit(), rng.unit()];
                let alternatives: Vec<Vec<f64>> = (0..2 + nth % 4).map(|_| one()).collect();
                let mut left = rng.unit();
                let shares = probabilities(&truth, &alternatives);
                let passed = |share: &&f64| {
                    left -= **share;
                    left >= 0.0
                };
                let chosen = shares.iter().take_while(passed).count().min(alternatives.len() - 1);
                Choice { alternatives, chosen }
            })
            .collect();
        let weights = fit(&choices, 1e-6).unwrap();
        for ((weight, truth), scale) in weights.iter().zip(truth).zip([1.0, 100.0, 1.0]) {
            assert!((weight - truth).abs() * scale < 0.2, "{weights:?}");
        }
        // At the maximum no weight can be improved.
        let scales = scales(&choices).unwrap();
        let inner: Vec<f64> = weights.iter().zip(&scales).map(|(one, scale)| one / scale).collect();
        let slope = expand(&choices, &scales, &inner, 1e-6 * 6000.0).gradient;
        assert!(slope.iter().all(|slope| slope.abs() < 0.1), "{slope:?}");
    }

    #[test]
    fn a_constant_feature_and_a_sure_choice_do_no_harm() {
        let choice = Choice { alternatives: vec![vec![7.0, 1.0], vec![7.0, 0.0]], chosen: 0 };
        let weights = fit(&[choice.clone(), choice], 1e-3).unwrap();
        assert!(weights[0].abs() < 1e-12 && weights[1] > 1.0 && weights[1].is_finite());
    }

    #[test]
    fn what_is_not_a_choice_is_refused() {
        let refusal = |alternatives: Vec<Vec<f64>>, chosen| {
            fit(&[Choice { alternatives, chosen }], 1.0).unwrap_err()
        };
        assert_eq!(refusal(vec![], 0), Refusal::Nothing);
        assert_eq!(refusal(vec![vec![1.0]], 1), Refusal::Row { row: 1, rows: 1 });
        let uneven = vec![vec![1.0], vec![1.0, 2.0]];
        assert_eq!(refusal(uneven, 0), Refusal::Uneven { row: 0, found: 2, columns: 1 });
        assert_eq!(refusal(vec![vec![f64::NAN]], 0), Refusal::NotFinite { row: 0 });
        assert!(fit(&[], 1.0).is_err());
    }
}
