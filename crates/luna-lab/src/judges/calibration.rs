//! The calibrated rating compared with the plain mean, in many crowds.

mod report;

use luna_learn::calibrated::{self, calibrate};

use super::{Size, each_trial, enough, indicator, settings};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, estimate, ratio};
use crate::world::interpretation::{Draw, Interpretation};
use crate::world::strategy::{Crowd, Strategy};
use crate::world::{Settings, World};

/// Over all rated players and trials.
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    /// Mean L1 error of the plain mean, and of the calibrated rating.
    pub plain: Estimate,
    pub calibrated: Estimate,
    /// The second in parts of the first.
    pub ratio: Estimate,
    /// The share of the calibrated intervals that hold the truth.
    pub held: Proportion,
    /// The mean width of the intervals.
    pub width: f64,
}

/// The noise as the paper has it, and as its figures have it.
pub fn readings() -> [(&'static str, Interpretation); 2] {
    let literal = Interpretation::literal();
    let wide = Interpretation { noise: 5.0, draw: Draw::Guess, ..literal };
    [("variance 5, once for each pair", literal), ("standard deviation 5, at each guess", wide)]
}

/// The strategies of the paper and those beyond, by the crowd they make.
pub const OTHERS: [&str; 14] = [
    "random",
    "minimum",
    "mean",
    "quantile",
    "copying",
    "anchoring",
    "ring",
    "many-accounts",
    "lazy",
    "biased",
    "compressed",
    "drifting",
    "leaving",
    "machine",
];

/// Returns a crowd with this percentage of honest players; the rest is divided evenly among Random,
/// Minimum, Mean and Quantile.
pub fn combined(honest: u32) -> String {
    let each = f64::from(100 - honest) / 4.0;
    format!("honest={honest},random={each},minimum={each},mean={each},quantile={each}")
}

pub fn measure(crowd: &Crowd, reading: Interpretation, size: Size, seed: u64) -> Metrics {
    let settings = settings("calibration", crowd, reading, size, seed);
    let trials = each_trial(size, |trial| one(&settings, trial));
    let mean = |of: fn(&Sums) -> f64| estimate(trials.iter().map(of));
    let rate = |of: fn(&Sums) -> (f64, f64)| ratio(trials.iter().map(of));
    Metrics {
        plain: mean(|sums| sums.plain / sums.count.max(1.0)),
        calibrated: mean(|sums| sums.calibrated / sums.count.max(1.0)),
        ratio: rate(|sums| (sums.calibrated, sums.plain)),
        held: Proportion::over(
            &trials.iter().map(|sums| (sums.held, sums.count)).collect::<Vec<_>>(),
        ),
        width: rate(|sums| (sums.width, sums.count)).value,
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    plain: f64,
    calibrated: f64,
    held: f64,
    width: f64,
    count: f64,
}

fn one(settings: &Settings, trial: u32) -> Sums {
    let mut world = World::new(settings, trial);
    let guesses: Vec<calibrated::Guess> = world
        .log(settings.steps)
        .into_iter()
        .map(|guess| calibrated::Guess {
            judge: guess.judge,
            player: guess.of,
            points: guess.points,
        })
        .collect();
    let found = calibrate(guesses);
    let mut sums = Sums::default();
    let rated = world.truth().into_iter().zip(world.ratings()).zip(found.players);
    for ((truth, plain), level) in rated {
        let (Some(plain), Some(level)) = (plain, level) else { continue };
        sums.plain += (plain - truth).abs();
        sums.calibrated += (level.rating - truth).abs();
        sums.held += indicator((level.low..=level.high).contains(&truth));
        sums.width += level.high - level.low;
        sums.count += 1.0;
    }
    sums
}

/// A crowd that was tried, and what came of it.
#[derive(Clone, Debug)]
struct Row {
    noise: &'static str,
    honest: u32,
    others: String,
    steps: u32,
    trials: u32,
    found: Metrics,
}

/// The percentage of honest players, the names of the others, and the crowd in one word.
type CrowdSpec = (u32, String, String);

/// The noise by its name and as a reading, the crowd, and the number of steps.
type Plan = (&'static str, Interpretation, CrowdSpec, u32);

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let by_crowd = readings().into_iter().flat_map(|(noise, reading)| {
        all().into_iter().map(move |tried| (noise, reading, tried, size.steps))
    });
    let [_, (noise, reading)] = readings();
    let by_steps = few().into_iter().flat_map(|tried| {
        // The paper's number, and a twentieth to three times of it.
        let steps = [1, 2, 6, 60].map(|twentieths| size.steps.saturating_mul(twentieths) / 20);
        steps.map(|steps| (noise, reading, tried.clone(), steps))
    });
    let row = |plan: &Plan, size: Size| {
        let (noise, reading, (honest, others, crowd), steps) = plan.clone();
        let mix = Crowd::parse(&crowd).unwrap_or_else(|_| Crowd::all(Strategy::Honest));
        let found = measure(&mix, reading, Size { steps, ..size }, seed);
        Row { noise, honest, others, steps, trials: size.trials, found }
    };
    let plans: Vec<Plan> = by_crowd.chain(by_steps).collect();
    let checks = |rows: &[&Row]| report::checks(rows, size);
    report::part(&enough(&plans, size, &row, &checks, tell), size)
}

/// Returns the number of all crowds.
pub(super) fn crowds() -> usize {
    readings().len() * all().len() + few().len() * 4
}

const FOUR: &str = "Random, Minimum, Mean, Quantile";

fn all() -> Vec<CrowdSpec> {
    let four = (1..=10).rev().map(|tenths| (10 * tenths, FOUR.to_owned(), combined(10 * tenths)));
    let beyond = OTHERS.iter().flat_map(|other| {
        SHARES.map(|honest| {
            (honest, (*other).to_owned(), format!("honest={honest},{other}={}", 100 - honest))
        })
    });
    let whole = [
        (0, "drifting", "drifting"),
        (20, "biased by -10, -5, 5, 10", "biased:-10,biased:-5,honest,biased:5,biased:10"),
    ];
    let whole = whole.map(|(honest, others, crowd)| (honest, others.to_owned(), crowd.to_owned()));
    four.chain(beyond).chain(whole).collect()
}

fn few() -> [CrowdSpec; 3] {
    [100, 80, 50].map(|honest| (honest, FOUR.to_owned(), combined(honest)))
}

/// The percentages of honest players next to one other strategy.
const SHARES: [u32; 5] = [90, 80, 70, 60, 50];
