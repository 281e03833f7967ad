//! A log of comparisons: who met whom, who won, how much it counts, and when.

mod cells;
mod csv;
mod read;
mod time;

use std::borrow::Cow;
use std::fmt;

pub(crate) use cells::{Cell, cells};

use crate::hash::Map;

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
    pub comparisons: Vec<Comparison>,
}

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub line: usize,
    pub why: String,
}

impl Log {
    /// Reads CSV (RFC 4180) whose first line names the columns, in any order:
    /// `left`, `right` and `winner`, and perhaps `weight` and `time`. Others
    /// are passed over.
    pub fn read(csv: &[u8]) -> Result<Log, Unreadable> {
        read::read(csv)
    }

    /// Games as comparisons, each as good as any other, in their order.
    /// Players who met themselves are left out.
    pub fn of_games<'a>(games: impl IntoIterator<Item = (&'a str, &'a str, Outcome)>) -> Log {
        let mut names = Names::default();
        let comparisons = games
            .into_iter()
            .filter(|(left, right, _)| left != right)
            .map(|(left, right, outcome)| {
                let (left, right) =
                    (names.of(left.as_bytes().into()), names.of(right.as_bytes().into()));
                Comparison { left, right, outcome, weight: 1.0, time: 0.0 }
            })
            .collect();
        names.finish(comparisons)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Unreadable {}

/// Players by name, numbered as they come.
#[derive(Default)]
struct Names<'a>(Map<Cow<'a, [u8]>, u32>);

impl<'a> Names<'a> {
    fn of(&mut self, name: Cow<'a, [u8]>) -> u32 {
        if let Some(&known) = self.0.get(&*name) {
            return known;
        }
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        self.0.insert(name, next);
        next
    }

    fn name(&self, number: u32) -> String {
        let name = self.0.iter().find(|&(_, &known)| known == number);
        name.map(|(name, _)| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
    }

    /// Numbers the players by name instead, so that the order of the rows does
    /// not show, and puts the rows in the order of time.
    fn finish(self, mut comparisons: Vec<Comparison>) -> Log {
        let mut sorted: Vec<_> = self.0.into_iter().collect();
        sorted.sort_unstable();
        let mut numbers = vec![0; sorted.len()];
        for (&(_, old), new) in sorted.iter().zip(0..) {
            if let Some(number) = numbers.get_mut(index(old)) {
                *number = new;
            }
        }
        for one in &mut comparisons {
            one.left = numbers.get(one.left()).copied().unwrap_or_default();
            one.right = numbers.get(one.right()).copied().unwrap_or_default();
        }
        if !comparisons.is_sorted_by_key(|one| one.time) {
            comparisons.sort_by(|one, other| one.time.total_cmp(&other.time));
        }
        let names = sorted.iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned());
        Log { names: names.collect(), comparisons }
    }
}

fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
