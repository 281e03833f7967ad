//! Accuracy by the share of a question that was revealed, with bootstrap intervals.

use std::collections::BTreeMap;

use luna_learn::bootstrap::{percentile_intervals, resampled_group_means};
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
    /// 1 if a question has it, else 0.
    pub fn of(self, question: &ScoredQuestion) -> f64 {
        let step = question.after(words_at(question.words, self.hundredths));
        let rank = step.and_then(|step| step.rank);
        f64::from(u8::from(rank.is_some_and(|rank| rank < self.top)))
    }
}

/// Values to be drawn again: those of one writer's questions together, since they are alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    count: usize,
    /// Sums with the number of values.
    groups: Vec<(f64, f64)>,
}

impl Sample {
    /// One value of each of these questions. A question without a known writer stands alone.
    pub fn of<'a>(values: impl IntoIterator<Item = (&'a ScoredQuestion, f64)>) -> Sample {
        let mut sample = Sample::default();
        let mut writers: BTreeMap<&str, usize> = BTreeMap::new();
        for (question, value) in values {
            sample.count += 1;
            let next = sample.groups.len();
            let place = match question.writer.as_str() {
                "" => next,
                writer => *writers.entry(writer).or_insert(next),
            };
            match sample.groups.get_mut(place) {
                Some((sum, size)) => (*sum, *size) = (*sum + value, *size + 1.0),
                None => sample.groups.push((value, 1.0)),
            }
        }
        sample
    }

    pub fn mean(&self) -> f64 {
        self.groups.iter().map(|group| group.0).sum::<f64>() / float(self.count)
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
    pub fn of(sample: &Sample, seed: u64) -> Mean {
        let rounds = resampled_group_means(&sample.groups, ROUNDS, seed);
        Mean::new(sample.count, sample.mean(), &rounds)
    }

    /// The mean of the first less that of the second, each resampled on its own.
    pub fn difference(first: &Sample, second: &Sample, seed: u64) -> Mean {
        let one = resampled_group_means(&first.groups, ROUNDS, seed);
        let other = resampled_group_means(&second.groups, ROUNDS, seed.wrapping_add(1));
        let rounds: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
        Mean::new(first.count + second.count, first.mean() - second.mean(), &rounds)
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
