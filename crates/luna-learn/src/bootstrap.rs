//! The bootstrap: resampled rounds on all processors, and percentile intervals.

use rayon::prelude::*;

use crate::quantile::quantile_of_sorted;
use crate::rng::Rng;

/// Runs each round with random numbers of its own; the result does not depend on the number of
/// threads.
pub(crate) fn resample<T: Send>(
    rounds: u64,
    seed: u64,
    round: impl Fn(&mut Rng) -> T + Sync + Send,
) -> Vec<T> {
    let count = usize::try_from(rounds).unwrap_or(usize::MAX);
    each(count, |nth| round(&mut Rng::new(seed, u64::try_from(nth).unwrap_or(u64::MAX))))
}

/// Maps each number below `count`, in their order.
pub(crate) fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    (0..count).into_par_iter().map(work).collect()
}

/// The mean of each of these rounds, drawn from the values with replacement; none of no values.
pub fn resampled_means(values: &[f64], rounds: u64, seed: u64) -> Vec<f64> {
    if values.is_empty() {
        return Vec::new();
    }
    resample(rounds, seed, |rng| {
        let drawn = (0..values.len()).filter_map(|_| values.get(rng.below(values.len())));
        drawn.sum::<f64>() / crate::float(values.len())
    })
}

/// Percentile interval of each player over the rounds. A round without a rating of a player (NaN)
/// widens the interval at both ends.
pub fn percentile_intervals(rounds: &[Vec<f64>], level: f64) -> Vec<(f64, f64)> {
    let players = rounds.first().map_or(0, Vec::len);
    let end = |player: usize, share: f64, unknown: f64| {
        let of = rounds.iter().filter_map(|round| round.get(player).copied());
        let mut values: Vec<f64> = of.map(|x| if x.is_nan() { unknown } else { x }).collect();
        values.sort_unstable_by(f64::total_cmp);
        quantile_of_sorted(&values, share).unwrap_or(unknown)
    };
    let outside = (1.0 - level) / 2.0;
    (0..players)
        .map(|player| {
            let low = end(player, outside, f64::NEG_INFINITY);
            (low, end(player, 1.0 - outside, f64::INFINITY))
        })
        .collect()
}
