//! A log as counts of equal comparisons, for models without order and for the bootstrap.

use super::interner::index;
use super::log::Log;
use super::outcome::Outcome;
use rustc_hash::FxHashMap;

/// Number of rows of one pair, outcome, weight and cluster; `left` comes before `right`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) outcome: Outcome,
    pub(crate) weight: f64,
    pub(crate) cluster: usize,
    pub(crate) rows: u32,
}

/// Counts the rows, sorted by pair, outcome, weight and cluster, so that the order of the rows does
/// not matter.
pub(crate) fn aggregate(log: &Log) -> Vec<Cell> {
    let players = log.names.len();
    let alike = log.weights.is_empty() && log.clusters.is_empty();
    if alike && players.saturating_mul(players) <= log.len() {
        return aggregate_dense(log);
    }
    let mut counts: FxHashMap<(u64, Outcome, u64, usize), u32> = FxHashMap::default();
    for (nth, one) in log.comparisons().enumerate() {
        let (first, second, outcome) = in_order(one.left, one.right, one.outcome);
        let pair = u64::from(first) << 32 | u64::from(second);
        let cluster = log.cluster(nth).unwrap_or_default();
        *counts.entry((pair, outcome, one.weight.to_bits(), cluster)).or_default() += 1;
    }
    let mut cells: Vec<_> = counts.into_iter().collect();
    cells.sort_unstable_by_key(|&(key, _)| key);
    let player = |bits: u64| usize::try_from(bits & u64::from(u32::MAX)).unwrap_or(usize::MAX);
    cells
        .into_iter()
        .map(|((pair, outcome, weight, cluster), rows)| Cell {
            left: player(pair >> 32),
            right: player(pair),
            outcome,
            weight: f64::from_bits(weight),
            cluster,
            rows,
        })
        .collect()
}

/// Counts in a dense table, for fewer pairs than rows.
fn aggregate_dense(log: &Log) -> Vec<Cell> {
    const OUTCOMES: [Outcome; 3] = [Outcome::Left, Outcome::Right, Outcome::Tie];
    let players = log.names.len();
    let place = |outcome: Outcome| match outcome {
        Outcome::Left => 0,
        Outcome::Right => 1,
        Outcome::Tie => 2,
    };
    let mut counts = vec![[0; 3]; players * players];
    for row in log.rows.iter() {
        let of_pair = counts.get_mut(index(row.left) * players + index(row.right));
        if let Some(of_pair) = of_pair {
            of_pair[place(row.outcome)] += 1;
        }
    }
    let mut cells = Vec::new();
    for left in 0..players {
        for right in left + 1..players {
            for outcome in OUTCOMES {
                let rows = counts[left * players + right][place(outcome)]
                    + counts[right * players + left][place(outcome.reversed())];
                if rows > 0 {
                    cells.push(Cell { left, right, outcome, weight: 1.0, cluster: 0, rows });
                }
            }
        }
    }
    cells
}

fn in_order(left: u32, right: u32, outcome: Outcome) -> (u32, u32, Outcome) {
    if left > right { (right, left, outcome.reversed()) } else { (left, right, outcome) }
}
