//! Comparisons that are alike, counted: what a model without order needs of a
//! log, and what is drawn from when it is drawn anew.

use super::{Log, Outcome};
use crate::hash::Map;

/// So many rows of one pair, outcome and weight; `left` is before `right`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) outcome: Outcome,
    pub(crate) weight: f64,
    pub(crate) rows: f64,
}

/// Sorted by pair, outcome and weight, so that it does not matter in which
/// order the rows came.
pub(crate) fn cells(log: &Log) -> Vec<Cell> {
    let mut counts: Map<(u64, Outcome, u64), f64> = Map::default();
    for one in &log.comparisons {
        let turned = one.left > one.right;
        let (first, second) = if turned { (one.right, one.left) } else { (one.left, one.right) };
        let outcome = if turned { one.outcome.turned() } else { one.outcome };
        let pair = u64::from(first) << 32 | u64::from(second);
        *counts.entry((pair, outcome, one.weight.to_bits())).or_default() += 1.0;
    }
    let mut cells: Vec<_> = counts.into_iter().collect();
    cells.sort_unstable_by_key(|&(key, _)| key);
    let player = |bits: u64| usize::try_from(bits & u64::from(u32::MAX)).unwrap_or(usize::MAX);
    cells
        .into_iter()
        .map(|((pair, outcome, weight), rows)| Cell {
            left: player(pair >> 32),
            right: player(pair),
            outcome,
            weight: f64::from_bits(weight),
            rows,
        })
        .collect()
}
