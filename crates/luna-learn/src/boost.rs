//! Many small trees, each grown on what those before it have left: gradient boosting of the
//! squared error.

mod settings;
mod tree;

use crate::design::{Design, Refusal, mean};
pub use settings::Settings;
use tree::{Grower, Tree};

#[derive(Clone, Debug, PartialEq)]
pub struct Boost {
    start: f64,
    trees: Vec<Tree>,
    columns: usize,
}

/// Splits every leaf where the sum of squares falls most, halfway between two values met; of
/// several that are as good, at the first column and the least value. Without rows held back
/// all trees are kept.
pub fn boost(
    design: &Design,
    rows: &[usize],
    held_back: &[usize],
    target: &[f64],
    settings: &Settings,
) -> Result<Boost, Refusal> {
    settings.check()?;
    let wanted = design.targets(rows, target)?;
    let awaited = match held_back {
        [] => Vec::new(),
        held_back => design.targets(held_back, target)?,
    };
    let start = mean(&wanted);
    let mut model = Boost { start, trees: Vec::new(), columns: design.columns() };
    let mut left: Vec<f64> = wanted.iter().map(|wanted| wanted - start).collect();
    let mut awaited: Vec<f64> = awaited.iter().map(|awaited| awaited - start).collect();
    let tested: Vec<Vec<f64>> = held_back.iter().map(|&row| design.dense_row(row)).collect();
    let grower = Grower::new(design, rows, settings);
    let (mut best, mut least) = (0, square(&awaited));
    for nth in 0..settings.trees {
        let tree = grower.grow(&left, &settings.drawn(rows.len(), nth));
        for (place, left) in left.iter_mut().enumerate() {
            *left -= tree.at(|column| grower.value(column, place));
        }
        for (row, awaited) in tested.iter().zip(&mut awaited) {
            *awaited -= tree.at(|column| row[column]);
        }
        model.trees.push(tree);
        let error = square(&awaited);
        if error < least {
            (best, least) = (nth + 1, error);
        } else if !tested.is_empty() && nth + 1 - best >= settings.patience {
            break;
        }
    }
    if !tested.is_empty() {
        model.trees.truncate(best);
    }
    let finite = start.is_finite() && left.iter().chain(&awaited).all(|left| left.is_finite());
    if finite { Ok(model) } else { Err(Refusal::TooLarge) }
}

fn square(off: &[f64]) -> f64 {
    off.iter().map(|off| off * off).sum()
}

impl Boost {
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// For each of these rows.
    pub fn predict(&self, design: &Design, rows: &[usize]) -> Vec<f64> {
        rows.iter().map(|&row| self.of(&design.dense_row(row))).collect()
    }

    /// Of a row with all its columns; those that are missing are zero.
    pub fn of(&self, row: &[f64]) -> f64 {
        let value = |column: usize| row.get(column).copied().unwrap_or(0.0);
        self.start + self.trees.iter().map(|tree| tree.at(value)).sum::<f64>()
    }

    /// What a prediction starts from, and what each column adds to it: at every question on
    /// the way through a tree, how far the mean moves by the answer. They add up to the
    /// prediction.
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
