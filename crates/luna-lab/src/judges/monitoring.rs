//! Rates at which the monitor flags judges, by strategy and number of guesses.

mod report;

use std::collections::{HashMap, HashSet};

use luna_learn::reliability::{Judgment, Kind, Monitor};

use super::{Size, each_trial, enough, indicator};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::world::interpretation::{Draw, Interpretation};
use crate::world::strategy::{Crowd, Strategy};
use crate::world::{Guess, Settings, World};
use luna_learn::float;

pub const KINDS: [Kind; 5] =
    [Kind::Constant, Kind::Minimum, Kind::Random, Kind::Copying, Kind::Ring];

/// Judges of one strategy: how many there are, and the share of them that is flagged as
/// each of [`KINDS`], and at all.
#[derive(Clone, Debug)]
pub struct Metrics {
    pub strategy: Strategy,
    pub judges: f64,
    pub kinds: [Proportion; KINDS.len()],
    pub flagged: Proportion,
    /// The share flagged at any time, with a look after each of their guesses.
    pub ever: Proportion,
}

/// A judge: flagged as which kinds, at all, and at any time.
type Judge = (Strategy, [f64; KINDS.len() + 2]);

/// For each strategy in the crowd, in the order of its players, when all have made exactly
/// so many guesses.
pub fn measure(crowd: &Crowd, noise: f64, guesses: u32, size: Size, seed: u64) -> Vec<Metrics> {
    let players = u32::try_from(size.players).unwrap_or(u32::MAX);
    let settings = Settings {
        players: size.players,
        // Half as many guesses again, so that hardly anybody is left behind.
        steps: players.saturating_mul(guesses) / 4 * 3,
        crowd: crowd.clone(),
        reading: Interpretation { noise, draw: Draw::Guess, ..Interpretation::literal() },
        seed,
        name: format!("watching {} {noise} {guesses}", crowd.name()),
    };
    let trials = each_trial(size, |trial| one(&settings, trial, guesses));
    let mut strategies: Vec<Strategy> = Vec::new();
    for (strategy, _) in trials.iter().flatten() {
        if !strategies.contains(strategy) {
            strategies.push(*strategy);
        }
    }
    strategies.into_iter().map(|strategy| found(strategy, &trials)).collect()
}

fn found(strategy: Strategy, trials: &[Vec<Judge>]) -> Metrics {
    let own = |trial: &Vec<Judge>| -> Vec<[f64; KINDS.len() + 2]> {
        trial.iter().filter(|judge| judge.0 == strategy).map(|judge| judge.1).collect()
    };
    let trials: Vec<Vec<[f64; KINDS.len() + 2]>> = trials.iter().map(own).collect();
    let flagged = |of: usize| {
        let sum = |judges: &Vec<[f64; KINDS.len() + 2]>| judges.iter().map(|it| it[of]).sum();
        let shares = trials.iter().map(|judges| (sum(judges), float(judges.len())));
        Proportion::over(&shares.collect::<Vec<(f64, f64)>>())
    };
    Metrics {
        strategy,
        judges: trials.iter().map(|judges| float(judges.len())).sum(),
        kinds: std::array::from_fn(flagged),
        flagged: flagged(KINDS.len()),
        ever: flagged(KINDS.len() + 1),
    }
}

/// The number of guesses after which all judges are compared again.
const OFTEN: usize = 100;

