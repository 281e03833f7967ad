//! A linear classifier over hashed features, trained as an averaged perceptron.
//!
//! Weights are whole numbers from the first update to the file, so training gives the same bytes on
//! every machine.

use std::collections::BTreeMap;

use super::hash::HashIndex;
use crate::interner::to_usize;

/// Number of a class.
pub(super) type Class = u8;

/// A trained classifier.
#[derive(Clone, Debug, Default)]
pub(super) struct Classifier {
    pub(super) classes: usize,
    index: HashIndex,
    /// Hashes of the features, ascending.
    pub(super) hashes: Vec<u32>,
    /// The end of each feature's weights.
    pub(super) ends: Vec<u32>,
    pub(super) weights: Vec<(Class, i8)>,
}

impl Classifier {
    /// A classifier of these features, which are in ascending order.
    pub(super) fn new(
        classes: usize,
        hashes: Vec<u32>,
        ends: Vec<u32>,
        weights: Vec<(Class, i8)>,
    ) -> Classifier {
        let mut index = HashIndex::with_capacity(hashes.len());
        for &hash in &hashes {
            index.intern(hash);
        }
        Classifier { classes, index, hashes, ends, weights }
    }

    /// Adds up the weights of the features for each class.
    pub(super) fn scores(&self, features: &[u32], scores: &mut Vec<i32>) {
        scores.clear();
        scores.resize(self.classes, 0);
        for &feature in features {
            let Some(row) = self.index.get(short(feature)) else { continue };
            for &(class, weight) in self.row(to_usize(row)) {
                if let Some(score) = scores.get_mut(usize::from(class)) {
                    *score += i32::from(weight);
                }
            }
        }
    }

    #[inline]
    fn row(&self, row: usize) -> &[(Class, i8)] {
        let end = |row: usize| self.ends.get(row).copied().map_or(0, to_usize);
        let from = row.checked_sub(1).map_or(0, end);
        self.weights.get(from..end(row)).unwrap_or_default()
    }
}

/// What is kept of a feature's hash: few enough bits for a small file, and enough that few features
/// share a number.
#[inline]
fn short(feature: u32) -> u32 {
    feature >> 8
}

/// The class with the highest score; of equal ones the first.
pub(super) fn best(scores: &[i32]) -> Class {
    let mut best = (i32::MIN, 0);
    for (&score, class) in scores.iter().zip(0..) {
        if score > best.0 {
            best = (score, class);
        }
    }
    best.1
}

/// A classifier in training.
#[derive(Debug)]
pub(super) struct Trainer {
    classes: usize,
    index: HashIndex,
    hashes: Vec<u32>,
    rows: Vec<Vec<Weight>>,
    /// The number of examples so far.
    examples: i64,
    /// The points by which the right class is to win.
    margin: i32,
}

#[derive(Clone, Copy, Debug)]
struct Weight {
    class: Class,
    now: i32,
    /// The sum of all changes, each times the number of examples before it.
    changes: i64,
}

/// How small weights become in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounding {
    /// The weight in the file of a weight of one.
    pub(super) scale: i64,
    /// Weights of a smaller amount in the file are left out.
    pub(super) smallest: i64,
}

impl Trainer {
    pub(super) fn new(classes: usize, margin: i32) -> Trainer {
        Trainer {
            classes,
            index: HashIndex::default(),
            hashes: Vec::new(),
            rows: Vec::new(),
            examples: 0,
            margin,
        }
    }

    pub(super) fn scores(&self, features: &[u32], scores: &mut Vec<i32>) {
        scores.clear();
        scores.resize(self.classes, 0);
        for &feature in features {
            let row = self.index.get(short(feature)).and_then(|row| self.rows.get(to_usize(row)));
            for weight in row.into_iter().flatten() {
                if let Some(score) = scores.get_mut(usize::from(weight.class)) {
                    *score += weight.now;
                }
            }
        }
    }

    /// Learns from an example with these scores, unless its class wins by the margin.
    pub(super) fn learn(&mut self, features: &[u32], scores: &[i32], truth: Class) {
        self.examples += 1;
        let of_truth = scores.get(usize::from(truth)).copied().unwrap_or(0);
        let mut rival = (i32::MIN, 0);
        for (&score, class) in scores.iter().zip(0..) {
            if class != truth && score > rival.0 {
                rival = (score, class);
            }
        }
        let (most, rival) = rival;
        if of_truth.saturating_sub(most) > self.margin {
            return;
        }
        for &feature in features {
            let feature = short(feature);
            let row = to_usize(self.index.intern(feature));
            if row >= self.rows.len() {
                self.rows.push(Vec::new());
                self.hashes.push(feature);
            }
            for (class, change) in [(truth, 1), (rival, -1)] {
                self.change(row, class, change);
            }
        }
    }

    fn change(&mut self, row: usize, class: Class, change: i32) {
        let Some(row) = self.rows.get_mut(row) else { return };
        let at = row.iter().position(|weight| weight.class == class).unwrap_or_else(|| {
            row.push(Weight { class, now: 0, changes: 0 });
            row.len() - 1
        });
        if let Some(weight) = row.get_mut(at) {
            weight.now += change;
            weight.changes += i64::from(change) * self.examples;
        }
    }
}

/// The classifier whose weights are the means over all examples and trainings.
pub(super) fn average(trainers: &[Trainer], rounding: Rounding) -> Classifier {
    let mut order: Vec<(u32, &Trainer, &Vec<Weight>)> = Vec::new();
    for trainer in trainers {
        let rows = trainer.hashes.iter().zip(&trainer.rows);
        order.extend(rows.map(|(&hash, row)| (hash, trainer, row)));
    }
    // Stable: rows of one feature stay in the order of the trainings.
    order.sort_by_key(|&(hash, ..)| hash);
    let (mut hashes, mut ends, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    let mut sums: BTreeMap<Class, i64> = BTreeMap::new();
    let count = i64::try_from(trainers.len()).unwrap_or(i64::MAX);
    for feature in order.chunk_by(|one, next| one.0 == next.0) {
        sums.clear();
        for (_, trainer, row) in feature {
            for weight in *row {
                let sum = i64::from(weight.now) * trainer.examples - weight.changes;
                let mean = rounded(sum * rounding.scale * FINE, trainer.examples);
                *sums.entry(weight.class).or_default() += mean;
            }
        }
        let before = weights.len();
        for (&class, &sum) in &sums {
            let value = rounded(sum, count.saturating_mul(FINE));
            if value.abs() >= rounding.smallest.max(1) {
                weights.push((class, narrow(value)));
            }
        }
        if weights.len() > before {
            hashes.extend(feature.first().map(|&(hash, ..)| hash));
            ends.push(crate::interner::to_u32(weights.len()));
        }
    }
    let classes = trainers.first().map_or(0, |trainer| trainer.classes);
    Classifier::new(classes, hashes, ends, weights)
}

/// Parts of a unit while sums are made.
const FINE: i64 = 16;

/// The quotient rounded to the nearest whole number.
pub(super) fn rounded(sum: i64, count: i64) -> i64 {
    let count = count.max(1);
    (2 * sum + count).div_euclid(2 * count)
}

/// The nearest number that fits.
pub(super) fn narrow(value: i64) -> i8 {
    i8::try_from(value).unwrap_or(if value > 0 { i8::MAX } else { -i8::MAX })
}
