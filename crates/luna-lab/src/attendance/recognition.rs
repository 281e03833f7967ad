//! Recognition of machines by times: what a person could see of each finished game, and how well
//! trees that learn from many such games tell machines from people.

use luna_learn::boost::{Settings, boost};
use luna_learn::design::Design;
use luna_learn::float;

use crate::trials::{Estimate, estimate};

/// A finished game as one of its people saw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// The partner was a machine.
    pub machine: bool,
    /// In minutes and counts; below zero where there was nothing to see.
    pub seen: [f64; SEEN],
}

/// Of the other game of the same interview: if its partner came first, how long between the two, and
/// that partner's responses. Of this game: the wait for the partner; the partner's responses and
/// guess; one's own; those who left after one had come; and the age of the site.
pub(super) const SEEN: usize = 10;

/// The parts that all trials are divided into. Each is recognised by what was learned from others.
const PARTS: usize = 5;
/// The most sightings to learn from and to be recognised in one part.
const MOST: usize = 8_000;
/// Fewer of either kind tell nothing.
const FEWEST: usize = 20;

/// Of all pairs of a machine and a person, the percentage in which the machine is recognised, ties
/// counted half: 50 by chance. The error is that between parts.
pub(super) fn recognised(trials: &[&[Sighting]]) -> Estimate {
    let part = |nth: usize, own: bool| -> Vec<Sighting> {
        let trials = trials.iter().enumerate().filter(|(trial, _)| (trial % PARTS == nth) == own);
        trials.flat_map(|(_, sightings)| sightings.iter().copied()).take(MOST).collect()
    };
    let parts = (0..PARTS).filter_map(|nth| share(&part(nth, false), &part(nth, true)));
    let parts: Vec<f64> = parts.map(|share| 100.0 * share).collect();
    match parts.is_empty() {
        true => Estimate { value: f64::NAN, error: f64::NAN },
        false => estimate(parts.into_iter()),
    }
}

fn share(learn: &[Sighting], new: &[Sighting]) -> Option<f64> {
    let enough = |all: &[Sighting]| {
        let machines = all.iter().filter(|it| it.machine).count();
        machines >= FEWEST && all.len() - machines >= FEWEST
    };
    if !enough(learn) || !enough(new) {
        return None;
    }
    let design =
        Design::dense(&learn.iter().map(|it| it.seen.to_vec()).collect::<Vec<_>>()).ok()?;
    let target: Vec<f64> = learn.iter().map(|it| f64::from(u8::from(it.machine))).collect();
    // Every fifth decides when to stop.
    let (stop, fit): (Vec<usize>, Vec<usize>) = (0..learn.len()).partition(|row| row % 5 == 0);
    let settings = Settings { trees: 200, leaf: 20, share: 0.7, ..Settings::default() };
    let trees = boost(&design, &fit, &stop, &target, &settings).ok()?;
    Some(in_order(new.iter().map(|it| (trees.predict_row(&it.seen), it.machine)).collect()))
}

/// The share of pairs in which the machine has the higher score.
fn in_order(mut scored: Vec<(f64, bool)>) -> f64 {
    scored.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut people, mut machines, mut won) = (0.0, 0.0, 0.0);
    for equal in scored.chunk_by(|one, other| one.0.total_cmp(&other.0).is_eq()) {
        let here = float(equal.iter().filter(|it| it.1).count());
        let others = float(equal.len()) - here;
        won += here * (people + others / 2.0);
        (people, machines) = (people + others, machines + here);
    }
    won / (people * machines)
}

#[cfg(test)]
mod tests {
    use luna_core::rng::Chance;

    use super::*;

    /// Ten trials of 200 games, in which machines differ in one number.
    fn trials(by: f64) -> Vec<Vec<Sighting>> {
        let mut chance = Chance::from_seed(5);
        let mut game = |nth: usize| {
            let machine = nth.is_multiple_of(4);
            let mut seen = [(); SEEN].map(|()| chance.unit());
            seen[2] += if machine { by } else { 0.0 };
            Sighting { machine, seen }
        };
        (0..10).map(|_| (0..200).map(&mut game).collect()).collect()
    }

    fn found(trials: &[Vec<Sighting>]) -> Estimate {
        recognised(&trials.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn what_differs_is_recognised_and_what_does_not_is_not() {
        assert!((found(&trials(0.0)).value - 50.0).abs() < 7.0, "{:?}", found(&trials(0.0)));
        assert!(found(&trials(0.3)).value > 70.0, "{:?}", found(&trials(0.3)));
        assert!(found(&trials(2.0)).value > 99.0);
    }

    #[test]
    fn few_games_tell_nothing() {
        assert!(found(&[]).value.is_nan());
        assert!(found(&trials(1.0)[..1]).value.is_nan(), "nothing to learn from");
    }

    #[test]
    fn pairs_are_counted() {
        let scored = vec![(0.1, false), (0.2, true), (0.2, false), (0.3, false), (0.4, true)];
        assert!((in_order(scored) - 4.5 / 6.0).abs() < 1e-12);
    }
}
