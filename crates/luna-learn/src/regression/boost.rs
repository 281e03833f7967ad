//! Gradient boosting of regression trees for squared error.

mod parts;
mod settings;
mod tree;

use crate::regression::design::{Design, Refusal, mean};
pub use parts::{BoostParts, NodeParts};
pub use settings::Settings;
use tree::{Grower, Tree};

#[derive(Clone, Debug, PartialEq)]
pub struct BoostedTrees {
    start: f64,
    trees: Vec<Tree>,
    columns: usize,
}

/// Fits trees one by one. Each split maximises the reduction of the sum of squares and lies halfway
/// between two values; ties go to the first column and the smallest value. Without validation rows
/// all trees are kept.
pub fn boost(
    design: &Design,
    rows: &[usize],
    validation: &[usize],
    target: &[f64],
    settings: &Settings,
) -> Result<BoostedTrees, Refusal> {
    settings.check()?;
    let wanted = design.targets(rows, target)?;
    let validation_left = match validation {
        [] => Vec::new(),
        validation => design.targets(validation, target)?,
    };
    let start = mean(&wanted);
    let mut model = BoostedTrees { start, trees: Vec::new(), columns: design.columns() };
    let mut left: Vec<f64> = wanted.iter().map(|wanted| wanted - start).collect();
    let mut validation_left: Vec<f64> =
        validation_left.iter().map(|validation_left| validation_left - start).collect();
    let tested: Vec<Vec<f64>> = validation.iter().map(|&row| design.dense_row(row)).collect();
    let grower = Grower::new(design, rows, settings);
    let (mut best, mut least) = (0, square(&validation_left));
    for nth in 0..settings.trees {
        let tree = grower.grow(&left, &settings.sample_rows(rows.len(), nth));
        for (place, left) in left.iter_mut().enumerate() {
            *left -= tree.at(|column| grower.value(column, place));
        }
        for (row, validation_left) in tested.iter().zip(&mut validation_left) {
            *validation_left -= tree.at(|column| row[column]);
        }
        model.trees.push(tree);
        let error = square(&validation_left);
        if error < least {
            (best, least) = (nth + 1, error);
        } else if !tested.is_empty() && nth + 1 - best >= settings.patience {
            break;
        }
    }
    if !tested.is_empty() {
        model.trees.truncate(best);
    }
    let finite =
        start.is_finite() && left.iter().chain(&validation_left).all(|left| left.is_finite());
    if finite { Ok(model) } else { Err(Refusal::TooLarge) }
}

fn square(off: &[f64]) -> f64 {
    off.iter().map(|off| off * off).sum()
}

impl BoostedTrees {
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// The model as plain numbers, for a file.
    pub fn to_parts(&self) -> BoostParts {
        let trees = self.trees.iter().map(Tree::to_parts).collect();
        BoostParts { start: self.start, columns: self.columns, trees }
    }

    /// A model from plain numbers; `None` unless every tree can be walked from its root to a leaf
    /// by the columns that there are.
    pub fn from_parts(parts: BoostParts) -> Option<BoostedTrees> {
        let BoostParts { start, columns, trees } = parts;
        let trees = trees.into_iter().map(|nodes| Tree::from_parts(nodes, columns));
        let trees = trees.collect::<Option<Vec<Tree>>>()?;
        start.is_finite().then_some(BoostedTrees { start, trees, columns })
    }

    /// Predicts each of these rows.
    pub fn predict(&self, design: &Design, rows: &[usize]) -> Vec<f64> {
        rows.iter().map(|&row| self.predict_row(&design.dense_row(row))).collect()
    }

    /// Predicts a dense row; missing columns count as zero.
    pub fn predict_row(&self, row: &[f64]) -> f64 {
        let value = |column: usize| row.get(column).copied().unwrap_or(0.0);
        self.start + self.trees.iter().map(|tree| tree.at(value)).sum::<f64>()
    }

    /// Returns the base value and the contribution of each column: the change of the mean at every
    /// split on the path through a tree. They sum to the prediction.
    pub fn contributions(&self, row: &[f64]) -> (f64, Vec<f64>) {
        let value = |column: usize| row.get(column).copied().unwrap_or(0.0);
        let (mut start, mut added) = (self.start, vec![0.0; self.columns]);
        for tree in &self.trees {
            start += tree.walk(value, |column, moved| added[column] += moved);
        }
        (start, added)
    }
}

#[cfg(test)]
mod tests;
