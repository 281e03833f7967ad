//! A log of comparisons: who met whom, who won, how much it counts, and when.

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

pub(crate) use aggregated::{Cell, cells};
use builder::Gathered;
pub use error::Unreadable;
pub use log::{Comparison, Log};
pub use outcome::Outcome;

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
}

#[cfg(test)]
mod tests;
