//! The problem of a file that cannot be read.

use std::fmt;

use crate::file::csv_line::line_of;

/// A problem with its place, such as `line 3` or `questions[4]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Empty if the problem is that of the whole file.
    place: String,
    why: String,
}

impl ReadError {
    pub(crate) fn whole(why: impl Into<String>) -> ReadError {
        ReadError { place: String::new(), why: why.into() }
    }

    pub(crate) fn at(place: impl Into<String>, why: impl Into<String>) -> ReadError {
        ReadError { place: place.into(), why: why.into() }
    }

    pub(crate) fn line(line: impl fmt::Display, why: impl Into<String>) -> ReadError {
        ReadError::at(format!("line {line}"), why)
    }

    /// The problem of a table.
    pub(crate) fn table(text: &str, error: &csv::Error) -> ReadError {
        let line = line_of(text.as_bytes(), error.position());
        match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                ReadError::line(line, format!("there are {len} cells; expected {expected_len}"))
            }
            _ => ReadError::line(line, "the table is damaged; expected CSV"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.why),
            place => write!(f, "{place}: {}", self.why),
        }
    }
}

impl std::error::Error for ReadError {}
