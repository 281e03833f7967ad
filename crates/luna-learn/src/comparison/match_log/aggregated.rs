//! A log as counts of equal comparisons, for models without order and for the bootstrap.

use super::interner::index;
use super::log::Log;
use super::outcome::Outcome;

/// Number of rows of one pair, outcome, weight and cluster; `left` comes before `right`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) cluster: u32,
    pub(crate) rows: u32,
    pub(crate) weight: f64,
    pub(crate) outcome: Outcome,
}

impl Cell {
    pub(crate) fn cluster(&self) -> usize {
        index(self.cluster)
    }
}

/// Counts the rows, sorted by pair, outcome, weight and cluster, so that the order of the rows does
/// not matter.
///
/// Where most pairs met once, a table of hashes would be several times as large as the log; sorted
/// rows are little larger.
pub(crate) fn aggregate(log: &Log) -> Vec<Cell> {
    let players = log.names.len();
    let alike = log.weights.is_empty() && log.clusters.is_empty();
    if alike && players.saturating_mul(players) <= log.len() {
        return aggregate_dense(log);
    }
    let mut rows: Vec<(u32, u32, Outcome, u32, u64)> = Vec::with_capacity(log.len());
    rows.extend(log.comparisons().enumerate().map(|(nth, one)| {
        let (left, right, outcome) = in_order(one.left, one.right, one.outcome);
        let cluster = log.clusters.get(nth).copied().unwrap_or_default();
        (left, right, outcome, cluster, one.weight.to_bits())
    }));
    rows.sort_unstable_by_key(|&(left, right, outcome, cluster, weight)| {
        (left, right, outcome, weight, cluster)
    });
    let mut cells = Vec::with_capacity(rows.chunk_by(|one, other| one == other).count());
    for same in rows.chunk_by(|one, other| one == other) {
        if let Some(&(left, right, outcome, cluster, weight)) = same.first() {
            let (rows, weight) = (number(same.len()), f64::from_bits(weight));
            cells.push(Cell { left, right, cluster, rows, weight, outcome });
        }
    }
    cells
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
                    let [left, right] = [left, right].map(number);
                    cells.push(Cell { left, right, cluster: 0, rows, weight: 1.0, outcome });
                }
            }
        }
    }
    cells
}

/// Of rows or players, of which there are fewer than four billion.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn in_order(left: u32, right: u32, outcome: Outcome) -> (u32, u32, Outcome) {
    if left > right { (right, left, outcome.reversed()) } else { (left, right, outcome) }
}
