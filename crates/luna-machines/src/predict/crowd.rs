//! Features of a response relative to those of the people trained on, comparable between questions.

use super::answer_features::{AnswerFeatures, Comparison, FEATURES};
use luna_learn::float;

/// The features, and how alike a response is to those of all others: they share one part of the
/// kernel. Each trait after them is a part by itself.
pub(super) const AVERAGES: usize = FEATURES + 1;

/// Then: how near it is to the key; how alike to those of all others, as these differ for the
/// question; whether there is no answer; and how alike it is to those of the good, on average and
/// to the one of which it has most.
pub(super) const TRAITS: usize = AVERAGES + 5;

pub(super) type Traits = [f64; TRAITS];

/// The good are the best-rated one of this many people.
const GOOD: usize = 3;

/// The people learned from, and their answers to one question.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    many: f64,
    /// For each different answer, how many gave it, and how many of the good.
    gave: Vec<(f64, f64)>,
    good: f64,
    /// The share of the key, the runs of the key, and being alike to others.
    scales: [Scale; 3],
}

/// The mean and spread of a trait among the people learned from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scale {
    pub(super) mean: f64,
    /// One by the standard deviation, or 0 where all are the same.
    pub(super) times: f64,
}

/// One of the people learned from, not to be compared with themselves.
#[derive(Clone, Copy)]
pub(super) struct OwnAnswer {
    pub(super) answer: usize,
    pub(super) good: bool,
}

impl Scale {
    pub(super) fn of(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let count = float(values.clone().count().max(1));
        let mean = values.clone().sum::<f64>() / count;
        let spread = (values.map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
        Scale { mean, times: if spread > 1e-9 { 1.0 / spread } else { 0.0 } }
    }

    pub(super) fn apply(&self, x: f64) -> f64 {
        (x - self.mean) * self.times
    }
}

/// Marks the best-rated of these people; `ratings` are those of everybody.
pub(super) fn good(people: &[usize], ratings: &[f64]) -> Vec<bool> {
    let rating = |place: usize| people.get(place).and_then(|&person| ratings.get(person));
    let mut places: Vec<usize> = (0..people.len()).collect();
    places.sort_by(|&one, &other| {
        let of = |place| rating(place).copied().unwrap_or(f64::NEG_INFINITY);
        of(other).total_cmp(&of(one))
    });
    let mut good = vec![false; people.len()];
    for &place in places.iter().take(people.len().div_ceil(GOOD)) {
        good[place] = true;
    }
    good
}

impl Crowd {
    /// A crowd with so many different answers, some of them given by the people learned from.
    pub(super) fn of(comparison: &[Comparison], people: &[OwnAnswer]) -> Crowd {
        let mut gave = vec![(0.0, 0.0); comparison.len()];
        for own in people {
            gave[own.answer].0 += 1.0;
            gave[own.answer].1 += f64::from(u8::from(own.good));
        }
        let good = gave.iter().map(|of| of.1).sum();
        let mut crowd = Crowd { many: float(people.len()), gave, good, scales: <_>::default() };
        let seen: Vec<[f64; 3]> = (people.iter())
            .map(|own| {
                scaled(
                    &comparison[own.answer],
                    crowd.agreement(&comparison[own.answer], Some(*own)),
                )
            })
            .collect();
        crowd.scales = std::array::from_fn(|nth| Scale::of(seen.iter().map(|of| of[nth])));
        crowd
    }

    pub(super) fn traits(&self, comparison: &Comparison, own: Option<OwnAnswer>) -> Traits {
        let agreement = self.agreement(comparison, own);
        let scaled = scaled(comparison, agreement);
        let [share, runs, alike] = std::array::from_fn(|nth| self.scales[nth].apply(scaled[nth]));
        let (mean, most) = self.good(comparison, own);
        let mut traits = [0.0; TRAITS];
        traits[..FEATURES].copy_from_slice(&comparison.own.features);
        traits[FEATURES] = agreement;
        traits[AVERAGES..].copy_from_slice(&[
            share + runs,
            alike,
            comparison.own.unanswered,
            mean,
            most,
        ]);
        traits
    }

    /// The mean likeness to the answers of all others.
    fn agreement(&self, comparison: &Comparison, own: Option<OwnAnswer>) -> f64 {
        let sum: f64 = comparison.runs.iter().zip(&self.gave).map(|(alike, of)| alike * of.0).sum();
        let own = own.map_or(0.0, |_| 1.0);
        (sum - own) / (self.many - own).max(1.0)
    }

    /// The mean likeness to the answers of the good, and the largest share it has of one.
    fn good(&self, comparison: &Comparison, own: Option<OwnAnswer>) -> (f64, f64) {
        let own = own.filter(|own| own.good).map(|own| own.answer);
        let (mut sum, mut most, mut others) = (0.0, 0.0_f64, self.good);
        for (at, &(_, good)) in self.gave.iter().enumerate() {
            let left = if own == Some(at) { good - 1.0 } else { good };
            if left > 0.0 {
                sum += left * comparison.runs[at];
                most = most.max(comparison.shares[at]);
            }
        }
        if own.is_some() {
            others -= 1.0;
        }
        (sum / others.max(1.0), most)
    }
}

/// The traits that are brought to one spread between people.
fn scaled(comparison: &Comparison, agreement: f64) -> [f64; 3] {
    [comparison.own.features[0], comparison.own.key, agreement]
}

/// The traits that need no other answer to the question: the features, how near a response is
/// to the key, and whether there is no answer.
pub(super) const ALONE: usize = FEATURES + 2;

pub(super) fn alone(own: &AnswerFeatures) -> [f64; ALONE] {
    let mut all = [0.0; ALONE];
    all[..FEATURES].copy_from_slice(&own.features);
    all[FEATURES..].copy_from_slice(&[own.features[0] + own.key, own.unanswered]);
    all
}
