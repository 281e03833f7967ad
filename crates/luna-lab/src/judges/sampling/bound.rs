//! What theory says about the number of guesses: judges are known, and guesses have normal noise.
//!
//! A pair of machines is in the wrong order with the probability that noise exceeds their distance,
//! so the loss of Kendall's tau falls as the deviation of a guess divided by the root of the number
//! of guesses. Who is judged next only changes the constant; half as many guesses need half the
//! variance.

use luna_core::rng::Chance;
use luna_learn::{float, normal};

use super::choice::Choice;
use super::curve::{Curve, LOOKS, look_at, tau};
use super::joint::{Posterior, Variances};
use super::world::{LEVELS, MACHINES, Meeting, SITTING};

/// Steps of the search for an allocation, and the power of its steps.
const STEPS: usize = 200;
const POWER: f64 = 0.25;

/// Expected tau of ratings with these variances.
pub(super) fn expected(levels: &[f64], variances: &[f64]) -> f64 {
    let wrong: f64 = pairs(levels.len())
        .map(|(one, other)| {
            let deviation = (variances[one] + variances[other]).sqrt();
            normal::cdf(-(levels[one] - levels[other]).abs() / deviation)
        })
        .sum();
    let count = float(levels.len() * (levels.len() - 1) / 2);
    1.0 - 2.0 * wrong / count
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|one| (0..one).map(move |other| (one, other)))
}

/// Numbers of guesses that are best for machines of known levels, if they are fixed beforehand.
pub(super) fn best_allocation(levels: &[f64], variance: f64, guesses: f64) -> Vec<f64> {
    let mut counts = vec![guesses / float(levels.len()); levels.len()];
    for _ in 0..STEPS {
        let mut gains = vec![0.0; levels.len()];
        for (one, other) in pairs(levels.len()) {
            let both = variance / counts[one] + variance / counts[other];
            let away = (levels[one] - levels[other]).abs() / both.sqrt();
            let gain = normal::density(away) * away / both;
            gains[one] += gain / counts[one].powi(2);
            gains[other] += gain / counts[other].powi(2);
        }
        counts.iter_mut().zip(gains).for_each(|(count, gain)| *count *= gain.powf(POWER));
        let all = counts.iter().sum::<f64>();
        // A machine without a neighbour in reach still has to be seen once.
        for count in &mut counts {
            *count = (*count * guesses / all).max(1.0);
        }
    }
    counts
}

/// A way to spend guesses whose judges are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ideal {
    Evenly,
    /// By somebody who knows the levels, but must fix the numbers beforehand.
    BestFixed,
    /// By [`Choice::MostInformative`], played out.
    Informative,
}

/// Tau at each of [`LOOKS`] in one world, with this variance of a guess.
pub(super) fn curve(ideal: Ideal, variance: f64, words: &[&str]) -> Curve {
    let mut chance = Chance::from_words(words);
    let (low, high) = LEVELS;
    let levels: Vec<f64> = (0..MACHINES).map(|_| low + (high - low) * chance.unit()).collect();
    let of = |counts: Vec<f64>| {
        let variances: Vec<f64> = counts.iter().map(|count| variance / count).collect();
        expected(&levels, &variances)
    };
    let guesses = LOOKS.map(f64::from);
    match ideal {
        Ideal::Evenly => guesses.map(|all| of(vec![all / float(MACHINES); MACHINES])),
        Ideal::BestFixed => guesses.map(|all| of(best_allocation(&levels, variance, all))),
        Ideal::Informative => played(&levels, variance, chance),
    }
}

/// Sittings chosen by what is known, with noise alone.
fn played(levels: &[f64], variance: f64, mut chance: Chance) -> Curve {
    let (mut sums, mut counts) = ([0.0; MACHINES], [0; MACHINES]);
    let variances = Variances { noise: variance, judge: 0.0, sitting: 0.0 };
    let spread = (LEVELS.1 - LEVELS.0).powi(2) / 12.0;
    let (mut curve, mut all) = ([f64::NAN; LOOKS.len()], 0);
    while curve[LOOKS.len() - 1].is_nan() {
        let mut posterior = Posterior {
            means: [50.0; MACHINES],
            covariance: [[0.0; MACHINES]; MACHINES],
            variances,
        };
        for at in 0..MACHINES {
            let precision = 1.0 / spread + f64::from(counts[at]) / variance;
            posterior.covariance[at][at] = 1.0 / precision;
            posterior.means[at] = (50.0 / spread + sums[at] / variance) / precision;
        }
        if let Some(look) = look_at(all) {
            curve[look] = tau(levels, &posterior.means);
        }
        let met = [false; MACHINES];
        let next = Choice::MostInformative;
        for at in next.sitting(Meeting::OneByOne, &posterior, &counts, &met, &mut chance) {
            sums[at] += levels[at] + variance.sqrt() * chance.normal();
            counts[at] += 1;
        }
        all += SITTING;
    }
    curve
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tau_in_theory_is_that_of_many_noisy_ratings() {
        let levels = [30.0, 41.0, 44.0, 60.0, 72.0];
        let variances = [9.0, 4.0, 16.0, 4.0, 9.0];
        let mut chance = Chance::from_seed(5);
        let many = 20_000;
        let mean = (0..many)
            .map(|_| {
                let noisy: Vec<f64> = levels
                    .iter()
                    .zip(variances)
                    .map(|(level, variance)| level + f64::sqrt(variance) * chance.normal())
                    .collect();
                tau(&levels, &noisy)
            })
            .sum::<f64>()
            / f64::from(many);
        assert!((expected(&levels, &variances) - mean).abs() < 0.005, "{mean}");
    }

    #[test]
    fn the_best_allocation_spends_on_neighbours_in_reach() {
        let levels = [30.0, 40.0, 43.0, 70.0];
        let counts = best_allocation(&levels, 324.0, 200.0);
        assert!((counts.iter().sum::<f64>() - 200.0).abs() < 2.0, "{counts:?}");
        assert!(counts[1] > 50.0 && counts[2] > 50.0 && counts[3] < 20.0, "{counts:?}");
        let of = |counts: &[f64]| {
            let variances: Vec<f64> = counts.iter().map(|count| 324.0 / count).collect();
            expected(&levels, &variances)
        };
        assert!(of(&counts) > of(&[50.0; 4]) + 0.01);
        // No small change of two counts is better.
        let best = of(&counts);
        for (one, other) in pairs(4) {
            for shift in [-1.0, 1.0] {
                let mut moved = counts.clone();
                (moved[one], moved[other]) = (moved[one] + shift, moved[other] - shift);
                assert!(of(&moved) < best + 1e-4, "{counts:?} {moved:?}");
            }
        }
    }
}
