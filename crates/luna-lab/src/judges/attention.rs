//! Inattentive judges among loud ones: how many the monitor flags, how many the test of attention
//! finds, and how many it would find if it knew the truth.

use luna_core::rng::Chance;
use luna_figures::Table;
use luna_learn::calibrated::{self, Compared, Guess, INATTENTIVE, log_bayes_factor};
use luna_learn::judge_review::review;
use luna_learn::reliability::{Judgment, Kind};

use super::Column::Share;
use super::people::{Care, Habits, People, careless, id};
use super::{Size, each_trial, enough, indicator, three};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;

/// Guesses of each judge.
pub const GUESSES: [u32; 2] = [20, 40];
const NOISES: [(f64, f64); 2] = [(18.0, 28.0), (10.0, 14.0)];
/// Standard deviations of offset and slope.
const HABITS: [(f64, f64); 2] = [(5.0, 0.1), (12.0, 0.25)];
const KINDS: &[Care] = &[Care::Random, Care::Constant, Care::Spiteful];
/// The share of judges who are of these kinds.
const CARELESS: f64 = 0.3;

/// The share of one kind of judges that each of these names.
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    pub monitor: Proportion,
    pub test: Proportion,
    /// The same test with the true levels and habits.
    pub bound: Proportion,
}

/// The judges of one kind, and those of them that are named.
type Named = [f64; 4];

/// For each kind, earnest judges last.
pub fn measure(habits: &Habits, guesses: u32, size: Size, seed: u64) -> Vec<(Care, Metrics)> {
    let trials: Vec<[Named; 4]> = each_trial(size, |trial| one(habits, guesses, size, seed, trial));
    let kinds = KINDS.iter().copied().chain([Care::Earnest]).enumerate();
    let metrics = |(nth, care): (usize, Care)| {
        let share = |of: usize| {
            let pairs = trials.iter().map(|trial| (trial[nth][of], trial[nth][0]));
            Proportion::over(&pairs.collect::<Vec<_>>())
        };
        (care, Metrics { monitor: share(1), test: share(2), bound: share(3) })
    };
    kinds.map(metrics).collect()
}

fn one(habits: &Habits, guesses: u32, size: Size, seed: u64, trial: u32) -> [Named; 4] {
    let words = [format!("attention {habits:?}"), seed.to_string(), trial.to_string()];
    let mut chance = Chance::from_words(&words.each_ref().map(String::as_str));
    let levels: Vec<f64> = (0..size.players).map(|_| 5.0 + 90.0 * chance.unit()).collect();
    let cares: Vec<Care> = careless(size.players, CARELESS, KINDS).collect();
    let mut people = People::new(habits, cares.iter().copied(), chance);
    let mut all: Vec<Guess> = Vec::new();
    for _ in 0..guesses {
        people.meet(&levels, &mut all);
    }
    let judgment = |&Guess { judge, player, points }: &Guess| Judgment {
        judge,
        player,
        points,
        before: None,
        seconds: None,
    };
    let found = review(&all.iter().map(judgment).collect::<Vec<_>>(), false);
    let mut named = [[0.0; 4]; 4];
    for ((at, care), report) in cares.into_iter().enumerate().zip(&found.reports) {
        let flagged = |wanted: fn(Kind) -> bool| {
            let flags = report.iter().flat_map(|report| &report.flags);
            indicator(flags.into_iter().any(|flag| wanted(flag.kind)))
        };
        let own: Vec<Guess> = all.iter().filter(|guess| guess.judge == id(at)).copied().collect();
        let each = [
            1.0,
            flagged(|kind| kind != Kind::Inattentive),
            flagged(|kind| kind == Kind::Inattentive),
            indicator(with_truth(&own, &levels, habits) > INATTENTIVE),
        ];
        let kind = KINDS.iter().position(|&kind| kind == care).unwrap_or(KINDS.len());
        for (sum, is) in named[kind].iter_mut().zip(each) {
            *sum += is;
        }
    }
    named
}

/// The Bayes factor of a judge if levels and the crowd's habits are known.
fn with_truth(own: &[Guess], levels: &[f64], habits: &Habits) -> f64 {
    let (low, high) = habits.noise;
    let known = calibrated::Habits {
        middle: 50.0,
        offset: habits.offset,
        slope: habits.slope,
        noise: f64::midpoint(low, high).hypot(super::people::MOOD),
        // A uniform distribution's deviation, in parts of its mean.
        spread: (high - low) / f64::midpoint(low, high) / 12.0_f64.sqrt(),
    };
    let compared = |&Guess { player, points, .. }: &Guess| {
        let level = usize::try_from(player).ok().and_then(|at| levels.get(at)).copied()?;
        Some(Compared { points, level, variance: 0.0 })
    };
    log_bayes_factor(&own.iter().filter_map(compared).collect::<Vec<_>>(), &known)
}

#[derive(Clone, Copy)]
struct Plan {
    habits: Habits,
    guesses: u32,
}

struct Row {
    plan: Plan,
    trials: u32,
    found: Vec<(Care, Metrics)>,
}

fn plans() -> Vec<Plan> {
    let mut plans = Vec::new();
    for guesses in GUESSES {
        for noise in NOISES {
            for (offset, slope) in HABITS {
                plans.push(Plan { habits: Habits { noise, offset, slope }, guesses });
            }
        }
    }
    plans
}

pub(super) fn crowds() -> usize {
    plans().len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let row = |plan: &Plan, size: Size| {
        let found = measure(&plan.habits, plan.guesses, size, seed);
        Row { plan: *plan, trials: size.trials, found }
    };
    let rows = enough(&plans(), size, &row, &checks, tell);
    let about = format!(
        "This section shows which judges are found not to look at the player, where earnest judges \
         are as people are: by the monitor's flags, by the test of attention, and by the same test \
         if it knew the truth. Three in ten judges give any number, their own number, or the \
         opposite. {} players, {}.",
        size.players,
        counted(size.trials, "world")
    );
    let title = "Attention of judges";
    let mut section = ReportSection::of_table("attention", title, about, table(&rows));
    section.checks = checks(&rows.iter().collect::<Vec<_>>());
    section
}

fn checks(rows: &[&Row]) -> Vec<Check> {
    let shares = |wanted: fn(Care) -> bool| {
        rows.iter().flat_map(move |row| {
            let own = row.found.iter().filter(move |(care, _)| wanted(*care));
            own.map(|(_, it)| Measured::from(it.test.percent()).of_trials(row.trials))
        })
    };
    vec![
        Check::worst_of(
            "Random, constant and spiteful judges that the test finds, in percent, in every crowd.",
            shares(|care| care != Care::Earnest),
            Target::AtLeast(90.0),
        ),
        Check::worst_of(
            "Earnest judges that the test accuses, in percent, in every crowd.",
            shares(|care| care == Care::Earnest),
            Target::AtMost(1.0),
        ),
    ]
}

fn table(rows: &[Row]) -> Table {
    let measured = [Share("monitor, %"), Share("test, %"), Share("knowing the truth, %")];
    let mut table = super::table(&["guesses", "noise", "offsets", "judge"], &measured);
    for Row { plan: Plan { habits, guesses }, trials, found } in rows {
        let (low, high) = habits.noise;
        for (care, Metrics { monitor, test, bound }) in found {
            let start = [
                guesses.to_string(),
                format!("{low} to {high}"),
                habits.offset.to_string(),
                format!("{care:?}").to_lowercase(),
                trials.to_string(),
            ];
            let shares = [monitor, test, bound].into_iter().flat_map(|&share| three(share));
            table.row(start.into_iter().chain(shares));
        }
    }
    table
}
