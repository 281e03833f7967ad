//! The calibrated rating beside the plain mean, whoever guesses.

use luna_learn::calibrated::{self, calibrate};

use super::{Size, Table, each_trial, percent};
use crate::{Crowd, Draw, Estimate, Reading, Settings, World};

/// Over all rated players and trials.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Mean L1 error of the plain mean, and of the calibrated rating.
    pub plain: Estimate,
    pub calibrated: Estimate,
    /// How many of the calibrated intervals hold the truth, of how many.
    pub held: f64,
    pub of: f64,
    /// The mean width of the intervals.
    pub width: f64,
}

/// The noise as the paper has it, and as its figures have it.
pub fn readings() -> [(&'static str, Reading); 2] {
    let literal = Reading::literal();
    let wide = Reading { noise: 5.0, draw: Draw::Guess, ..literal };
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

/// So many percent honest, the rest evenly Random, Minimum, Mean and Quantile.
pub fn combined(honest: u32) -> String {
    let each = f64::from(100 - honest) / 4.0;
    format!("honest={honest},random={each},minimum={each},mean={each},quantile={each}")
}

pub fn measure(crowd: &Crowd, reading: Reading, size: Size, seed: u64) -> Found {
    let settings = Settings {
        players: size.players,
        steps: size.steps,
        crowd: crowd.clone(),
        reading,
        seed,
        name: format!("calibration {}", crowd.name()),
    };
    let trials = each_trial(size, |trial| one(&settings, trial));
    let sum = |of: fn(&Sums) -> f64| trials.iter().map(of).sum::<f64>();
    let mean = |of: fn(&Sums) -> f64| crate::trials::estimate(trials.iter().map(of));
    Found {
        plain: mean(|sums| sums.plain / sums.count.max(1.0)),
        calibrated: mean(|sums| sums.calibrated / sums.count.max(1.0)),
        held: sum(|sums| sums.held),
        of: sum(|sums| sums.count),
        width: sum(|sums| sums.width) / sum(|sums| sums.count).max(1.0),
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
    let found = calibrate(&guesses);
    let mut sums = Sums::default();
    let rated = world.truth().into_iter().zip(world.ratings()).zip(found.players);
    for ((truth, plain), level) in rated {
        let (Some(plain), Some(level)) = (plain, level) else { continue };
        sums.plain += (plain - truth).abs();
        sums.calibrated += (level.rating - truth).abs();
        sums.held += f64::from(u8::from((level.low..=level.high).contains(&truth)));
        sums.width += level.high - level.low;
        sums.count += 1.0;
    }
    sums
}

pub fn tables(size: Size, seed: u64) -> Vec<Table> {
    let by_crowd = readings().map(|(name, reading)| {
        let title = format!(
            "Mean L1 error after {} steps of {} players, {} trials; noise of {name}",
            size.steps, size.players, size.trials
        );
        table(title, reading, &crowds(), &[size], seed)
    });
    let [_, (name, reading)] = readings();
    let title = format!(
        "The same after more and fewer steps, {} players, {} trials; noise of {name}",
        size.players, size.trials
    );
    let four = "Random, Minimum, Mean, Quantile";
    let few = [100, 80, 50].map(|honest| (honest, four.to_owned(), combined(honest)));
    let sizes = [50, 100, 300, 1000, 3000].map(|steps| Size { steps, ..size });
    by_crowd.into_iter().chain([table(title, reading, &few, &sizes, seed)]).collect()
}

/// How many percent are honest, who the others are, and the crowd in a word.
fn crowds() -> Vec<(u32, String, String)> {
    let four = (10..=100)
        .rev()
        .step_by(10)
        .map(|honest| (honest, "Random, Minimum, Mean, Quantile".to_owned(), combined(honest)));
    let beyond = OTHERS.iter().flat_map(|other| {
        [90, 80, 70, 60, 50].map(|honest| {
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

fn table(
    title: String,
    reading: Reading,
    crowds: &[(u32, String, String)],
    sizes: &[Size],
    seed: u64,
) -> Table {
    let headers = [
        "honest, %",
        "the others",
        "steps",
        "plain mean",
        "calibrated",
        "ratio",
        "95 % interval holds, %",
        "its width",
    ];
    let mut table = Table::new(title, &headers);
    for (honest, others, crowd) in crowds {
        let Ok(crowd) = Crowd::parse(crowd) else { continue };
        for &size in sizes {
            let found = measure(&crowd, reading, size, seed);
            table.rows.push(vec![
                honest.to_string(),
                others.clone(),
                size.steps.to_string(),
                format!("{:.3} ± {:.3}", found.plain.value, found.plain.error),
                format!("{:.3} ± {:.3}", found.calibrated.value, found.calibrated.error),
                format!("{:.3}", found.calibrated.value / found.plain.value),
                percent(found.held, found.of),
                format!("{:.2}", found.width),
            ]);
        }
    }
    table
}
