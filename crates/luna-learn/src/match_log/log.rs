//! Comparisons in the order of time.

use super::chunked_vec::{Row, Rows};
use super::interner::index;
use super::outcome::Outcome;
use crate::draws::Draws;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    pub(super) left: u32,
    pub(super) right: u32,
    pub outcome: Outcome,
    /// So many comparisons it counts for.
    pub weight: f64,
    /// In what unit the log has; 0 where it has none.
    pub time: f64,
}

impl Comparison {
    /// Where the name of the left player is in [`Log::names`].
    pub fn left(&self) -> usize {
        index(self.left)
    }

    pub fn right(&self) -> usize {
        index(self.right)
    }
}

/// Comparisons by time (those of one time in the order they were read), and
/// the names of the players, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub names: Vec<String>,
    pub(super) rows: Rows,
    /// As many as there are rows; none where every row counts once.
    pub(super) weights: Vec<f64>,
    /// As many as there are rows; none where no row has one.
    pub(super) times: Vec<f64>,
    /// As many as there are rows; none where each stands for itself.
    pub(super) clusters: Vec<u32>,
}

impl Log {
    /// How many comparisons there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn comparisons(&self) -> impl Iterator<Item = Comparison> {
        self.rows.iter().enumerate().map(|(nth, &Row { left, right, outcome })| Comparison {
            left,
            right,
            outcome,
            weight: self.weights.get(nth).copied().unwrap_or(1.0),
            time: self.times.get(nth).copied().unwrap_or(0.0),
        })
    }

    /// How many comparisons each player was in.
    pub(crate) fn met(&self) -> Vec<usize> {
        let mut met = vec![0; self.names.len()];
        for row in self.rows.iter() {
            met[index(row.left)] += 1;
            met[index(row.right)] += 1;
        }
        met
    }

    /// How many clusters the rows are in; 0 where each stands for itself.
    pub(crate) fn clusters(&self) -> usize {
        self.clusters.iter().max().map_or(0, |&last| index(last) + 1)
    }

    /// How often each row is in a log drawn anew: row by row, or cluster by
    /// cluster.
    pub(crate) fn repeats(&self, draws: &mut Draws) -> Vec<u32> {
        if self.clusters.is_empty() {
            return draws.repeats(self.len());
        }
        let repeats = draws.repeats(self.clusters());
        let times = |&cluster| repeats.get(index(cluster)).copied().unwrap_or_default();
        self.clusters.iter().map(times).collect()
    }

    /// The number of the cluster that a row is in.
    pub(crate) fn cluster(&self, row: usize) -> Option<usize> {
        self.clusters.get(row).map(|&cluster| index(cluster))
    }
}
