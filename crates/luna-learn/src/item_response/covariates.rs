//! Covariates of answers, such as their length: they move the quality of every answer alike.

use super::state::State;
use super::walk::{Walk, log_normal};
use crate::number::float;
use crate::rng::Rng;

/// The deviation of an effect that is expected without marks, in logits.
const EFFECT: f64 = 1.0;

pub(super) struct Covariates {
    /// The value of each covariate for each row, less its mean.
    values: Vec<Vec<f64>>,
    walk: Walk,
}

impl Covariates {
    /// Of the rows that are kept of all answers.
    pub(super) fn new(all: &[Vec<f64>], kept: &[usize]) -> Covariates {
        let centered = |values: &Vec<f64>| -> Vec<f64> {
            let own: Vec<f64> =
                kept.iter().map(|&at| values.get(at).copied().unwrap_or(0.0)).collect();
            let mean = own.iter().sum::<f64>() / float(own.len()).max(1.0);
            own.into_iter().map(|value| value - mean).collect()
        };
        let values: Vec<Vec<f64>> = all.iter().map(centered).collect();
        Covariates { walk: Walk::new(values.len()), values }
    }

    pub(super) fn sweep(&mut self, state: &mut State, rng: &mut Rng, adapts: bool) {
        for (at, values) in self.values.iter().enumerate() {
            let now = state.effects[at];
            let log = |effect: f64| {
                let rows = state.rows.iter().zip(values);
                let term = rows.map(|(row, value)| {
                    let place = state.place(row) - (effect - now) * value;
                    row.mark.value(place, state.expected(row))
                });
                term.sum::<f64>() + log_normal(effect, 0.0, EFFECT)
            };
            let next = self.walk.step(at, now, rng, adapts, |to| log(to) - log(now));
            state.effects[at] = next;
            for (row, value) in state.rows.iter_mut().zip(values) {
                row.shift += (next - now) * value;
            }
        }
    }
}
