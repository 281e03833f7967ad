//! How many guesses a ranking needs: rules for who is judged next, marks of answers as evidence,
//! and two machines side by side, measured by the number of guesses until Kendall's tau between
//! rating and truth is 0.90.

mod bound;
mod choice;
mod curve;
mod joint;
mod report;
mod world;

use luna_core::rng::Chance;
use luna_learn::calibrated::{Guess, calibrate};

use self::bound::Ideal;
use self::choice::Choice;
use self::curve::{Curve, LOOKS, crossing, jackknife, look_at, mean_curve, tau};
use self::joint::Joint;
use self::world::{MACHINES, Marking, Meeting, NOISE, OF_JUDGE, World};
use super::people::id;
use super::{Size, each_trial};
use crate::section::ReportSection;
use crate::trials::Estimate;

/// Calls of the joint model until its variances no longer change.
const ROUNDS: usize = 4;
/// A way to come by a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Policy {
    choice: Choice,
    meeting: Meeting,
    marking: Option<Marking>,
}

/// Mean of the guesses, calibrated rating, and level in the joint model.
const RATINGS: usize = 3;

/// Tau of each rating in one world.
type Curves = [Curve; RATINGS];

/// Guesses that are needed until a rating has the wanted tau.
#[derive(Clone, Copy, Debug)]
struct Row {
    way: Way,
    trials: u32,
    needed: [Option<Estimate>; RATINGS],
    /// Those of the best rating, in parts of those of an even draw and the calibrated rating.
    ratio: Estimate,
    /// Mean tau of the best rating at each of [`LOOKS`].
    curve: [Estimate; LOOKS.len()],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Played(Policy),
    Ideal(Ideal),
}

const EVENLY: Policy = Policy { choice: Choice::Fewest, meeting: Meeting::OneByOne, marking: None };
const INFORMATIVE: Policy = Policy { choice: Choice::MostInformative, ..EVENLY };

/// The deviation between marks and levels in most rows, in points.
const APART: f64 = 3.0;
const MARKING: Marking = Marking { apart: APART, same_questions: false };
const SAME_QUESTIONS: Marking = Marking { same_questions: true, ..MARKING };

/// An even draw first: the others are compared with it.
fn ways() -> Vec<Way> {
    let marked = |policy, marking| Policy { marking: Some(marking), ..policy };
    let beside = |policy, shared| Policy { meeting: Meeting::SideBySide(shared), ..policy };
    let apart = |apart| Marking { apart, ..MARKING };
    let all = |shared| marked(beside(INFORMATIVE, shared), SAME_QUESTIONS);
    let played = [
        EVENLY,
        Policy { choice: Choice::AtRandom, ..EVENLY },
        INFORMATIVE,
        beside(EVENLY, 0.0),
        beside(INFORMATIVE, 0.0),
        beside(EVENLY, 0.5),
        beside(INFORMATIVE, 0.5),
        marked(EVENLY, MARKING),
        marked(INFORMATIVE, apart(0.0)),
        marked(INFORMATIVE, MARKING),
        marked(INFORMATIVE, apart(6.0)),
        marked(EVENLY, SAME_QUESTIONS),
        marked(INFORMATIVE, SAME_QUESTIONS),
        all(0.0),
        all(0.5),
    ];
    let ideal = [Ideal::Evenly, Ideal::BestFixed, Ideal::Informative];
    played.map(Way::Played).into_iter().chain(ideal.map(Way::Ideal)).collect()
}

