//! A log of comparisons: who met whom, who won, how much it counts, and when.

mod blocks;
mod cells;
mod csv;
mod gathered;
mod names;
mod read;
mod rows;
mod time;

use std::fmt;
use std::io::Read;

pub(crate) use cells::{Cell, cells};
use gathered::Gathered;
use rows::{Row, Rows};

use crate::draws::Draws;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Left,
    Right,
    Tie,
}

impl Outcome {
    /// What it is worth to the left: 1, 0, or a half.
    pub fn score(self) -> f64 {
        match self {
            Outcome::Left => 1.0,
            Outcome::Right => 0.0,
            Outcome::Tie => 0.5,
        }
    }

    /// The same, seen from the other side.
    pub fn turned(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            Outcome::Tie => Outcome::Tie,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    left: u32,
    right: u32,
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
    rows: Rows,
    /// As many as there are rows; none where every row counts once.
    weights: Vec<f64>,
    /// As many as there are rows; none where no row has one.
    times: Vec<f64>,
    /// As many as there are rows; none where each stands for itself.
    clusters: Vec<u32>,
}

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// 0 where it is not about what stands in a line.
    pub line: usize,
    pub why: String,
}

impl Log {
    /// Reads CSV (RFC 4180) whose first line names the columns, in any order:
    /// `left`, `right` and `winner`, and perhaps `weight` and `time`. Others
    /// are passed over.
    pub fn read(csv: impl Read) -> Result<Log, Unreadable> {
        read::read(csv, None)
    }

    /// The same; rows that say the same in a column, such as one for the
    /// judge, are a cluster: they may hang together. A row that says nothing
    /// there is a cluster of its own.
    pub fn read_clustered(csv: impl Read, column: &str) -> Result<Log, Unreadable> {
        read::read(csv, Some(column))
    }

    /// Games as comparisons, each as good as any other, in their order.
    /// Players who met themselves are left out.
    pub fn of_games<'a>(games: impl IntoIterator<Item = (&'a str, &'a str, Outcome)>) -> Log {
        let mut gathered = Gathered::default();
        for (left, right, outcome) in games {
            gathered.add_game(left, right, outcome);
        }
        gathered.finish()
    }

    /// The same, with the time of each.
    pub fn of_timed_games<'a>(
        games: impl IntoIterator<Item = (&'a str, &'a str, Outcome, f64)>,
    ) -> Log {
        let mut gathered = Gathered::default();
        for (left, right, outcome, time) in games {
            if gathered.add_game(left, right, outcome) {
                gathered.times.push(time);
            }
        }
        gathered.finish()
    }

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

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for Unreadable {}

fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
