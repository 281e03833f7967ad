//! Random-walk Metropolis steps whose length adapts.

use crate::rng::Rng;

/// The lengths of the steps of some numbers, as logarithms.
#[derive(Clone, Debug)]
pub(super) struct Walk(Vec<f64>);

/// The share of accepted steps that mixes best in one dimension, and the speed of adaptation.
const ACCEPTED: f64 = 0.44;
const SPEED: f64 = 0.1;

impl Walk {
    pub(super) fn new(count: usize) -> Walk {
        Walk(vec![0.0; count])
    }

    /// Takes a step from a number, or stays. `gain` is the change of the log-density at a place.
    pub(super) fn step(
        &mut self,
        at: usize,
        value: f64,
        rng: &mut Rng,
        adapts: bool,
        gain: impl FnOnce(f64) -> f64,
    ) -> f64 {
        let length = &mut self.0[at];
        let to = value + length.exp() * rng.normal();
        let chance = gain(to).min(0.0).exp();
        if adapts {
            *length += SPEED * (chance - ACCEPTED);
        }
        if rng.unit() < chance { to } else { value }
    }
}

/// The logarithm of a normal density, up to a constant.
pub(super) fn log_normal(value: f64, mean: f64, deviation: f64) -> f64 {
    -0.5 * ((value - mean) / deviation).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::float;

    #[test]
    fn a_walk_visits_places_as_often_as_they_are_likely() {
        let (mut walk, mut rng, mut at) = (Walk::new(1), Rng::new(1, 1), 9.0);
        let log = |x| log_normal(x, 3.0, 0.2);
        let mut places = Vec::new();
        for nth in 0..40_000 {
            at = walk.step(0, at, &mut rng, nth < 1_000, |to| log(to) - log(at));
            places.push(at);
        }
        let places = &places[1_000..];
        let mean = places.iter().sum::<f64>() / float(places.len());
        let variance = places.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / float(places.len());
        assert!((mean - 3.0).abs() < 0.01 && (variance.sqrt() - 0.2).abs() < 0.01, "{mean}");
    }
}
