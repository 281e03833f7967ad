//! Experiments on judges: the calibrated rating, the intervals and the judge monitor, in worlds
//! whose truth is known; and the theory of what a strategy costs, and how much play ratings need.

pub mod accounts;
mod adaptive;
pub mod attention;
pub mod brigade;
pub mod calibration;
pub mod crowds;
mod equilibrium;
pub mod intervals;
pub mod monitoring;
pub mod people;
mod sampling;
#[cfg(test)]
mod tests;
mod theory;

use std::convert::Infallible;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use crate::claims::Check;
use crate::claims::enough_trials::more_trials;
use crate::format::plain;
use crate::section::ReportSection;
use crate::trials::Estimate;
use crate::trials::proportion::Proportion;
use crate::trials::threads::run_each;
use crate::world::Settings;
use crate::world::interpretation::Interpretation;
use crate::world::strategy::Crowd;

/// The size of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub players: usize,
    pub steps: u32,
    pub trials: u32,
    /// The greatest number of trials of a crowd that leaves a claim undecided.
    pub most_trials: u32,
    pub threads: NonZero<usize>,
}

/// The part that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Calibration,
    Intervals,
    Watching,
    Accounts,
    Crowds,
    Theory,
    Equilibrium,
    Sampling,
    Adaptive,
    Brigade,
    Attention,
}

/// What a report of judges has. Crowds take longer, and the others are about the paper.
pub const SUBJECTS: [Subject; 4] =
    [Subject::Calibration, Subject::Intervals, Subject::Watching, Subject::Accounts];

impl Subject {
    pub fn name(self) -> &'static str {
        match self {
            Subject::Calibration => "calibration",
            Subject::Intervals => "intervals",
            Subject::Watching => "watching",
            Subject::Accounts => "accounts",
            Subject::Crowds => "crowds",
            Subject::Theory => "theory",
            Subject::Equilibrium => "equilibrium",
            Subject::Sampling => "sampling",
            Subject::Adaptive => "adaptive",
            Subject::Brigade => "brigade",
            Subject::Attention => "attention",
        }
    }

    /// Returns the number of crowds that an experiment simulates.
    fn crowds(self, size: Size) -> usize {
        match self {
            Subject::Calibration => calibration::crowds(),
            Subject::Intervals => intervals::worlds().len(),
            Subject::Watching => monitoring::crowds(),
            Subject::Accounts => accounts::crowds(size),
            Subject::Crowds => crowds::all().len(),
            Subject::Theory => theory::crowds(),
            Subject::Equilibrium => equilibrium::crowds(),
            Subject::Sampling => sampling::crowds(),
            Subject::Adaptive => adaptive::crowds(),
            Subject::Brigade => brigade::crowds(),
            Subject::Attention => attention::crowds(),
        }
    }
}

/// Runs experiments. `progress` is called with the number of crowds done and of all.
pub fn parts(
    subjects: &[Subject],
    size: Size,
    seed: u64,
    progress: &dyn Fn(usize, usize),
) -> Vec<ReportSection> {
    let of = subjects.iter().map(|subject| subject.crowds(size)).sum();
    let done = AtomicUsize::new(0);
    let tell = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, of);
    let part = |subject: &Subject| match subject {
        Subject::Calibration => calibration::part(size, seed, &tell),
        Subject::Intervals => intervals::part(size, seed, &tell),
        Subject::Watching => monitoring::part(size, seed, &tell),
        Subject::Accounts => accounts::part(size, seed, &tell),
        Subject::Crowds => crowds::part(size, seed, &tell),
        Subject::Theory => theory::part(size, seed, &tell),
        Subject::Equilibrium => equilibrium::part(size, seed, &tell),
        Subject::Sampling => sampling::part(size, seed, &tell),
        Subject::Adaptive => adaptive::part(size, seed, &tell),
        Subject::Brigade => brigade::part(size, seed, &tell),
        Subject::Attention => attention::part(size, seed, &tell),
    };
    subjects.iter().map(part).collect()
}

/// The settings of the worlds in a part of the experiment.
fn settings(part: &str, crowd: &Crowd, reading: Interpretation, size: Size, seed: u64) -> Settings {
    Settings {
        players: size.players,
        steps: size.steps,
        crowd: crowd.clone(),
        reading,
        seed,
        name: format!("{part} {}", crowd.name()),
    }
}

