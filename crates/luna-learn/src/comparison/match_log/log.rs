//! Comparisons in the order of time.

use super::chunked_vec::{ChunkedVec, Row};
use super::interner::index;
use super::outcome::Outcome;
use crate::rng::Rng;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    pub(super) left: u32,
    pub(super) right: u32,
    pub outcome: Outcome,
    /// Number of comparisons this one counts as.
    pub weight: f64,
    /// In the unit of the log; 0 where it has none.
    pub time: f64,
}

impl Comparison {
    /// Index of the left player in [`Log::names`].
    pub fn left(&self) -> usize {
        index(self.left)
    }

    pub fn right(&self) -> usize {
        index(self.right)
    }
}

/// Comparisons sorted by time (stable), and the sorted names of the players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub names: Vec<String>,
    pub(super) rows: ChunkedVec,
    /// One per row; empty where every row has weight 1.
    pub(super) weights: Vec<f64>,
    /// One per row; empty where no row has a time.
    pub(super) times: Vec<f64>,
    /// One per row; empty where rows are independent.
    pub(super) clusters: Vec<u32>,
}

impl Log {
    /// Number of comparisons.
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

    /// Number of comparisons of each player.
    pub(crate) fn comparison_counts(&self) -> Vec<usize> {
        let mut met = vec![0; self.names.len()];
        for row in self.rows.iter() {
            met[index(row.left)] += 1;
            met[index(row.right)] += 1;
        }
        met
    }

    /// Number of clusters; 0 where rows are independent.
    pub(crate) fn clusters(&self) -> usize {
        self.clusters.iter().max().map_or(0, |&last| index(last) + 1)
    }

    /// Multiplicity of each row in a bootstrap sample of rows or clusters.
    pub(crate) fn resample_counts(&self, rng: &mut Rng) -> Vec<u32> {
        if self.clusters.is_empty() {
            return rng.resample_counts(self.len());
        }
        let repeats = rng.resample_counts(self.clusters());
        let times = |&cluster| repeats.get(index(cluster)).copied().unwrap_or_default();
        self.clusters.iter().map(times).collect()
    }
}
