//! Accounts of one person: which are found in groups, which honest judges are taken for such,
//! and how far ratings are off when operators act on what was found.

mod report;

use std::collections::BTreeSet;

use luna_learn::calibrated::{self, Level, calibrate};
use luna_learn::reliability::{Judgment, collusion_groups};

use super::calibration::readings;
use super::{Size, each_trial, enough, indicator, settings};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, estimate};
use crate::world::interpretation::Interpretation;
use crate::world::strategy::{Crowd, Strategy};
use crate::world::{Guess, Settings, World};
use luna_learn::float;

/// Over all trials.
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    /// The share of one person's accounts, or of a ring's members, that are in a group; no
    /// number where there are none.
    pub planted: Proportion,
    /// The share of all other judges that are in one.
    pub others: Proportion,
    /// The share of worlds with a reported group that consists mostly of others.
    pub wrong: Proportion,
    /// Mean L1 error of the plain mean and of the calibrated rating,
    pub plain: Estimate,
    pub calibrated: Estimate,
    /// and of the calibrated rating without the guesses of all found groups, and with each
    /// group as one judge, whose guesses of its own accounts do not count.
    pub without: Estimate,
    pub as_one: Estimate,
    /// The same of the plain mean without the guesses of all found groups.
    pub plain_without: Estimate,
}

/// Groups are looked for once, at the end.
pub fn measure(crowd: &Crowd, reading: Interpretation, size: Size, seed: u64) -> Metrics {
    let settings = settings("accounts", crowd, reading, size, seed);
    let trials = each_trial(size, |trial| one(&settings, trial));
    let mean = |of: fn(&Trial) -> f64| estimate(trials.iter().map(of));
    let share =
        |of: fn(&Trial) -> (f64, f64)| Proportion::over(&trials.iter().map(of).collect::<Vec<_>>());
    Metrics {
        planted: share(|trial| trial.planted),
        others: share(|trial| trial.others),
        wrong: share(|trial| (trial.wrong, 1.0)),
        plain: mean(|trial| trial.errors[0]),
        calibrated: mean(|trial| trial.errors[1]),
        without: mean(|trial| trial.errors[2]),
        as_one: mean(|trial| trial.errors[3]),
        plain_without: mean(|trial| trial.errors[4]),
    }
}

/// Strategies that raise others of the same.
const PLANTED: [Strategy; 2] = [Strategy::ManyAccounts, Strategy::Ring];

struct Trial {
    /// In a group, of how many.
    planted: (f64, f64),
    others: (f64, f64),
    wrong: f64,
    errors: [f64; 5],
}

fn one(settings: &Settings, trial: u32) -> Trial {
    let mut world = World::new(settings, trial);
    let log = world.log(settings.steps);
    let seen: Vec<Judgment> = log.iter().map(observation).collect();
    let groups: Vec<BTreeSet<u32>> = collusion_groups(&seen)
        .into_iter()
        .map(|group| group.judges.into_iter().collect())
        .collect();
    let planted: Vec<bool> =
        world.strategies().into_iter().map(|one| PLANTED.contains(&one)).collect();
    let is_planted =
        |judge: u32| usize::try_from(judge).is_ok_and(|at| planted.get(at) == Some(&true));
    let judges: BTreeSet<u32> = log.iter().map(|guess| guess.judge).collect();
    let rate = |wanted: bool| {
        let own = judges.iter().filter(|&&judge| is_planted(judge) == wanted);
        let in_group = |judge: &&u32| groups.iter().any(|group| group.contains(*judge));
        (float(own.clone().filter(in_group).count()), float(own.count()))
    };
    let mostly_others = |group: &BTreeSet<u32>| {
        2 * group.iter().filter(|&&judge| is_planted(judge)).count() < group.len()
    };
    let truth = world.truth();
    let alone = |guess: &Guess| group_of(&groups, guess.judge).is_none();
    Trial {
        planted: rate(true),
        others: rate(false),
        wrong: indicator(groups.iter().any(mostly_others)),
        errors: [
            error(&truth, &world.ratings()),
            error(&truth, &rated(&log, |_| true, |judge| judge)),
            error(&truth, &rated(&log, alone, |judge| judge)),
            error(
                &truth,
                &rated(&log, |guess| across(&groups, guess), |judge| first(&groups, judge)),
            ),
            error(&truth, &means(&log, truth.len(), alone)),
        ],
    }
}

fn group_of(groups: &[BTreeSet<u32>], judge: u32) -> Option<&BTreeSet<u32>> {
    groups.iter().find(|group| group.contains(&judge))
}

/// A guess of somebody outside the judge's own group.
fn across(groups: &[BTreeSet<u32>], guess: &Guess) -> bool {
    group_of(groups, guess.judge).is_none_or(|group| !group.contains(&guess.of))
}