fn one(settings: &Settings, trial: u32, guesses: u32) -> Vec<Judge> {
    let mut world = World::new(settings, trial);
    let mut monitor = Monitor::reciprocal();
    let mut made: HashMap<u32, u32> = HashMap::new();
    let (mut ever, mut crowd) = (HashSet::new(), monitor.crowd());
    for (nth, seen) in observations(&world.log(settings.steps)).into_iter().enumerate() {
        let made = made.entry(seen.judge).or_default();
        *made += 1;
        if *made > guesses {
            continue;
        }
        monitor.add(seen);
        if nth % OFTEN == 0 {
            crowd = monitor.crowd();
        }
        if monitor.report(seen.judge, &crowd).is_some_and(|report| !report.flags.is_empty()) {
            ever.insert(seen.judge);
        }
    }
    let crowd = monitor.crowd();
    let strategies = world.strategies().into_iter().zip(0_u32..);
    let report = |(strategy, judge): (Strategy, u32)| {
        let report = monitor.report(judge, &crowd)?;
        let has = |kind: Kind| report.flags.iter().any(|flag| flag.kind == kind);
        let [constant, minimum, random, copying, ring] = KINDS.map(|kind| indicator(has(kind)));
        let any = [indicator(!report.flags.is_empty()), indicator(ever.contains(&judge))];
        let found = [constant, minimum, random, copying, ring, any[0], any[1]];
        (made.get(&judge).copied().unwrap_or(0) >= guesses).then_some((strategy, found))
    };
    strategies.filter_map(report).collect()
}

/// With what had been guessed of each judge before.
fn observations(log: &[Guess]) -> Vec<Judgment> {
    let mut last: HashMap<u32, f64> = HashMap::new();
    let mut all = Vec::with_capacity(log.len());
    for game in log.chunk_by(|a, b| a.step == b.step) {
        for guess in game {
            all.push(Judgment {
                judge: guess.judge,
                player: guess.of,
                points: guess.points,
                before: last.get(&guess.judge).copied(),
                seconds: None,
            });
        }
        last.extend(game.iter().map(|guess| (guess.of, guess.points)));
    }
    all
}

/// Crowds by what they are to show, with their noise.
fn worlds() -> Vec<(String, f64)> {
    let mut worlds: Vec<(String, f64)> =
        [f64::sqrt(5.0), 5.0, 10.0, 15.0].map(|noise| ("honest".to_owned(), noise)).into();
    for honest in [80, 50] {
        worlds.push((super::calibration::combined(honest), 5.0));
        worlds.push((super::calibration::combined(honest), 15.0));
    }
    for noise in [5.0, 15.0] {
        worlds.push(("biased:-20,biased:-10,honest,biased:10,biased:20".to_owned(), noise));
        worlds.push(("compressed".to_owned(), noise));
    }
    for other in super::calibration::OTHERS {
        worlds.push((format!("honest=80,{other}=20"), 5.0));
    }
    worlds.push(("honest=90,ring=10".to_owned(), 5.0));
    worlds.push(("honest=60,ring=40".to_owned(), 5.0));
    worlds
}

/// Guesses per judge: the first for all crowds, the others for one.
const GUESSES: [u32; 3] = [20, 10, 50];

/// A crowd that was watched.
struct Measurement {
    guesses: u32,
    crowd: String,
    noise: f64,
    trials: u32,
    found: Vec<Metrics>,
}

fn plans() -> Vec<(u32, String, f64)> {
    let few = (super::calibration::combined(50), 5.0);
    let [all, more @ ..] = GUESSES;
    let all = worlds().into_iter().map(move |(crowd, noise)| (all, crowd, noise));
    all.chain(more.map(|guesses| (guesses, few.0.clone(), few.1))).collect()
}

pub(super) fn crowds() -> usize {
    plans().len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let watched = |plan: &(u32, String, f64), size: Size| {
        let (guesses, crowd, noise) = plan.clone();
        let mix = Crowd::parse(&crowd).unwrap_or_else(|_| Crowd::all(Strategy::Honest));
        let found = measure(&mix, noise, guesses, size, seed);
        Measurement { guesses, crowd, noise, trials: size.trials, found }
    };
    report::part(&enough(&plans(), size, &watched, &report::checks, tell), size)
}

/// The share of judges of a strategy that are flagged: as one kind, or at all.
pub fn flagged(found: &[Metrics], strategy: Strategy, kind: Option<Kind>) -> Option<Proportion> {
    let found = found.iter().find(|found| found.strategy == strategy)?;
    let nth = kind.and_then(|kind| KINDS.iter().position(|&other| other == kind));
    Some(nth.and_then(|nth| found.kinds.get(nth)).copied().unwrap_or(found.flagged))
}
