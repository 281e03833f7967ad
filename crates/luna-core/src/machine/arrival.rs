//! The times at which machines join players who wait for a partner.
//!
//! Nobody who waits is passed over: people and machines who arrive go to the
//! player who has waited longest. So a second account in the queue learns
//! nothing; only the time of an arrival could tell what has come. Two choices
//! keep it silent:
//!
//! - Machines arrive at a constant rate, as people do. Then the share of
//!   machines among arrivals is the same after every wait.
//! - Of those who find nobody waiting, some are given a machine at once: as
//!   many as are given one after a wait. Each pair of people has one who waited
//!   and one who did not, so the share is the same among both.

use crate::rng::Chance;

/// The stream of machines that come to people who wait.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// The share of people's games, in percent, that are with a machine at the least.
    pub percent: usize,
    /// The rate at which people ask for a partner.
    pub people_per_ms: f64,
    /// The longest wait for a machine.
    pub longest_ms: i64,
}

/// The longest wait in mean waits: few are cut short by it, and most end far earlier.
const MEANS_IN_LONGEST: f64 = 3.0;

impl Arrivals {
    /// Returns true if a player who finds nobody waiting is given a machine at once.
    pub fn at_once(&self, chance: &mut Chance) -> bool {
        match self.percent {
            0 => false,
            percent => percent >= 100 || chance.unit() < self.share() / (1.0 + self.share()),
        }
    }

    /// Draws how long somebody waits for a machine if nobody else comes.
    pub fn wait_ms(&self, chance: &mut Chance) -> i64 {
        let longest = as_float(self.longest_ms.max(0));
        let ms = match self.percent {
            // Machines come only where no person does.
            0 => longest * (1.0 + chance.unit()) / 2.0,
            100.. => 0.0,
            _ => {
                // Exponential, given that it is within the longest.
                let within = 1.0 - (-self.rate() * longest).exp();
                -(1.0 - within * chance.unit()).ln() / self.rate()
            }
        };
        as_whole(ms.clamp(0.0, longest))
    }

    /// Machines in a millisecond, for each who waits.
    fn rate(&self) -> f64 {
        let wanted = as_float(i64::try_from(self.percent.min(99)).unwrap_or(99)) / 100.0;
        let at_least = MEANS_IN_LONGEST / as_float(self.longest_ms.max(1));
        at_least.max(self.people_per_ms * wanted / (1.0 - wanted))
    }

    /// The share of machines among those who come to somebody who waits.
    fn share(&self) -> f64 {
        self.rate() / (self.rate() + self.people_per_ms)
    }
}

/// The rate at which people ask, given the times of the latest, newest first. The minute keeps a
/// single one from looking like a crowd.
pub fn people_per_ms(now: i64, asked_at: &[i64]) -> f64 {
    const MINUTE_MS: i64 = 60_000;
    let Some(oldest) = asked_at.last() else { return 0.0 };
    let many = f64::from(u32::try_from(asked_at.len()).unwrap_or(u32::MAX));
    many / as_float((now - oldest).max(0) + MINUTE_MS)
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "days in ms, below 2^53")]
fn as_float(ms: i64) -> f64 {
    ms as f64
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "within an i64's range"
)]
fn as_whole(ms: f64) -> i64 {
    ms as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: i64 = 120_000;

    /// People who came, each with how long they waited and whether a machine came.
    fn people(percent: usize, gap_ms: f64, seed: u64) -> Vec<(f64, bool)> {
        let arrivals = Arrivals { percent, people_per_ms: gap_ms.recip(), longest_ms: WAIT };
        let mut chance = Chance::from_seed(seed);
        let (mut now, mut waits, mut met) = (0.0, None::<(f64, f64)>, Vec::new());
        for _ in 0..200_000 {
            now -= gap_ms * (1.0 - chance.unit()).ln();
            if let Some((since, until)) = waits.take() {
                if until > now {
                    met.extend([(now - since, false), (0.0, false)]);
                    continue;
                }
                met.push((until - since, true));
            }
            if arrivals.at_once(&mut chance) {
                met.push((0.0, true));
            } else {
                waits = Some((now, now + as_float(arrivals.wait_ms(&mut chance))));
            }
        }
        met
    }

    /// The share of machines among those whose wait is in a range.
    fn machines(met: &[(f64, bool)], from: f64, to: f64) -> f64 {
        let those: Vec<bool> =
            met.iter().filter(|(wait, _)| (from..to).contains(wait)).map(|it| it.1).collect();
        let count = |all: usize| f64::from(u32::try_from(all).unwrap());
        count(those.iter().filter(|machine| **machine).count()) / count(those.len())
    }

    #[test]
    fn the_length_of_a_wait_does_not_tell_what_has_come() {
        for (percent, gap_ms) in [(50, 9_000.0), (25, 9_000.0), (25, 30_000.0), (25, 600_000.0)] {
            let met = people(percent, gap_ms, 1);
            let at_once = machines(&met, 0.0, 0.001);
            for (from, to) in [(0.001, 5_000.0), (5_000.0, 20_000.0), (20_000.0, 60_000.0)] {
                let waited = machines(&met, from, to);
                // Bounded waits have a cost: late in them slightly more partners are machines.
                let apart = if gap_ms < 10_000.0 { 0.02 } else { 0.06 };
                assert!(
                    (waited - at_once).abs() < apart,
                    "{percent} % at {gap_ms}: {at_once:.3} at once, {waited:.3} from {from}"
                );
            }
        }
    }

    #[test]
    fn the_share_is_kept_where_people_are_many_and_all_are_served_where_they_are_few() {
        let share = |percent, gap_ms| machines(&people(percent, gap_ms, 2), 0.0, 1e9);
        assert!((0.23..0.27).contains(&share(25, 2_000.0)), "{}", share(25, 2_000.0));
        assert!((0.48..0.52).contains(&share(50, 2_000.0)), "{}", share(50, 2_000.0));
        assert!(share(25, 3_600_000.0) > 0.9);
    }

    #[test]
    fn waits_end() {
        let mut chance = Chance::from_seed(3);
        let mut drawn = |percent| -> Vec<i64> {
            let arrivals = Arrivals { percent, people_per_ms: 0.0, longest_ms: WAIT };
            let mut all: Vec<i64> = (0..1_000).map(|_| arrivals.wait_ms(&mut chance)).collect();
            all.sort_unstable();
            all
        };
        let some = drawn(25);
        assert!(some[999] <= WAIT && (20_000..40_000).contains(&some[500]), "{}", some[500]);
        let last = drawn(0);
        assert!(last[0] >= WAIT / 2 && last[999] <= WAIT);
        assert_eq!(drawn(100)[999], 0);
        let none = Arrivals { percent: 25, people_per_ms: 0.0, longest_ms: 0 };
        assert_eq!(none.wait_ms(&mut chance), 0);
    }

    #[test]
    fn people_are_counted_by_the_latest() {
        assert!(people_per_ms(0, &[]).abs() < 1e-12);
        assert!((people_per_ms(60_000, &[60_000]) - 1.0 / 60_000.0).abs() < 1e-12);
        let minutes: Vec<i64> = (0..10).rev().map(|nth| nth * 60_000).collect();
        assert!((people_per_ms(540_000, &minutes) - 1.0 / 60_000.0).abs() < 1e-12);
    }
}
