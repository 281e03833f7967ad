//! The pace of careful and of careless raters: log-normal between raters and within one.

use std::f64::consts::TAU;

use super::opinion::log_sum;
use crate::number::float;

/// Seconds outside of these are a slip, or a rater who went away.
const SECONDS: (f64, f64) = (0.5, 300.0);
/// The share of careful raters who read fast, with the mean and the deviation of their log seconds.
const FAST: (f64, f64, f64) = (0.15, 2.3, 0.4);
/// The share of careless raters who take as long as careful ones.
const SLOW: f64 = 0.1;
/// The prior of the deviation within a rater, and ratings that it is worth.
const WITHIN: (f64, f64) = (0.4, 20.0);
/// Raters that the prior of each class is worth.
const PRIOR_RATERS: f64 = 5.0;
/// The most that pace says, in nats: against a rater, and for one. Waiting is no proof of care.
const MOST: (f64, f64) = (4.0, -1.5);
/// The fastest that careful raters are on the whole, as log seconds.
const FASTEST: f64 = 2.6;

/// The log seconds of one rater.
#[derive(Clone, Copy)]
pub(super) struct RaterPace {
    mean: f64,
    count: f64,
    /// The sum of squared deviations.
    squares: f64,
}

impl RaterPace {
    pub(super) fn of(seconds: &[f64]) -> Option<RaterPace> {
        let logs = seconds.iter().map(|it| it.clamp(SECONDS.0, SECONDS.1).ln());
        let count = float(seconds.len());
        let mean = logs.clone().sum::<f64>() / count;
        let squares = logs.map(|it| (it - mean).powi(2)).sum();
        (count > 0.0).then_some(RaterPace { mean, count, squares })
    }
}

/// A normal distribution of the means of raters.
#[derive(Clone, Copy)]
struct Class {
    mean: f64,
    deviation: f64,
}

impl Class {
    fn log_density(self, rater: RaterPace, within: f64) -> f64 {
        let variance = self.deviation.powi(2) + within.powi(2) / rater.count;
        -0.5 * ((rater.mean - self.mean).powi(2) / variance + (TAU * variance).ln())
    }

    /// The prior with weighted raters.
    fn update(self, raters: &[(f64, RaterPace)], within: f64) -> Class {
        let (mut weight, mut sum) = (PRIOR_RATERS, PRIOR_RATERS * self.mean);
        for (share, rater) in raters {
            weight += share;
            sum += share * rater.mean;
        }
        let mean = sum / weight;
        let mut squares = PRIOR_RATERS * self.deviation.powi(2);
        for (share, rater) in raters {
            let between = (rater.mean - mean).powi(2) - within.powi(2) / rater.count;
            squares += share * between.max(0.0);
        }
        Class { mean, deviation: (squares / weight).sqrt() }
    }
}

const CAREFUL: Class = Class { mean: 3.1, deviation: 0.5 };
const CARELESS: Class = Class { mean: 1.9, deviation: 0.5 };

pub(super) struct Pace {
    careful: Class,
    careless: Class,
    within: f64,
}

impl Pace {
    pub(super) fn new(raters: &[Option<RaterPace>]) -> Pace {
        let mut squares = WITHIN.0.powi(2) * WITHIN.1;
        let mut free = WITHIN.1;
        for rater in raters.iter().flatten() {
            squares += rater.squares;
            free += rater.count - 1.0;
        }
        Pace { careful: CAREFUL, careless: CARELESS, within: (squares / free).sqrt() }
    }

    /// The log likelihood ratio of careless to careful.
    pub(super) fn evidence(&self, rater: RaterPace) -> f64 {
        let of = |class: Class| class.log_density(rater, self.within);
        let (usual, fast) = (of(self.careful), of(Class { mean: FAST.1, deviation: FAST.2 }));
        let careful = log_sum([(1.0 - FAST.0).ln() + usual, FAST.0.ln() + fast].into_iter());
        let own = (1.0 - SLOW).ln() + of(self.careless);
        let careless = log_sum([own, SLOW.ln() + usual].into_iter());
        let most = if rater.mean < self.careful.mean { MOST.0 } else { 0.0 };
        (careless - careful).clamp(MOST.1, most)
    }

    /// Learns both classes from the probabilities that raters are careless.
    pub(super) fn learn(&mut self, raters: &[Option<RaterPace>], careless: &[f64]) {
        let of = |share: fn(f64) -> f64| -> Vec<(f64, RaterPace)> {
            let pairs = careless.iter().zip(raters);
            pairs.filter_map(|(it, rater)| Some((share(*it), (*rater)?))).collect()
        };
        self.careful = CAREFUL.update(&of(|it| 1.0 - it), self.within);
        self.careless = CARELESS.update(&of(|it| it), self.within);
        self.careful.mean = self.careful.mean.max(FASTEST);
        self.careless.mean = self.careless.mean.min(self.careful.mean);
    }
}
