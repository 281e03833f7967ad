//! Who plays whom.

use crate::chance::Chance;

/// Somebody whose questions are in and whose other seat is empty.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    pub player: &'a str,
    pub last_partner: Option<&'a str>,
}

/// Whom `me` is paired with, given everyone waiting in the order of the queue:
/// the first who is somebody else and was not the partner last time, or else
/// the first who is somebody else.
pub fn choose(me: Waiting<'_>, queue: &[Waiting<'_>]) -> Option<usize> {
    let other = |w: &Waiting<'_>| w.player != me.player;
    let fresh = |w: &Waiting<'_>| {
        other(w) && me.last_partner != Some(w.player) && w.last_partner != Some(me.player)
    };
    queue.iter().position(fresh).or_else(|| queue.iter().position(other))
}

/// A machine that could be a person's partner now.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// How often this person has been given it before.
    pub times_met: i64,
    /// Half the width of its rating's interval; none while it has none.
    pub margin: Option<f64>,
    pub guesses: i64,
    /// Comes with Luna, and stays in every pool.
    pub house: bool,
}

/// So many of a hundred choices are among the house machines alone, so that
/// they are met for ever, however well their ratings are known.
const HOUSE_PERCENT: usize = 20;

/// Which machine a person is given: one they have not met, if there is one,
/// and of those the one about which least is known.
pub fn choose_machine(chance: &mut Chance, all: &[Candidate]) -> Option<usize> {
    let fewest = all.iter().map(|it| it.times_met).min()?;
    let mut fresh: Vec<usize> =
        (0..all.len()).filter(|&at| all.get(at).is_some_and(|it| it.times_met == fewest)).collect();
    let is_house = |at: &usize| all.get(*at).is_some_and(|it| it.house);
    let house: Vec<usize> = fresh.iter().copied().filter(is_house).collect();
    if chance.below(100) < HOUSE_PERCENT && !house.is_empty() {
        return chance.pick(&house).copied();
    }
    let known = |at: &usize| {
        let it = all.get(*at);
        let width = it.and_then(|it| it.margin).unwrap_or(f64::INFINITY);
        (width, it.map_or(0, |it| it.guesses))
    };
    // Widest first; of those nobody can say anything about, the least guessed.
    fresh.sort_by(|a, b| {
        let ((wide_a, count_a), (wide_b, count_b)) = (known(a), known(b));
        wide_b.total_cmp(&wide_a).then(count_a.cmp(&count_b))
    });
    let first = known(fresh.first()?);
    let alike = fresh.iter().take_while(|at| known(at) == first).count();
    fresh.get(chance.below(alike)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(times_met: i64, margin: Option<f64>, guesses: i64, house: bool) -> Candidate {
        Candidate { times_met, margin, guesses, house }
    }

    /// How often each of them is chosen in a thousand times.
    fn counts<const N: usize>(all: [Candidate; N]) -> [usize; N] {
        let mut counts = [0; N];
        for seed in 0..1_000 {
            let at = choose_machine(&mut Chance::from_words(&[&seed.to_string()]), &all).unwrap();
            counts[at] += 1;
        }
        counts
    }

    #[test]
    fn the_widest_interval_is_played_next() {
        let [narrow, wide] =
            counts([machine(0, Some(2.0), 90, false), machine(0, Some(9.0), 9, false)]);
        assert_eq!((narrow, wide), (0, 1_000));
        let [some, one, none] = counts([
            machine(0, Some(30.0), 2, false),
            machine(0, None, 1, false),
            machine(0, None, 0, false),
        ]);
        assert_eq!((some, one, none), (0, 0, 1_000));
        let [a, b] = counts([machine(0, None, 0, false), machine(0, None, 0, false)]);
        assert!(a > 400 && b > 400, "{a} {b}");
        assert_eq!(choose_machine(&mut Chance::from_seed(1), &[]), None);
    }

    #[test]
    fn one_met_before_comes_last() {
        let [met, fresh] = counts([machine(1, None, 0, false), machine(0, Some(0.1), 999, false)]);
        assert_eq!((met, fresh), (0, 1_000));
        let [often, once] = counts([machine(3, None, 0, false), machine(1, Some(1.0), 9, true)]);
        assert_eq!((often, once), (0, 1_000));
    }

    #[test]
    fn house_machines_are_met_for_ever() {
        let [house, other] =
            counts([machine(0, Some(0.1), 9_999, true), machine(0, None, 0, false)]);
        assert!((150..250).contains(&house) && other == 1_000 - house, "{house}");
    }

    #[track_caller]
    fn check(me: (&str, &str), queue: &[(&str, &str)], expected: Option<usize>) {
        let queue: Vec<Waiting<'_>> =
            queue.iter().map(|w| Waiting { player: w.0, last_partner: Some(w.1) }).collect();
        let me = Waiting { player: me.0, last_partner: Some(me.1) };
        assert_eq!(choose(me, &queue), expected);
    }

    #[test]
    fn the_oldest_comes_first() {
        check(("me", ""), &[("ann", ""), ("bob", "")], Some(0));
        check(("me", ""), &[], None);
    }

    #[test]
    fn nobody_plays_with_themselves() {
        check(("me", ""), &[("me", "")], None);
        check(("me", ""), &[("me", ""), ("me", ""), ("bob", "")], Some(2));
    }

    #[test]
    fn the_last_partner_comes_last() {
        check(("me", "ann"), &[("ann", ""), ("bob", "")], Some(1));
        check(("me", ""), &[("ann", "me"), ("bob", "")], Some(1));
        check(("me", "ann"), &[("me", ""), ("ann", "me")], Some(1));
    }
}
