//! Settings of gradient boosting.

use crate::number::float;
use crate::regression::design::Refusal;
use crate::rng::Rng;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Number of trees at most.
    pub trees: usize,
    /// Splits between root and leaf.
    pub depth: usize,
    /// Minimum number of rows in a leaf.
    pub leaf: usize,
    /// Learning rate: above 0 and at most 1.
    pub shrinkage: f64,
    /// Share of the rows sampled for each tree: above 0 and at most 1.
    pub share: f64,
    /// Early stopping: training ends after this many trees without a smaller validation error, and
    /// the best number of trees is kept.
    pub patience: usize,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        let (trees, depth, leaf) = (500, 3, 5);
        Settings { trees, depth, leaf, shrinkage: 0.1, share: 1.0, patience: 20, seed: 0 }
    }
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let share = |x: f64| x > 0.0 && x <= 1.0;
        if share(self.shrinkage) && share(self.share) && self.leaf > 0 {
            return Ok(());
        }
        Err(Refusal::Setting(
            "boosting takes a shrinkage and a share above 0 and at most 1, and leaves of a row or more",
        ))
    }

    /// Samples the rows of one tree.
    pub(super) fn sample_rows(&self, rows: usize, nth: usize) -> Vec<bool> {
        let kept = (1..rows).take_while(|&kept| float(kept) < self.share * float(rows)).count() + 1;
        let mut drawn: Vec<bool> = (0..rows).map(|row| row < kept).collect();
        if kept < rows {
            Rng::new(self.seed, u64::try_from(nth).unwrap_or(u64::MAX)).shuffle(&mut drawn);
        }
        drawn
    }
}