/// Returns the results of all trials, in their order.
fn each_trial<T: Send>(size: Size, trial: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let count = usize::try_from(size.trials).unwrap_or(usize::MAX);
    let Ok(found) = run_each(count, size.threads, &|_, _| (), |nth| {
        Ok::<T, Infallible>(trial(u32::try_from(nth).unwrap_or(u32::MAX)))
    });
    found
}

/// Measures each plan, and again with more trials those that leave a claim undecided.
fn enough<P, R>(
    plans: &[P],
    size: Size,
    measure: &dyn Fn(&P, Size) -> R,
    checks: &dyn Fn(&[&R]) -> Vec<Check>,
    tell: &dyn Fn(),
) -> Vec<R> {
    let first = |plan: &P| {
        let found = measure(plan, size);
        tell();
        found
    };
    let mut found: Vec<R> = plans.iter().map(first).collect();
    let mut trials = vec![size.trials; plans.len()];
    loop {
        let all: Vec<&R> = found.iter().collect();
        let more = more_trials(&all, &trials, size.most_trials, checks);
        if more.is_empty() {
            return found;
        }
        for (nth, count) in more {
            found[nth] = measure(&plans[nth], Size { trials: count, ..size });
            trials[nth] = count;
        }
    }
}

/// Measures each plan with a seed, as [`enough`] does.
fn measured<P: Copy, R>(
    plans: &[P],
    (size, seed): (Size, u64),
    measure: fn(P, Size, u64) -> R,
    checks: &dyn Fn(&[&R]) -> Vec<Check>,
    tell: &dyn Fn(),
) -> Vec<R> {
    enough(plans, size, &|&plan: &P, size| measure(plan, size, seed), checks, tell)
}

/// The size of the worlds in tests.
#[cfg(test)]
fn test_size(trials: u32) -> Size {
    let threads = NonZero::new(2).unwrap();
    Size { players: 100, steps: 1000, trials, most_trials: trials, threads }
}

/// A measured quantity in a table.
#[derive(Clone, Copy, Debug)]
enum Column<'a> {
    /// Followed by its standard error.
    Mean(&'a str),
    /// Followed by the ends of its interval.
    Share(&'a str),
}

/// The number of trials follows what is known.
fn table(known: &[&str], measured: &[Column<'_>]) -> Table {
    let columns = measured.iter().flat_map(|column| match column {
        Column::Mean(name) => vec![(*name).to_owned(), format!("{name} ±")],
        Column::Share(name) => {
            vec![(*name).to_owned(), format!("{name}, from"), format!("{name}, to")]
        }
    });
    let known = known.iter().chain(&["trials"]).map(|&name| name.to_owned());
    Table { headers: known.chain(columns).collect(), rows: Vec::new() }
}

/// A number and its standard error, as two cells; empty of nothing.
fn both(Estimate { value, error }: Estimate) -> [String; 2] {
    [value, error].map(plain)
}

/// A share in percent and the ends of its interval, as three cells.
fn three(share: Proportion) -> [String; 3] {
    let Proportion { value, from, to } = share.percent();
    [value, from, to].map(plain)
}

/// Points of a line of estimates, with their error bands.
fn points<T>(
    rows: &[&T],
    x: impl Fn(&T) -> u32,
    of: impl Fn(&T) -> Estimate,
) -> Vec<(f64, f64, f64)> {
    let point = |row: &&T| (f64::from(x(row)), of(row).value, of(row).half_band());
    rows.iter().map(point).collect()
}

/// A line chart of mean errors.
struct ErrorPanel {
    id: String,
    title: String,
    /// Points, by the name of their line.
    each: Vec<(&'static str, Vec<(f64, f64, f64)>)>,
}

/// Draws charts of mean errors on one scale.
fn error_charts(x_label: &str, panels: &[ErrorPanel]) -> Vec<Chart> {
    let all = panels.iter().flat_map(|panel| &panel.each).flat_map(|(_, points)| points);
    let range = Range::shared(all.map(|point| point.1 + point.2));
    let draw = |ErrorPanel { id, title, each }: &ErrorPanel| {
        let frame = Frame {
            id,
            title,
            description: "The mean error of the plain mean and of the calibrated rating.",
            x_label,
            y_label: "mean error in points",
        };
        let series: Vec<Series<'_>> =
            each.iter().map(|(name, points)| Series { name, points }).collect();
        lines(&frame, &series, range)
    };
    panels.iter().map(draw).collect()
}

fn indicator(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