/// The one who speaks for the judge's group.
fn first(groups: &[BTreeSet<u32>], judge: u32) -> u32 {
    group_of(groups, judge).and_then(BTreeSet::first).copied().unwrap_or(judge)
}

/// Calibrated ratings from some of the guesses, under other judges' names.
fn rated(
    log: &[Guess],
    counts: impl Fn(&Guess) -> bool,
    judge: impl Fn(u32) -> u32,
) -> Vec<Option<f64>> {
    let guesses: Vec<calibrated::Guess> = log
        .iter()
        .filter(|guess| counts(guess))
        .map(|guess| calibrated::Guess {
            judge: judge(guess.judge),
            player: guess.of,
            points: guess.points,
        })
        .collect();
    let rating = |level: Option<Level>| level.map(|level| level.rating);
    calibrate(guesses).players.into_iter().map(rating).collect()
}

fn means(log: &[Guess], players: usize, counts: impl Fn(&Guess) -> bool) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0.0); players];
    for guess in log.iter().filter(|guess| counts(guess)) {
        let of = usize::try_from(guess.of).ok().and_then(|at| sums.get_mut(at));
        if let Some((sum, count)) = of {
            (*sum, *count) = (*sum + guess.points, *count + 1.0);
        }
    }
    sums.into_iter().map(|(sum, count)| (count > 0.0).then(|| sum / count)).collect()
}

/// Over those who are rated.
fn error(truth: &[f64], ratings: &[Option<f64>]) -> f64 {
    let off =
        truth.iter().zip(ratings).filter_map(|(truth, rating)| Some((truth - (*rating)?).abs()));
    let (sum, count) = off.fold((0.0, 0.0), |(sum, count), off| (sum + off, count + 1.0));
    sum / f64::max(count, 1.0)
}

fn observation(guess: &Guess) -> Judgment {
    Judgment {
        judge: guess.judge,
        player: guess.of,
        points: guess.points,
        before: None,
        seconds: None,
    }
}

/// A crowd that was looked through.
struct Measurement {
    noise: &'static str,
    crowd: String,
    /// Percent of all accounts that are one person's.
    planted: u32,
    steps: u32,
    trials: u32,
    found: Metrics,
}

/// Percent of all accounts that are one person's.
const SHARES: [u32; 5] = [10, 20, 25, 40, 50];

/// Crowds without any such accounts: honest, on scales of their own, of one mind, and dishonest
/// in other ways.
const WITHOUT: [&str; 9] = [
    "honest",
    "honest=80,like-minded=20",
    "honest=50,like-minded=50",
    "biased:-20,biased:-10,honest,biased:10,biased:20",
    "honest=80,compressed=20",
    "honest=50,random=12.5,minimum=12.5,mean=12.5,quantile=12.5",
    "honest=80,copying=20",
    "honest=80,ring=20",
    "honest=50,ring=50",
];

/// In twentieths of the steps: with fewer and more games. The first is in every table.
const TWENTIETHS: [u32; 4] = [20, 5, 10, 60];

struct Plan {
    noise: &'static str,
    reading: Interpretation,
    crowd: String,
    planted: u32,
    steps: u32,
}

fn plans(size: Size) -> Vec<Plan> {
    let mut plans = Vec::new();
    let all = size.steps;
    for (noise, reading) in readings() {
        for planted in SHARES {
            let crowd = format!("honest={},many-accounts={planted}", 100 - planted);
            for twentieths in TWENTIETHS {
                let steps = all.saturating_mul(twentieths) / 20;
                plans.push(Plan { noise, reading, crowd: crowd.clone(), planted, steps });
            }
        }
        for crowd in WITHOUT {
            plans.push(Plan { noise, reading, crowd: crowd.to_owned(), planted: 0, steps: all });
        }
    }
    let [_, (_, reading)] = readings();
    let loud = Interpretation { noise: 15.0, ..reading };
    for (crowd, planted) in [("honest", 0), ("honest=75,many-accounts=25", 25)] {
        let noise = "standard deviation 15, at each guess";
        plans.push(Plan { noise, reading: loud, crowd: crowd.to_owned(), planted, steps: all });
    }
    plans
}

pub(super) fn crowds(size: Size) -> usize {
    plans(size).len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let looked = |plan: &Plan, size: Size| {
        let Plan { noise, reading, ref crowd, planted, steps } = *plan;
        let mix = Crowd::parse(crowd).unwrap_or_else(|_| Crowd::all(Strategy::Honest));
        let found = measure(&mix, reading, Size { steps, ..size }, seed);
        let crowd = crowd.clone();
        Measurement { noise, crowd, planted, steps, trials: size.trials, found }
    };
    let checks = |all: &[&Measurement]| report::checks(all, size);
    report::part(&enough(&plans(size), size, &looked, &checks, tell), size)
}
