//! Collects rows for a log.

use super::chunked_vec::{ChunkedVec, Row};
use super::interner::{Interner, index};
use super::log::Log;
use super::outcome::Outcome;

#[derive(Default)]
pub(super) struct LogBuilder {
    pub(super) names: Interner,
    pub(super) rows: ChunkedVec,
    pub(super) weights: Vec<f64>,
    pub(super) times: Vec<f64>,
    clusters: Vec<u32>,
    cluster_names: Interner,
    /// Number of rows without a cluster name.
    alone: u32,
}

impl LogBuilder {
    /// Adds a game and returns true, unless a player meets themselves.
    pub(super) fn add_game(&mut self, left: &str, right: &str, outcome: Outcome) -> bool {
        if left != right {
            let [left, right] = [left, right].map(|name| self.names.intern(name.as_bytes()));
            self.rows.push(Row { left, right, outcome });
        }
        left != right
    }

    /// Rows without a cluster name are numbered down from the maximum.
    pub(super) fn add_cluster(&mut self, name: &[u8]) {
        let number = if name.is_empty() {
            self.alone += 1;
            u32::MAX - self.alone
        } else {
            self.cluster_names.intern(name)
        };
        self.clusters.push(number);
    }

    /// Renumbers players and clusters by name, so that the order of the rows does not matter, and
    /// sorts the rows by time.
    pub(super) fn finish(mut self) -> Log {
        let (names, places) = self.names.sorted();
        let place = |number: u32| places.get(index(number)).copied().unwrap_or_default();
        for row in self.rows.iter_mut() {
            row.left = place(row.left);
            row.right = place(row.right);
        }
        let (known, places) = self.cluster_names.sorted();
        let after = u32::try_from(known.len()).unwrap_or(u32::MAX);
        for cluster in &mut self.clusters {
            let alone = u32::MAX - 1 - *cluster;
            *cluster = places.get(index(*cluster)).copied().unwrap_or(after.saturating_add(alone));
        }
        let LogBuilder { rows, weights, times, clusters, .. } = self;
        if times.is_sorted() {
            return Log { names, rows, weights, times, clusters };
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&one, &other| times[one].total_cmp(&times[other]));
        Log {
            names,
            rows: order.iter().filter_map(|&nth| rows.get(nth)).copied().collect(),
            weights: in_order(&weights, &order),
            times: in_order(&times, &order),
            clusters: in_order(&clusters, &order),
        }
    }
}

fn in_order<T: Copy>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().filter_map(|&nth| values.get(nth)).copied().collect()
}
