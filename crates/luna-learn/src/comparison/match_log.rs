//! Logs of comparisons: the two players, the outcome, the weight and the time.

mod aggregated;
mod builder;
mod chunked_vec;
mod csv;
mod error;
mod interner;
mod line_blocks;
mod log;
mod outcome;
mod read;
mod time;

use std::io::Read;

pub(crate) use aggregated::{Cell, aggregate};
use builder::LogBuilder;
pub use error::ReadError;
pub use log::{Comparison, Log};
pub use outcome::Outcome;

impl Log {
    /// Reads CSV (RFC 4180) with a header that names the columns in any order: `left`, `right` and
    /// `winner`, optionally `weight` and `time`. Other columns are ignored.
    pub fn read(csv: impl Read) -> Result<Log, ReadError> {
        read::read(csv, None)
    }

    /// Reads CSV with clusters: rows with equal values in a column, such as the judge, may be
    /// correlated. A row with an empty value is a cluster of its own.
    pub fn read_clustered(csv: impl Read, column: &str) -> Result<Log, ReadError> {
        read::read(csv, Some(column))
    }

    /// Builds a log of games in their order, each of weight 1. Games of a player with themselves
    /// are left out.
    pub fn from_games<'a>(games: impl IntoIterator<Item = (&'a str, &'a str, Outcome)>) -> Log {
        let mut builder = LogBuilder::default();
        for (left, right, outcome) in games {
            builder.add_game(left, right, outcome);
        }
        builder.finish()
    }

    /// Builds a log of games with the time of each.
    pub fn from_timed_games<'a>(
        games: impl IntoIterator<Item = (&'a str, &'a str, Outcome, f64)>,
    ) -> Log {
        let mut builder = LogBuilder::default();
        for (left, right, outcome, time) in games {
            if builder.add_game(left, right, outcome) {
                builder.times.push(time);
            }
        }
        builder.finish()
    }
}

#[cfg(test)]
mod tests;
