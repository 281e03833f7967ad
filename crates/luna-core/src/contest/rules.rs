//! The rules of a contest as data, stored with its results because they change from year to year.
//!
//! Rules are read through a [`declaration::Declaration`], which says everything that is missing or wrong at once.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::participant::Cell;
use super::round_robin::Sizes;

pub mod declaration;
pub mod presets;

/// Rules that have been checked: every length and number is in its range, and rounds that are
/// written out are fair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rules {
    pub name: String,
    pub judges: usize,
    pub entries: usize,
    pub confederates: usize,
    /// The time on the wall at which the first round starts, as announced.
    pub starts: TimeOfDay,
    pub review_seconds: u32,
    pub break_seconds: u32,
    pub opening: Opening,
    pub missing_verdict: MissingVerdict,
    pub missing_ranking: MissingRanking,
    pub unranked_entry: UnrankedEntry,
    pub last_tie: LastTie,
    /// The pairs of each round; drawn up by the program where they are not written out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<Vec<Cell>>>,
    pub questioning: Questioning,
    pub limits: Limits,
    /// From the highest to the lowest; a winner gets the first whose conditions are met.
    pub medals: Vec<Medal>,
}

/// The time for the two conversations of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sides", rename_all = "snake_case", deny_unknown_fields)]
pub enum Questioning {
    /// First LEFT, then RIGHT.
    InTurn { left_seconds: u32, right_seconds: u32 },
    /// Both sides are open, and the judge divides the time.
    AtOnce { seconds: u32 },
}

/// The moment at which the judge has spoken and the other side may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// At the judge's first character that is no space.
    Character,
    /// When the judge has ended the first line that is not blank.
    Line,
}

/// The number that a pair without a verdict puts into the entry's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingVerdict {
    /// As if the confederate had been taken for the human.
    Zero,
    /// As if the entry had been taken for the human.
    One,
    /// None: the pair counts for nothing.
    Void,
}

/// The ranks that count for a judge who gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingRanking {
    LeftOut,
    /// The middle rank for each party that the judge took for a machine.
    Middle,
}

/// The place, among entries with equal column totals, of one that no judge has ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnrankedEntry {
    First,
    Last,
}

/// The decision between entries whose column totals and mean ranks are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastTie {
    /// They share the place.
    Shared,
    /// A lot, drawn from the seed of the schedule.
    Lot,
}

/// A medal and the least that a winner has to achieve for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Medal {
    pub name: String,
    /// The share of the judges who took the entry for the human.
    pub judges_percent: u32,
    /// The share of the confederates in whose place the entry was taken for the human.
    pub confederates_percent: u32,
}

/// Bounds against floods and monster lines, generous to any person and any honest entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub line_characters: usize,
    /// The most keys of one speaker within any window of time.
    pub window_keys: usize,
    pub window_seconds: u32,
}

impl Limits {
    pub const USUAL: Limits =
        Limits { line_characters: 1_000, window_keys: 2_000, window_seconds: 10 };
}

/// A time on the wall, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay {
    minutes: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a time of day such as 10:00.")]
pub struct NoTimeOfDay(String);

impl Rules {
    pub fn sizes(&self) -> Sizes {
        let Rules { judges, entries, confederates, .. } = *self;
        Sizes { judges, entries, confederates }
    }
}

impl TimeOfDay {
    pub fn new(hours: u32, minutes: u32) -> Option<TimeOfDay> {
        (hours < 24 && minutes < 60).then_some(TimeOfDay { minutes: hours * 60 + minutes })
    }

    /// The time so much later, to the minute, also beyond midnight.
    pub fn after(self, seconds: u32) -> TimeOfDay {
        TimeOfDay { minutes: (self.minutes + seconds / 60) % (24 * 60) }
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

impl FromStr for TimeOfDay {
    type Err = NoTimeOfDay;

    fn from_str(text: &str) -> Result<TimeOfDay, NoTimeOfDay> {
        let two = |digits: &str| {
            let plain = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse().ok()).flatten()
        };
        let read = || {
            let (hours, minutes) = text.split_once(':')?;
            TimeOfDay::new(two(hours)?, two(minutes)?)
        };
        read().ok_or_else(|| NoTimeOfDay(text.to_owned()))
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = NoTimeOfDay;

    fn try_from(text: String) -> Result<TimeOfDay, NoTimeOfDay> {
        text.parse()
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> String {
        time.to_string()
    }
}

#[cfg(test)]
mod tests;
