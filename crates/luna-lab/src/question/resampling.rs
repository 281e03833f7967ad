//! Means with intervals: over draws, as the paper has them, or over articles drawn again.

use luna_core::rng::Chance;
use luna_learn::bootstrap::percentile_intervals;
use luna_learn::float;
use luna_learn::student;

use crate::trials::Estimate;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Its standard error.
    pub error: f64,
}

impl Interval {
    /// Student's interval of a mean of independent numbers; no number (NaN) for the ends of one alone.
    pub fn of_draws(values: &[f64]) -> Interval {
        let value = mean(values);
        let error = spread(values) / float(values.len()).sqrt();
        let half = error * student::quantile(values.len().saturating_sub(1).max(1));
        Interval { value, low: value - half, high: value + half, error }
    }

    /// The percentile interval over rounds of the bootstrap.
    pub(super) fn of_rounds(value: f64, rounds: &[f64]) -> Interval {
        let each: Vec<Vec<f64>> = rounds.iter().map(|&round| vec![round]).collect();
        let ends = percentile_intervals(&each, 0.95).first().copied();
        let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
        Interval { value, low, high, error: spread(rounds) }
    }

    /// The same in percent.
    pub fn percent(self) -> Interval {
        let Interval { value, low, high, error } = self;
        let [value, low, high, error] = [value, low, high, error].map(|number| 100.0 * number);
        Interval { value, low, high, error }
    }

    /// Equal numbers do not say how far they may be off.
    pub fn estimate(self) -> Estimate {
        let error = if self.error > 0.0 { self.error } else { f64::NAN };
        Estimate { value: self.value, error }
    }

    /// For people.
    pub fn words(self, decimals: usize) -> String {
        let Interval { value, low, high, .. } = self;
        match low.is_finite() && high.is_finite() {
            true => format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})"),
            false => format!("{value:.decimals$}"),
        }
    }
}

/// Numbers of draws of each article in a round: as many draws as articles, with replacement.
pub(super) fn multiplicities(articles: usize, round: usize, seed: u64) -> Vec<f64> {
    let words = ["articles", &seed.to_string(), &round.to_string()];
    let mut chance = Chance::from_words(&words);
    let mut times = vec![0.0; articles];
    for _ in 0..articles {
        times[chance.below(articles)] += 1.0;
    }
    times
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len())
}

/// The standard deviation; no number for fewer than two.
pub(super) fn spread(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (float(values.len()) - 1.0)).sqrt()
}
