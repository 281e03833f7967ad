//! The delay of a machine's move.
//!
//! A machine answers at once; people do not. To keep speed from giving it away, each of its moves is
//! delayed by a time drawn from those that people here have taken for the same phase.

use crate::pairing::meeting::Idle;
use crate::rng::Chance;

/// The number of people's times needed before delays are drawn from them.
pub const ENOUGH: usize = 8;
/// Spread of the stand-in distribution, of the logarithm.
const SIGMA: f64 = 0.8;

/// Stands among people's times for somebody who never made the move.
pub const NEVER: i64 = i64::MAX;

/// The delay of a move of somebody who has been idle, in milliseconds; none if it never comes, as
/// often as with people. `people` are the times that such people took, in any order. Until there are
/// enough, a log-normal with a multiple of the given median stands in. A median of 0 means that moves
/// are not delayed.
pub fn delay_or_never(
    chance: &mut Chance,
    people: &[i64],
    idle: Idle,
    median_ms: i64,
    longest_ms: i64,
) -> Option<i64> {
    if median_ms <= 0 {
        return Some(0);
    }
    let came: Vec<i64> = people.iter().copied().filter(|&ms| ms != NEVER).collect();
    let known = people.len() >= ENOUGH;
    let (percent, times) = idle.usual();
    let never = match known {
        true => chance.below(people.len()) >= came.len(),
        false => chance.below(100) < percent,
    };
    let draw = |chance: &mut Chance| match chance.pick(&came).filter(|_| known) {
        Some(&time) => near(chance, time, came.len()),
        None => scale(median_ms * times, SIGMA * chance.normal()),
    };
    (!never).then(|| within(chance, longest_ms, draw))
}

/// The same of a move that comes. `people` are the times of such moves.
pub fn delay_ms(chance: &mut Chance, people: &[i64], median_ms: i64, longest_ms: i64) -> i64 {
    if median_ms <= 0 {
        return 0;
    }
    within(chance, longest_ms, |chance| {
        one_like(chance, people).unwrap_or_else(|| scale(median_ms, SIGMA * chance.normal()))
    })
}

/// A time such as people take, once enough are known: never exactly one in the data, and the further
/// from it the fewer there are.
fn one_like(chance: &mut Chance, people: &[i64]) -> Option<i64> {
    let time = *chance.pick(people).filter(|_| people.len() >= ENOUGH)?;
    Some(near(chance, time, people.len()))
}

fn near(chance: &mut Chance, time: i64, many: usize) -> i64 {
    let many = f64::from(u32::try_from(many).unwrap_or(u32::MAX));
    scale(time, many.sqrt().recip().max(0.1) * chance.normal())
}

/// The time that a machine has for a move: some three quarters of an hour, with an end that nobody
/// can predict. A person who waits for it is not kept for days.
pub fn patience_ms(chance: &mut Chance, longest_ms: i64) -> i64 {
    const MEDIAN_MS: i64 = 45 * 60_000;
    within(chance, longest_ms, |chance| scale(MEDIAN_MS.min(longest_ms / 2), 0.5 * chance.normal()))
}

/// Draws again if the time is too long, so that nothing piles up at the limit.
fn within(chance: &mut Chance, longest_ms: i64, draw: impl Fn(&mut Chance) -> i64) -> i64 {
    const TRIES: usize = 20;
    let fits = (0..TRIES).map(|_| draw(chance)).find(|&ms| ms <= longest_ms);
    fits.unwrap_or_else(|| below(chance, longest_ms))
}

fn below(chance: &mut Chance, end_ms: i64) -> i64 {
    i64::try_from(chance.below(usize::try_from(end_ms).unwrap_or(0))).unwrap_or(0)
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
        assert!(all[1_800] > 240_000, "a long tail, as people have: {}", all[1_800]);
    }

    #[test]
    fn then_as_people_take() {
        let people: Vec<i64> = (1..=60).map(|n| n * 10_000).collect();
        let all = sorted(&people);
        assert!((270_000..340_000).contains(&all[1_000]), "median {}", all[1_000]);
    }

    /// However many would take longer, no two of a hundred times are alike.
    #[test]
    fn nothing_piles_up_where_times_end() {
        let mut chance = Chance::from_seed(5);
        let people: Vec<i64> = (1..=60).map(|n| n * 10_000).collect();
        for longest in [10_000_000, 300_000, 20_000, 1_000] {
            let mut check = |draw: &dyn Fn(&mut Chance) -> i64| {
                let mut all: Vec<i64> = (0..2_000).map(|_| draw(&mut chance)).collect();
                all.sort_unstable();
                assert!(all[0] >= 0 && all[1_999] <= longest, "{longest}: {}", all[1_999]);
                let room = usize::try_from(longest / 50).unwrap().min(100);
                let at_end = all.iter().filter(|&&ms| ms > longest - longest / 100).count();
                assert!(at_end < 100, "{at_end} of 2000 at {longest}");
                all.dedup();
                assert!(all.len() > room, "{longest}: {} different ones", all.len());
            };
            check(&|chance| delay_ms(chance, &people, 120_000, longest));
            check(&|chance| delay_ms(chance, &[], 120_000, longest));
            check(&|chance| delay_ms(chance, &[500_000; 50], 120_000, longest));
            check(&|chance| patience_ms(chance, longest));
        }
    }

    #[test]
    fn a_machine_has_three_quarters_of_an_hour_or_so() {
        let mut chance = Chance::from_seed(6);
        let mut all: Vec<i64> = (0..2_000).map(|_| patience_ms(&mut chance, DAY)).collect();
        all.sort_unstable();
        let minutes = |at: usize| all[at] / 60_000;
        assert!((43..47).contains(&minutes(1_000)), "{}", minutes(1_000));
        assert!(minutes(20) > 10 && minutes(1_980) < 180, "{} {}", minutes(20), minutes(1_980));
    }

    #[test]
    fn a_seed_fixes_it_and_zero_switches_it_off() {
        let delay = |seed| delay_ms(&mut Chance::from_seed(seed), &[], 120_000, DAY);
        assert_eq!(delay(9), delay(9));
        assert_ne!(delay(9), delay(10));
        assert_eq!(delay_ms(&mut Chance::from_seed(1), &[], 0, DAY), 0);
    }

    #[test]
    fn as_many_moves_never_come_as_with_people() {
        let mut chance = Chance::from_seed(9);
        let mut drawn = |people: &[i64], idle| -> (usize, i64) {
            let mut all: Vec<i64> = (0..2_000)
                .filter_map(|_| delay_or_never(&mut chance, people, idle, 120_000, DAY))
                .collect();
            all.sort_unstable();
            (all.len(), all.get(all.len() / 2).copied().unwrap_or(0))
        };
        let half: Vec<i64> =
            (0..40).map(|nth| if nth % 2 == 0 { NEVER } else { 600_000 }).collect();
        let (came, median) = drawn(&half, Idle::Minutes);
        assert!((900..1_100).contains(&came) && (560_000..640_000).contains(&median), "{median}");
        assert_eq!(drawn(&[NEVER; 9], Idle::Minutes).0, 0);
        // Nothing is known of people yet.
        let (here, soon) = drawn(&[], Idle::Minutes);
        let (away, late) = drawn(&[NEVER; 3], Idle::Hours);
        assert!((1_700..1_900).contains(&here) && (60..160).contains(&away), "{here} {away}");
        assert!(late > 50 * soon, "{late} {soon}");
        assert_eq!(delay_or_never(&mut Chance::from_seed(1), &half, Idle::Hours, 0, DAY), Some(0));
    }
}
