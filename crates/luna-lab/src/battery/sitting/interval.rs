//! Results in percent with their intervals.

use luna_learn::bootstrap::resampled_means;
use luna_learn::float;
use luna_learn::proportion::exact_interval;
use luna_learn::quantile::quantile_of_sorted;

use crate::trials::Estimate;

/// Rounds of the bootstrap.
pub const ROUNDS: u64 = 10_000;

/// A result in percent, its interval of 95 % and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub error: f64,
}

impl Percent {
    /// "56 (45 to 67)".
    pub fn words(&self) -> String {
        let Percent { value, low, high, .. } = self;
        format!("{value:.0} ({low:.0} to {high:.0})")
    }

    /// Equal shares of all items do not say how far they may be off.
    pub(super) fn estimate(&self) -> Estimate {
        let error = if self.error > 0.0 { self.error } else { f64::NAN };
        Estimate { value: self.value, error }
    }
}

/// The mean over the items of a subtest. The interval is exact where each item earns all or
/// nothing.
pub(super) fn of_subtest(shares: &[f64], is_all_or_nothing: bool, seed: u64) -> Percent {
    let percent = over_subtests(std::slice::from_ref(&shares.to_vec()), seed);
    if !is_all_or_nothing {
        return percent;
    }
    let hits = shares.iter().filter(|share| **share > 0.5).count();
    let (low, high) = exact_interval(hits, shares.len());
    Percent { low: 100.0 * low, high: 100.0 * high, ..percent }
}

/// The mean over subtests of the means over their items, with items drawn within each subtest.
pub(super) fn over_subtests(subtests: &[Vec<f64>], seed: u64) -> Percent {
    let drawn = resampled(subtests, seed);
    let mut rounds: Vec<f64> = drawn.iter().map(|means| 100.0 * mean(means)).collect();
    rounds.sort_unstable_by(f64::total_cmp);
    let end = |share: f64| quantile_of_sorted(&rounds, share).unwrap_or(f64::NAN);
    let means: Vec<f64> = subtests.iter().map(|shares| mean(shares)).collect();
    Percent {
        value: 100.0 * mean(&means),
        low: end(0.025),
        high: end(0.975),
        error: spread(&rounds),
    }
}

/// The mean of each subtest, for each round.
pub(super) fn resampled(subtests: &[Vec<f64>], seed: u64) -> Vec<Vec<f64>> {
    let all: Vec<Vec<f64>> = (subtests.iter().zip(0_u64..))
        .map(|(shares, nth)| {
            resampled_means(shares, ROUNDS, seed.wrapping_mul(8).wrapping_add(nth))
        })
        .filter(|means| !means.is_empty())
        .collect();
    let rounds = all.first().map_or(0, Vec::len);
    (0..rounds)
        .map(|round| all.iter().filter_map(|means| means.get(round).copied()).collect())
        .collect()
}

/// The standard deviation.
pub(super) fn spread(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - middle).powi(2)).collect();
    mean(&squares).sqrt()
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len())
}
