//! Means with intervals, and differences of machines that were asked the same.

use std::collections::BTreeMap;

use luna_learn::bootstrap::{percentile_intervals, resampled_means};
use luna_learn::float;
use luna_learn::paired_test::t_test;
use luna_learn::proportion::clopper_pearson;
use luna_learn::student;

use crate::battery::sitting::Percent;

const ROUNDS: u64 = 4_000;
const LEVEL: f64 = 0.95;

/// A machine's values, by what it was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores(pub BTreeMap<String, f64>);

/// A mean, and its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub n: usize,
}

/// The least and the most that a value can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub f64, pub f64);

impl Scores {
    /// The mean of values within these bounds.
    pub fn mean(&self, bounds: Bounds, seed: u64) -> Option<Estimate> {
        estimate(&self.0.values().copied().collect::<Vec<f64>>(), bounds, seed)
    }

    /// The mean difference over what both were asked.
    pub fn less(&self, other: &Scores, bounds: Bounds, seed: u64) -> Option<Estimate> {
        let Bounds(low, high) = bounds;
        let both = self.0.iter().filter_map(|(id, own)| Some(own - other.0.get(id)?));
        estimate(&both.collect::<Vec<f64>>(), Bounds(low - high, high - low), seed)
    }

    /// The values whose names begin so.
    pub fn of(&self, beginning: &str) -> Scores {
        let own = self.0.iter().filter(|(id, _)| id.starts_with(beginning));
        Scores(own.map(|(id, value)| (id.clone(), *value)).collect())
    }
}

/// Fewer values than this are too few to be resampled.
const ENOUGH: usize = 20;

/// The mean with an interval. Where all values are the same, or each is the least or the most, the exact
/// one for so many values of the latter kind; for few others Student's; else percentiles of a
/// bootstrap.
fn estimate(values: &[f64], Bounds(least, most): Bounds, seed: u64) -> Option<Estimate> {
    let n = values.len();
    let first = *values.first()?;
    let value = values.iter().sum::<f64>() / float(n);
    let within =
        |low: f64, high: f64| Estimate { value, low: low.max(least), high: high.min(most), n };
    let all_at =
        |ends: &[f64]| values.iter().all(|it| ends.iter().any(|end| it.total_cmp(end).is_eq()));
    if all_at(&[least, most]) || all_at(&[first]) {
        return Some(exact(value, n, Bounds(least, most)));
    }
    if n < ENOUGH {
        let radius = student::quantile(n - 1) * t_test(values)?.error;
        return Some(within(value - radius, value + radius));
    }
    let rounds = resampled_means(values, ROUNDS, seed);
    let rounds: Vec<Vec<f64>> = rounds.into_iter().map(|mean| vec![mean]).collect();
    let (low, high) = percentile_intervals(&rounds, LEVEL).first().copied()?;
    Some(within(low, high))
}

/// The interval of Clopper and Pearson, for values that are the least or the most.
fn exact(value: f64, n: usize, Bounds(least, most): Bounds) -> Estimate {
    let share = (value - least) / (most - least);
    let (low, high) = clopper_pearson(share * float(n), float(n), 1.0 - LEVEL);
    let on_scale = |share: f64| least + share * (most - least);
    Estimate { value, low: on_scale(low), high: on_scale(high), n }
}

impl Estimate {
    /// Of means over strata, which were resampled. Where nothing varies, that shows no spread.
    pub(super) fn of_strata(percent: Percent, n: usize, Bounds(least, most): Bounds) -> Estimate {
        let [value, low, high] = [percent.value, percent.low, percent.high].map(|it| it / 100.0);
        if high - low > f64::EPSILON {
            return Estimate { value, low, high, n };
        }
        exact(value, n, Bounds(least, most))
    }

    /// In percent: "56 (45 to 67)".
    pub fn percent(&self) -> String {
        let [value, low, high] =
            [self.value, self.low, self.high].map(|it| whole((100.0 * it).round()));
        format!("{value} ({low} to {high})")
    }

    /// In points.
    pub fn points(&self) -> String {
        format!("{:.1} ({:.1} to {:.1})", self.value, self.low, self.high)
    }

    /// Returns true if the interval has only numbers on one side of zero.
    pub fn is_certain(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Without the sign of a zero.
fn whole(value: f64) -> String {
    format!("{:.0}", value + 0.0)
}

impl FromIterator<(String, f64)> for Scores {
    fn from_iter<T: IntoIterator<Item = (String, f64)>>(values: T) -> Scores {
        Scores(values.into_iter().collect())
    }
}
