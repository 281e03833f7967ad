//! What marks tell about questions, in worlds whose truth is known: difficulty, discrimination, their
//! intervals, and the test whether machines find a question harder.

mod report;
mod world;

use std::convert::Infallible;
use std::num::NonZero;

use luna_learn::item_response::{Estimate as Interval, Marks, QuestionFit, Reading, fit};
use luna_learn::metrics::spearman;

use self::world::{Truth, draw, size};
pub use self::world::{WORLDS, World};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::threads::run_each;
use crate::trials::{Estimate, estimate};

/// Answers of each question.
pub const ANSWERS: [usize; 3] = [10, 20, 40];
pub const READINGS: [Reading; 2] = [Reading::Points, Reading::Sides];
/// The level of the test.
const LEVEL: f64 = 0.05;

/// A world with a number of answers, as read in one way.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub world: World,
    pub answers: usize,
    pub reading: Reading,
    pub difficulty: Accuracy,
    pub discrimination: Accuracy,
    /// The share of questions alike for people and machines that the test calls different, and of
    /// those that are harder for machines.
    pub false_alarms: Proportion,
    pub found: Proportion,
}

#[derive(Clone, Copy, Debug)]
pub struct Accuracy {
    /// The rank correlation of estimates with the truth.
    pub rank: Estimate,
    /// The share of the intervals that contain the truth.
    pub coverage: Proportion,
}

/// The same of one trial; shares as counts.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    ranks: [f64; 2],
    covered: [f64; 2],
    questions: f64,
    alarms: (f64, f64),
    found: (f64, f64),
}

/// Measures all worlds of about so many questions. `progress` is called with the number of fits done
/// and of all.
pub fn part(
    questions: usize,
    trials: u32,
    threads: NonZero<usize>,
    seed: u64,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> ReportSection {
    let of = |world| {
        ANSWERS.into_iter().flat_map(move |answers| {
            READINGS.into_iter().map(move |reading| (world, answers, reading))
        })
    };
    let cells: Vec<(World, usize, Reading)> = WORLDS.into_iter().flat_map(of).collect();
    let size = size(questions);
    let times = usize::try_from(trials).unwrap_or(usize::MAX);
    let Ok(found) = run_each(cells.len() * times, threads, progress, |nth| {
        let (world, answers, reading) = cells[nth / times];
        let seed = format!("{seed} {}", nth % times);
        Ok::<_, Infallible>(measure(draw(world, size, answers, &seed), reading))
    });
    let all = cells.iter().zip(found.chunks(times.max(1)));
    let all = all.map(|(&(world, answers, reading), trials)| {
        let accuracy = |at: usize| Accuracy {
            rank: estimate(trials.iter().map(|trial| trial.ranks[at])),
            coverage: share(trials, |trial| (trial.covered[at], trial.questions)),
        };
        Cell {
            world,
            answers,
            reading,
            difficulty: accuracy(0),
            discrimination: accuracy(1),
            false_alarms: share(trials, |trial| trial.alarms),
            found: share(trials, |trial| trial.found),
        }
    });
    report::part(&all.collect::<Vec<_>>(), size, trials)
}

fn share(trials: &[Trial], of: impl Fn(&Trial) -> (f64, f64)) -> Proportion {
    Proportion::over(&trials.iter().map(of).collect::<Vec<_>>())
}

fn measure(Truth { marks, machines, words, questions }: Truth, reading: Reading) -> Trial {
    let marks = Marks { answers: &marks, covariates: &[], machines: &machines, words: &words };
    let fits = fit(marks, reading).questions;
    let (mut trial, mut truths, mut values) =
        (Trial::default(), [vec![], vec![]], [vec![], vec![]]);
    for (truth, fit) in questions.iter().zip(&fits) {
        let Some(QuestionFit { difficulty, discrimination, machines, .. }) = fit else { continue };
        let both = [(truth.difficulty, difficulty), (truth.discrimination, discrimination)];
        for (at, (truth, &Interval { value, low, high })) in both.into_iter().enumerate() {
            truths[at].push(truth);
            values[at].push(value);
            trial.covered[at] += f64::from(u8::from((low..=high).contains(&truth)));
        }
        trial.questions += 1.0;
        if let Some(test) = machines {
            let harder = test.p < LEVEL && (test.shift < 0.0 || !truth.is_harder);
            let counts = if truth.is_harder { &mut trial.found } else { &mut trial.alarms };
            *counts = (counts.0 + f64::from(u8::from(harder)), counts.1 + 1.0);
        }
    }
    let rank = |at: usize| spearman(&truths[at], &values[at]).unwrap_or(f64::NAN);
    Trial { ranks: [rank(0), rank(1)], ..trial }
}

#[cfg(test)]
mod tests;
