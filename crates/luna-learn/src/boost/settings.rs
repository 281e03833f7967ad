//! Settings of gradient boosting.

use crate::design::Refusal;
use crate::draws::Draws;
use crate::float;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// At most so many trees.
    pub trees: usize,
    /// Questions between root and leaf.
    pub depth: usize,
    /// Rows that a leaf has at least.
    pub leaf: usize,
    /// How much of what a tree says is taken: above 0 and at most 1.
    pub shrinkage: f64,
    /// The share of the rows that each tree is grown on, drawn anew: above 0 and at most 1.
    pub share: f64,
    /// After so many trees without a smaller error on the rows held back, the best number of
    /// trees is kept; it is the only use of those rows.
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

    /// Which rows the tree of this number is grown on.
    pub(super) fn drawn(&self, rows: usize, nth: usize) -> Vec<bool> {
        let kept = (1..rows).take_while(|&kept| float(kept) < self.share * float(rows)).count() + 1;
        let mut drawn: Vec<bool> = (0..rows).map(|row| row < kept).collect();
        if kept < rows {
            Draws::new(self.seed, u64::try_from(nth).unwrap_or(u64::MAX)).shuffle(&mut drawn);
        }
        drawn
    }
}
