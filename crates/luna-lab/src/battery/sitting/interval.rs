//! Results in percent as estimates with an error.

pub use luna_learn::stratified::Percent;
use luna_learn::stratified::{self, Draws};
pub(super) use luna_learn::stratified::{mean, spread};

use crate::trials::Estimate;

/// Rounds of the bootstrap.
pub const ROUNDS: u64 = 10_000;

/// Equal shares of all items do not say how far they may be off.
pub(super) fn estimate(percent: &Percent) -> Estimate {
    let error = if percent.error > 0.0 { percent.error } else { f64::NAN };
    Estimate { value: percent.value, error }
}

/// The mean over the items of a subtest.
pub(super) fn of_subtest(shares: &[f64], is_all_or_nothing: bool, seed: u64) -> Percent {
    stratified::of_stratum(shares, is_all_or_nothing, draws(seed))
}

/// The mean over subtests of the means over their items.
pub(super) fn over_subtests(subtests: &[Vec<f64>], seed: u64) -> Percent {
    stratified::over_strata(subtests, draws(seed))
}

/// The mean of each subtest, for each round.
pub(super) fn resampled(subtests: &[Vec<f64>], seed: u64) -> Vec<Vec<f64>> {
    stratified::resampled(subtests, draws(seed))
}

fn draws(seed: u64) -> Draws {
    Draws { rounds: ROUNDS, seed }
}