/// Plays a world until the last look.
fn play(policy: Policy, seed: u64, trial: u32, last: u32) -> Curves {
    let (seed, trial) = (seed.to_string(), trial.to_string());
    let words = ["sampling", &seed, &trial];
    let most = usize::try_from(last).unwrap_or(usize::MAX);
    let apart = policy.marking.map_or(0.0, |marking| marking.apart);
    let mut world = World::new(&words, most.div_ceil(OF_JUDGE), apart);
    let mut chance = Chance::from_words(&["sampling policy", &seed, &trial]);
    let (mut joint, mut counts) = (Joint::new(), [0; MACHINES]);
    let mut posterior = joint.posterior();
    let (mut guesses, mut curves) = (0, [[f64::NAN; LOOKS.len()]; RATINGS]);
    for number in 0..most.div_ceil(OF_JUDGE) {
        let judge = world.judge(number);
        joint.start_judge();
        if policy.choice == Choice::MostInformative {
            posterior = joint.posterior();
        }
        let (mut met, mut sitting) = ([false; MACHINES], 0);
        while met.iter().filter(|&&met| met).count() < OF_JUDGE {
            let machines =
                policy.choice.sitting(policy.meeting, &posterior, &counts, &met, &mut chance);
            let points = world.guesses(&judge, policy.meeting, &machines, sitting);
            let marks: Vec<_> = policy
                .marking
                .iter()
                .flat_map(|&marking| machines.iter().map(move |&machine| (marking, machine)))
                .map(|(marking, machine)| world.mark(&judge, machine, marking))
                .collect();
            joint.add(&points, &marks);
            for machine in machines {
                met[machine] = true;
                counts[machine] += 1;
            }
            sitting += 1;
        }
        guesses += OF_JUDGE;
        if let Some(look) = look_at(guesses) {
            let found = ratings(&mut joint).map(|rating| tau(&world.levels, &rating));
            curves.iter_mut().zip(found).for_each(|(curve, tau)| curve[look] = tau);
        }
    }
    curves
}

/// The three ratings of all machines; a machine that nobody has judged is in the middle.
fn ratings(joint: &mut Joint) -> [[f64; MACHINES]; RATINGS] {
    let mut sums = [(0.0, 0.0); MACHINES];
    let mut guesses = Vec::new();
    for (judge, entry) in joint.guesses() {
        let (sum, count) = &mut sums[entry.machine];
        (*sum, *count) = (*sum + entry.value, *count + 1.0);
        let player = id(entry.machine);
        guesses.push(Guess { judge: id(judge), player, points: entry.value });
    }
    let means = sums.map(|(sum, count)| if count > 0.0 { sum / count } else { 50.0 });
    let mut calibrated = [50.0; MACHINES];
    for (rating, found) in calibrated.iter_mut().zip(calibrate(guesses).players) {
        *rating = found.map_or(*rating, |found| found.rating);
    }
    let mut levels = joint.posterior().means;
    for _ in 0..ROUNDS {
        levels = joint.posterior().means;
    }
    [means, calibrated, levels]
}

/// The curves of every world, of the ratings that there are.
fn curves(way: Way, size: Size, seed: u64) -> Vec<Vec<Curve>> {
    each_trial(size, |trial| match way {
        Way::Played(policy) => play(policy, seed, trial, LOOKS[LOOKS.len() - 1]).to_vec(),
        Way::Ideal(ideal) => {
            let words = ["sampling", &seed.to_string(), &trial.to_string()];
            vec![bound::curve(ideal, NOISE * NOISE, &words)]
        }
    })
}

fn row(way: Way, worlds: &[Vec<Curve>], even: &[Vec<Curve>], trials: u32) -> Row {
    let of = |rating: usize, kept: &dyn Fn(usize) -> bool| {
        crossing(&mean_curve(worlds.iter().filter_map(|world| world.get(rating)), kept))
    };
    // Theory has one rating, which stands where that of the joint model does.
    let last = worlds.first().map_or(0, Vec::len).saturating_sub(1);
    let needed = std::array::from_fn(|nth| {
        let rating = (nth + last + 1).checked_sub(RATINGS)?;
        Some(jackknife(worlds.len(), |kept| of(rating, kept)))
    });
    let today = |kept: &dyn Fn(usize) -> bool| {
        crossing(&mean_curve(even.iter().filter_map(|world| world.get(1)), kept))
    };
    let ratio = jackknife(worlds.len(), |kept| of(last, kept) / today(kept));
    let best = || worlds.iter().filter_map(|world| world.get(last));
    let curve =
        std::array::from_fn(|look| jackknife(worlds.len(), |kept| mean_curve(best(), kept)[look]));
    Row { way, trials, needed, ratio, curve }
}

/// The number of ways that a run simulates.
pub(super) fn crowds() -> usize {
    ways().len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let mut found: Vec<(Way, Vec<Vec<Curve>>)> = Vec::new();
    for way in ways() {
        found.push((way, curves(way, size, seed)));
        tell();
    }
    let even = found.first().map_or(&[][..], |(_, even)| even);
    let rows: Vec<Row> =
        found.iter().map(|(way, worlds)| row(*way, worlds, even, size.trials)).collect();
    report::part(&rows, size)
}

#[cfg(test)]
mod tests;
