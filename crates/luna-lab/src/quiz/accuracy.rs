//! Accuracy by the share of a question that was revealed, with bootstrap intervals.

use luna_learn::bootstrap::{percentile_intervals, resampled_means};
use luna_learn::float;

use super::guesser::{ScoredQuestion, words_at};
use crate::trials::Estimate;

/// Shares in hundredths.
pub const SHARES: [usize; 11] = [10, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100];

const ROUNDS: u64 = 1_000;
const LEVEL: f64 = 0.95;

/// The count of right answers that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub hundredths: usize,
    /// The guesses that may be right: 1 or 5.
    pub top: usize,
}

impl Outcome {
    /// 1 or 0 for each question.
    pub fn of(self, all: &[&ScoredQuestion]) -> Vec<f64> {
        let right = |it: &&ScoredQuestion| {
            let step = it.after(words_at(it.words, self.hundredths));
            let rank = step.and_then(|step| step.rank);
            f64::from(u8::from(rank.is_some_and(|rank| rank < self.top)))
        };
        all.iter().map(right).collect()
    }
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    pub count: usize,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The standard deviation over the bootstrap.
    pub error: f64,
}

impl Mean {
    pub fn of(values: &[f64], seed: u64) -> Mean {
        let rounds = resampled_means(values, ROUNDS, seed);
        Mean::new(values.len(), mean(values), &rounds)
    }

    /// The mean of the first less that of the second, each resampled on its own.
    pub fn difference(first: &[f64], second: &[f64], seed: u64) -> Mean {
        let one = resampled_means(first, ROUNDS, seed);
        let other = resampled_means(second, ROUNDS, seed.wrapping_add(1));
        let rounds: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
        Mean::new(first.len() + second.len(), mean(first) - mean(second), &rounds)
    }

    fn new(count: usize, value: f64, rounds: &[f64]) -> Mean {
        let each: Vec<Vec<f64>> = rounds.iter().map(|&round| vec![round]).collect();
        let (low, high) =
            percentile_intervals(&each, LEVEL).first().copied().unwrap_or((f64::NAN, f64::NAN));
        let centre = mean(rounds);
        let squares: f64 = rounds.iter().map(|round| (round - centre).powi(2)).sum();
        let error = (squares / (float(rounds.len()) - 1.0)).sqrt();
        Mean { count, value, low, high, error }
    }

    pub fn estimate(self) -> Estimate {
        Estimate { value: self.value, error: self.error }
    }

    /// For people, with its interval.
    pub fn words(self) -> String {
        match self.value.is_finite() {
            true => format!("{:.3} ({:.3} to {:.3})", self.value, self.low, self.high),
            false => "–".to_owned(),
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len())
}

/// The mean of each number and its neighbours, up to `reach` on each side.
pub fn moving_average(values: &[f64], reach: usize) -> Vec<f64> {
    let around = |at: usize| {
        let from = at.saturating_sub(reach);
        let to = (at + reach + 1).min(values.len());
        mean(values.get(from..to).unwrap_or_default())
    };
    (0..values.len()).map(around).collect()
}
