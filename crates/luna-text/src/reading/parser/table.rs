//! The weights of the transitions, by the hash of a feature. Features that share a slot share weights.

use super::super::classifier::{narrow, rounded};

/// Bits of the number of slots.
const BITS: u32 = 22;
pub(in super::super) const SLOTS: usize = 1 << BITS;

/// Trained weights.
#[derive(Clone, Debug)]
pub(in super::super) struct Table {
    pub(in super::super) slots: Vec<[i8; 4]>,
}

impl Default for Table {
    fn default() -> Table {
        Table { slots: vec![[0; 4]; SLOTS] }
    }
}

impl Table {
    pub(super) fn scores(&self, features: &[u32]) -> [i32; 4] {
        let mut sum = [0; 4];
        for &feature in features {
            if let Some(weights) = self.slots.get(slot(feature)) {
                for (sum, &weight) in sum.iter_mut().zip(weights) {
                    *sum += i32::from(weight);
                }
            }
        }
        sum
    }
}

#[inline]
fn slot(feature: u32) -> usize {
    crate::interner::to_usize(feature >> (32 - BITS))
}

/// Weights in training.
pub(super) struct TrainingTable {
    now: Vec<[i16; 4]>,
    /// For each weight the sum of all changes, each times the number of examples before it.
    changes: Vec<[i64; 4]>,
    pub(super) examples: i64,
}

impl TrainingTable {
    pub(super) fn new() -> TrainingTable {
        TrainingTable { now: vec![[0; 4]; SLOTS], changes: vec![[0; 4]; SLOTS], examples: 0 }
    }

    pub(super) fn scores(&self, features: &[u32]) -> [i32; 4] {
        let mut sum = [0; 4];
        for &feature in features {
            if let Some(weights) = self.now.get(slot(feature)) {
                for (sum, &weight) in sum.iter_mut().zip(weights) {
                    *sum += i32::from(weight);
                }
            }
        }
        sum
    }

    /// Changes the weights of the features for one transition.
    pub(super) fn change(&mut self, features: &[u32], transition: usize, by: i16) {
        for &feature in features {
            let slot = slot(feature);
            if let Some(weight) = self.now.get_mut(slot).and_then(|it| it.get_mut(transition)) {
                *weight = weight.saturating_add(by);
            }
            if let Some(sum) = self.changes.get_mut(slot).and_then(|it| it.get_mut(transition)) {
                *sum += i64::from(by) * self.examples;
            }
        }
    }
}

/// The average of several trainings.
#[derive(Debug, Default)]
pub(super) struct Average {
    /// Sums of the means of the weights.
    sums: Vec<[i32; 4]>,
    trainings: i64,
}

impl Average {
    /// Adds the means of the weights over all examples, times `scale`.
    pub(super) fn add(&mut self, table: &TrainingTable, scale: i64) {
        self.trainings += 1;
        self.sums.resize(SLOTS, [0; 4]);
        for ((sums, now), changes) in self.sums.iter_mut().zip(&table.now).zip(&table.changes) {
            for ((sum, &now), &changes) in sums.iter_mut().zip(now).zip(changes) {
                let weighted = i64::from(now) * table.examples - changes;
                let mean = rounded(weighted * scale * FINE, table.examples);
                *sum = sum.saturating_add(i32::try_from(mean).unwrap_or(0));
            }
        }
    }

    /// The table without small weights.
    pub(super) fn finish(&self, smallest: i64) -> Table {
        let weight = |&sum: &i32| {
            let value = rounded(i64::from(sum), self.trainings * FINE);
            if value.abs() < smallest { 0 } else { narrow(value) }
        };
        Table { slots: self.sums.iter().map(|sums| sums.each_ref().map(weight)).collect() }
    }
}

/// Parts of a unit while sums are made.
const FINE: i64 = 16;
