//! When a machine's move is released.
//!
//! A machine answers at once; people do not. So that speed tells nothing, each
//! of its moves waits for as long as a person might have taken, drawn from the
//! times people here have taken for the same phase.

use crate::chance::Chance;

/// As many times of people as are needed before they are drawn from.
pub const ENOUGH: usize = 50;
/// No move comes sooner than anyone could have read and typed.
const FLOOR_MS: i64 = 5_000;
/// Spread of the stand-in distribution, of the logarithm.
const SIGMA: f64 = 0.8;

/// How long a move waits, in milliseconds. `people` are the times people took,
/// in any order; until there are [`ENOUGH`] a log-normal with the given median
/// stands in. A median of 0 means that moves are not held back.
pub fn delay_ms(chance: &mut Chance, people: &[i64], median_ms: i64, longest_ms: i64) -> i64 {
    if median_ms <= 0 {
        return 0;
    }
    let drawn = match chance.pick(people).filter(|_| people.len() >= ENOUGH) {
        // Never exactly the time of somebody who can be found in the data.
        Some(&time) => scale(time, 0.1 * chance.normal()),
        None => scale(median_ms, SIGMA * chance.normal()),
    };
    drawn.clamp(FLOOR_MS.min(longest_ms), longest_ms)
}

/// How long somebody whose partner is to be a machine waits for it: as long as
/// people here wait for people. Until that is known, half find somebody there.
pub fn arrival_ms(chance: &mut Chance, people: &[i64], longest_ms: i64) -> i64 {
    let drawn = match chance.pick(people).filter(|_| people.len() >= ENOUGH) {
        Some(&time) => scale(time, 0.1 * chance.normal()),
        None if chance.below(2) == 0 => 0,
        None => i64::try_from(chance.below(usize::try_from(longest_ms).unwrap_or(0))).unwrap_or(0),
    };
    drawn.clamp(0, longest_ms.max(0))
}

/// `ms` times e to the `log`.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "some days in milliseconds, far below 2^53"
)]
fn scale(ms: i64, log: f64) -> i64 {
    (ms as f64 * log.exp()) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    fn sorted(people: &[i64]) -> Vec<i64> {
        let mut chance = Chance::from_seed(3);
        let mut all: Vec<i64> =
            (0..2_001).map(|_| delay_ms(&mut chance, people, 120_000, DAY)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn two_minutes_in_the_middle_until_people_have_played() {
        let all = sorted(&[1, 2, 3]);
        assert!((110_000..130_000).contains(&all[1_000]), "median {}", all[1_000]);
        assert!(all[0] >= FLOOR_MS);
        assert!(all[1_800] > 240_000, "a long tail, as people have: {}", all[1_800]);
    }

    #[test]
    fn then_as_people_take() {
        let people: Vec<i64> = (1..=60).map(|n| n * 10_000).collect();
        let all = sorted(&people);
        assert!((270_000..340_000).contains(&all[1_000]), "median {}", all[1_000]);
    }

    #[test]
    fn machines_arrive_as_people_do() {
        let mut chance = Chance::from_seed(4);
        let mut arrivals = |people: &[i64]| -> Vec<i64> {
            let mut all: Vec<i64> =
                (0..2_000).map(|_| arrival_ms(&mut chance, people, 120_000)).collect();
            all.sort_unstable();
            all
        };
        let unknown = arrivals(&[]);
        assert_eq!(unknown[900], 0);
        assert!((50_000..70_000).contains(&unknown[1_500]), "{}", unknown[1_500]);
        let people: Vec<i64> = (0..60).map(|n| if n % 3 == 0 { 0 } else { 30_000 }).collect();
        let known = arrivals(&people);
        assert_eq!(known.iter().filter(|&&wait| wait == 0).count() / 100, 6);
        assert!((28_000..32_000).contains(&known[1_300]), "{}", known[1_300]);
        assert!(arrivals(&[500_000; 50]).iter().all(|&wait| wait == 120_000));
    }

    #[test]
    fn a_seed_fixes_it_and_zero_switches_it_off() {
        let delay = |seed| delay_ms(&mut Chance::from_seed(seed), &[], 120_000, DAY);
        assert_eq!(delay(9), delay(9));
        assert_ne!(delay(9), delay(10));
        assert_eq!(delay_ms(&mut Chance::from_seed(1), &[], 0, DAY), 0);
    }
}
