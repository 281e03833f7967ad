//! The bootstrap: resampled rounds on all processors, and percentile intervals.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::quantile::quantile_of_sorted;
use crate::rng::Rng;

/// Runs each round with random numbers of its own; the result does not depend on the number of
/// threads.
pub(crate) fn resample<T: Send>(
    rounds: u64,
    seed: u64,
    round: impl Fn(&mut Rng) -> T + Sync,
) -> Vec<T> {
    let count = usize::try_from(rounds).unwrap_or(usize::MAX);
    each(count, |nth| round(&mut Rng::new(seed, u64::try_from(nth).unwrap_or(u64::MAX))))
}

/// Maps each number below `count`, in their order.
pub(crate) fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count);
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    let run = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count {
                break;
            }
            let result = work(nth);
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((nth, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|&(nth, _)| nth);
    done.into_iter().map(|(_, result)| result).collect()
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
