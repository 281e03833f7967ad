//! The models, and the counts of each pair that they are fitted to.

use crate::match_log::{Cell, Outcome};

/// What a tie is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Half a win for either (Bradley and Terry's model).
    Halves,
    /// Likelier the closer the two: as a multiple of the geometric mean of the
    /// odds to win and to lose (Davidson's).
    Davidson,
    /// What neither wins who would have to be ahead by a threshold (Rao and
    /// Kupper's).
    RaoKupper,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub ties: Ties,
    /// So many comparisons with an average player, half of them won, are added
    /// for each player. With more than 0 every log in which a row weighs anything has finite strengths.
    pub prior: f64,
}

/// What happened between two players, in weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) won: f64,
    pub(super) lost: f64,
    pub(super) tied: f64,
}

/// Adds up cells, which are sorted by pair; pairs that weigh nothing are left
/// out.
pub(super) fn pairs<'a>(cells: impl Iterator<Item = (&'a Cell, f64)>) -> Vec<Pair> {
    // Most pairs have cells for two outcomes or three.
    let mut pairs: Vec<Pair> = Vec::with_capacity(cells.size_hint().0 / 2);
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
