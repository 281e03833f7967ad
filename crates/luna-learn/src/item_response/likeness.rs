//! What questions tell about each other: a Gaussian process over their words.
//!
//! A parameter is normal around the mean of all questions, and a part of its variance is shared by
//! alike questions.

use super::walk::{Walk, log_normal};
use crate::matrix::{Cholesky, dot};
use crate::number::float;
use crate::rng::Rng;

/// The parts of the variance that may be shared.
const SHARED: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 0.95];
/// Questions whose words are compared, at most: those with the most marks.
const MOST: usize = 400;

/// How alike questions are: for each part of [`SHARED`], the inverse of their correlations.
pub(super) struct Likeness {
    /// The place of each question among those compared.
    places: Vec<Option<usize>>,
    compared: Vec<usize>,
    correlations: Vec<Inverse>,
}

struct Inverse {
    rows: Vec<Vec<f64>>,
    log_determinant: f64,
}

/// The distribution of a parameter of questions.
pub(super) struct Parameter {
    walk: Walk,
    /// The deviation that is expected without marks.
    usual: f64,
    mean: f64,
    log_deviation: f64,
    shared: usize,
    hyper: Walk,
}

/// How far off the mean may be, and the logarithm of the deviation.
const MEAN_DOUBT: f64 = 1.0;
const DEVIATION_DOUBT: f64 = 0.5;

impl Likeness {
    pub(super) fn new(marks: &[usize], words: &[Vec<(u32, f64)>]) -> Likeness {
        let has_words = |&at: &usize| words.get(at).is_some_and(|it| !it.is_empty());
        let mut compared: Vec<usize> = (0..marks.len()).filter(has_words).collect();
        compared.sort_by_key(|&at| std::cmp::Reverse(marks[at]));
        compared.truncate(MOST);
        let row = |(nth, &at): (usize, &usize)| -> Vec<f64> {
            let others = compared.iter().take(nth + 1);
            others.map(|&other| product(&words[at], &words[other])).collect()
        };
        let alike: Vec<Vec<f64>> = compared.iter().enumerate().map(row).collect();
        let mut places = vec![None; marks.len()];
        for (nth, &at) in compared.iter().enumerate() {
            places[at] = Some(nth);
        }
        let correlations = SHARED.into_iter().map(|shared| Inverse::new(&alike, shared)).collect();
        Likeness { places, compared, correlations }
    }

    /// The squared distance of values from a mean, if they all had a variance of 1.
    fn square(&self, values: &[f64], shared: usize, mean: f64) -> f64 {
        let off: Vec<f64> = self.compared.iter().map(|&at| values[at] - mean).collect();
        let alone = values.iter().zip(&self.places).filter(|(_, place)| place.is_none());
        let alone: f64 = alone.map(|(value, _)| (value - mean).powi(2)).sum();
        alone + self.correlations[shared].square(&off)
    }
}

impl Inverse {
    /// Of a matrix with ones on the diagonal and a part of the products elsewhere.
    fn new(alike: &[Vec<f64>], shared: f64) -> Inverse {
        let row = |(nth, row): (usize, &Vec<f64>)| {
            let entry = |(at, x): (usize, &f64)| if at == nth { 1.0 } else { shared * x };
            row.iter().enumerate().map(entry).collect()
        };
        let factor = Cholesky::clamped(alike.iter().enumerate().map(row).collect());
        let inverse = factor.inverse();
        Inverse {
            rows: inverse.rows().into_iter().map(|row| row.to_vec()).collect(),
            log_determinant: 2.0 * factor.diagonal().map(f64::ln).sum::<f64>(),
        }
    }

    fn square(&self, off: &[f64]) -> f64 {
        self.rows.iter().zip(off).map(|(row, own)| own * dot(row, off)).sum()
    }
}

impl Parameter {
    pub(super) fn new(count: usize, usual: f64) -> Parameter {
        Parameter {
            walk: Walk::new(count),
            usual,
            mean: 0.0,
            log_deviation: usual.ln(),
            shared: 2,
            hyper: Walk::new(2),
        }
    }

