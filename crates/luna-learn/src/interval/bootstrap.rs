//! The bootstrap: resampled rounds on all processors, and percentile intervals.

use rayon::prelude::*;

use crate::interval::quantile::quantile_of_sorted;
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
    let groups: Vec<(f64, f64)> = values.iter().map(|&value| (value, 1.0)).collect();
    resampled_group_means(&groups, rounds, seed)
}

/// The same where values depend on each other in groups, each with its sum and its size: whole groups
/// are drawn, as many as there are.
pub fn resampled_group_means(groups: &[(f64, f64)], rounds: u64, seed: u64) -> Vec<f64> {
    if groups.is_empty() {
        return Vec::new();
    }
    resample(rounds, seed, |rng| {
        let drawn = (0..groups.len()).filter_map(|_| groups.get(rng.below(groups.len())));
        let (sum, size) = drawn.fold((0.0, 0.0), |all, group| (all.0 + group.0, all.1 + group.1));
        sum / size
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

#[cfg(test)]
mod tests {
    use super::*;

    fn deviation(rounds: &[f64]) -> f64 {
        let mean = rounds.iter().sum::<f64>() / crate::number::float(rounds.len());
        let squares: f64 = rounds.iter().map(|it| (it - mean).powi(2)).sum();
        (squares / crate::number::float(rounds.len())).sqrt()
    }

    #[test]
    fn values_in_groups_are_as_uncertain_as_their_groups() {
        // Twenty values alone have an error of 0.5 / √20; in four groups of five that agree, 0.5 / √4.
        let alone: Vec<f64> = (0..20).map(|nth| f64::from(nth % 2)).collect();
        let groups = [(5.0, 5.0), (0.0, 5.0), (5.0, 5.0), (0.0, 5.0)];
        let alone = deviation(&resampled_means(&alone, 20_000, 1));
        let grouped = deviation(&resampled_group_means(&groups, 20_000, 1));
        assert!((alone - 0.5 / 20.0_f64.sqrt()).abs() < 0.003, "{alone}");
        assert!((grouped - 0.25).abs() < 0.006, "{grouped}");
        assert!(resampled_group_means(&[], 5, 1).is_empty());
    }
}
