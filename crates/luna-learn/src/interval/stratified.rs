//! Means of shares, over the items of one stratum or over several strata, in percent with intervals.

use crate::interval::bootstrap::resampled_means;
use crate::interval::proportion::exact_interval;
use crate::interval::quantile::quantile_of_sorted;
use crate::number::float;

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
}

/// Rounds of a bootstrap and the seed of its draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    pub rounds: u64,
    pub seed: u64,
}

/// The mean over the items of a stratum. The interval is exact where each item earns all or
/// nothing.
pub fn of_stratum(shares: &[f64], is_all_or_nothing: bool, draws: Draws) -> Percent {
    let percent = over_strata(std::slice::from_ref(&shares.to_vec()), draws);
    if !is_all_or_nothing {
        return percent;
    }
    let hits = shares.iter().filter(|share| **share > 0.5).count();
    let (low, high) = exact_interval(hits, shares.len());
    Percent { low: 100.0 * low, high: 100.0 * high, ..percent }
}

/// The mean over strata of the means over their items, with items drawn within each stratum.
pub fn over_strata(strata: &[Vec<f64>], draws: Draws) -> Percent {
    let sampled = resampled(strata, draws);
    let mut rounds: Vec<f64> = sampled.iter().map(|means| 100.0 * mean(means)).collect();
    rounds.sort_unstable_by(f64::total_cmp);
    let end = |share: f64| quantile_of_sorted(&rounds, share).unwrap_or(f64::NAN);
    let means: Vec<f64> = strata.iter().map(|shares| mean(shares)).collect();
    Percent {
        value: 100.0 * mean(&means),
        low: end(0.025),
        high: end(0.975),
        error: spread(&rounds),
    }
}

/// The mean of each stratum, for each round.
pub fn resampled(strata: &[Vec<f64>], Draws { rounds, seed }: Draws) -> Vec<Vec<f64>> {
    let all: Vec<Vec<f64>> = (strata.iter().zip(0_u64..))
        .map(|(shares, nth)| {
            resampled_means(shares, rounds, seed.wrapping_mul(8).wrapping_add(nth))
        })
        .filter(|means| !means.is_empty())
        .collect();
    let rounds = all.first().map_or(0, Vec::len);
    (0..rounds)
        .map(|round| all.iter().filter_map(|means| means.get(round).copied()).collect())
        .collect()
}

/// The standard deviation.
pub fn spread(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - middle).powi(2)).collect();
    mean(&squares).sqrt()
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: Draws = Draws { rounds: 4_000, seed: 3 };

    #[test]
    fn all_or_nothing_is_exact_and_the_mean_weighs_strata_alike() {
        let half = [vec![1.0; 5], vec![0.0; 5]].concat();
        let exact = of_stratum(&half, true, DRAWS);
        assert!((exact.value - 50.0).abs() < 1e-9);
        assert!((exact.low - 18.708_6).abs() < 1e-3 && (exact.high - 81.291_4).abs() < 1e-3);
        let mean = over_strata(&[vec![1.0; 3], vec![0.0; 30]], DRAWS);
        assert_eq!((mean.value, mean.low, mean.high, mean.error), (50.0, 50.0, 50.0, 0.0));
        assert_eq!(mean.words(), "50 (50 to 50)");
        let drawn = of_stratum(&half, false, DRAWS);
        assert!((drawn.error - 100.0 * (0.25_f64 / 10.0).sqrt()).abs() < 0.7, "{drawn:?}");
    }
}