    /// Takes a step with each question; `likelihood` is its log-likelihood at a value.
    pub(super) fn sweep(
        &mut self,
        values: &mut [f64],
        likeness: &Likeness,
        rng: &mut Rng,
        adapts: bool,
        likelihood: impl Fn(usize, f64) -> f64,
    ) {
        let deviation = self.log_deviation.exp();
        let inverse = &likeness.correlations[self.shared];
        let mut off: Vec<f64> =
            likeness.compared.iter().map(|&at| values[at] - self.mean).collect();
        for (at, value) in values.iter_mut().enumerate() {
            let (mean, spread) = match likeness.places[at] {
                None => (self.mean, deviation),
                Some(nth) => {
                    let row = &inverse.rows[nth];
                    let others = dot(row, &off) - row[nth] * off[nth];
                    (self.mean - others / row[nth], deviation / row[nth].sqrt())
                }
            };
            let log = |x: f64| likelihood(at, x) + log_normal(x, mean, spread);
            let now = *value;
            *value = self.walk.step(at, now, rng, adapts, |to| log(to) - log(now));
            if let Some(nth) = likeness.places[at] {
                off[nth] = *value - self.mean;
            }
        }
        self.sweep_hyper(values, likeness, rng, adapts);
    }

    /// The log-density of the mean and the deviation if all were moved, and the means to do so.
    pub(super) fn moved(&self, by: f64) -> f64 {
        log_normal(self.mean + by, 0.0, MEAN_DOUBT)
    }

    pub(super) fn shift(&mut self, by: f64) {
        self.mean += by;
    }

    /// The same if all were stretched; the values themselves stay as likely, given these.
    pub(super) fn stretched(&self, by: f64) -> f64 {
        by + log_normal(self.mean * by.exp(), 0.0, MEAN_DOUBT)
            + log_normal(self.log_deviation + by, self.usual.ln(), DEVIATION_DOUBT)
    }

    pub(super) fn stretch(&mut self, by: f64) {
        self.mean *= by.exp();
        self.log_deviation += by;
    }

    fn sweep_hyper(&mut self, values: &[f64], likeness: &Likeness, rng: &mut Rng, adapts: bool) {
        let variance = (2.0 * self.log_deviation).exp();
        let (shared, mean) = (self.shared, self.mean);
        let now = likeness.square(values, shared, mean);
        self.mean = self.hyper.step(0, mean, rng, adapts, |to| {
            let gain = (now - likeness.square(values, shared, to)) / (2.0 * variance);
            gain + log_normal(to, 0.0, MEAN_DOUBT) - log_normal(mean, 0.0, MEAN_DOUBT)
        });
        let squares: Vec<f64> =
            (0..SHARED.len()).map(|shared| likeness.square(values, shared, self.mean)).collect();
        let log = |shared: usize| {
            let inverse = &likeness.correlations[shared];
            -0.5 * (inverse.log_determinant + squares[shared] / variance)
        };
        let logs: Vec<f64> = (0..SHARED.len()).map(log).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut left = rng.unit() * logs.iter().map(|log| (log - most).exp()).sum::<f64>();
        self.shared = (logs.iter().position(|log| {
            left -= (log - most).exp();
            left < 0.0
        }))
        .unwrap_or(0);
        let (count, square) = (float(values.len()), squares[self.shared]);
        let usual = self.usual.ln();
        let log = |to: f64| {
            -count * to - 0.5 * square * (-2.0 * to).exp() + log_normal(to, usual, DEVIATION_DOUBT)
        };
        let now = self.log_deviation;
        self.log_deviation = self.hyper.step(1, now, rng, adapts, |to| log(to) - log(now));
    }
}

/// The product of two sparse vectors.
fn product(mut one: &[(u32, f64)], mut other: &[(u32, f64)]) -> f64 {
    let mut sum = 0.0;
    while let ([(a, x), more @ ..], [(b, y), rest @ ..]) = (one, other) {
        if a == b {
            sum += x * y;
        }
        (one, other) = (if a <= b { more } else { one }, if b <= a { rest } else { other });
    }
    sum
}
