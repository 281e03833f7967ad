//! The models, and the pair counts that they are fitted to.

use crate::comparison::match_log::{Cell, Outcome};

/// Treatment of ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Half a win for either (Bradley and Terry).
    Halves,
    /// The odds of a tie are a multiple of the geometric mean of the odds to win and to lose
    /// (Davidson).
    Davidson,
    /// A win takes a lead above a threshold; anything less is a tie (Rao and Kupper).
    RaoKupper,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub ties: Ties,
    /// Virtual comparisons with an average player, half of them won, added for each player. Above
    /// 0, every log with positive weight has finite strengths.
    pub prior: f64,
}

/// Weighted results between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) won: f64,
    pub(super) lost: f64,
    pub(super) tied: f64,
}

impl Pair {
    pub(super) fn left(&self) -> usize {
        usize::try_from(self.left).unwrap_or(usize::MAX)
    }

    pub(super) fn right(&self) -> usize {
        usize::try_from(self.right).unwrap_or(usize::MAX)
    }
}

/// Sums the cells, sorted by pair, to pairs; pairs without weight are left out.
pub(super) fn pairs<'a>(cells: impl Iterator<Item = (&'a Cell, f64)>) -> Vec<Pair> {
    // Memory that is never written to costs nothing; growing would need half as much again.
    let mut pairs: Vec<Pair> = Vec::with_capacity(cells.size_hint().0);
    for (cell, weight) in cells.filter(|&(_, weight)| weight > 0.0) {
        let Cell { left, right, .. } = *cell;
        if pairs.last().is_none_or(|last| (last.left, last.right) != (left, right)) {
            pairs.push(Pair { left, right, won: 0.0, lost: 0.0, tied: 0.0 });
        }
        if let Some(last) = pairs.last_mut() {
            match cell.outcome {
                Outcome::Left => last.won += weight,
                Outcome::Right => last.lost += weight,
                Outcome::Tie => last.tied += weight,
            }
        }
    }
    pairs
}
