//! Errors of reading.

use std::fmt;

/// A file that cannot be read, with the line and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    file: String,
    line: Option<usize>,
    why: String,
}

impl ReadError {
    pub(super) fn at(file: &str, line: usize, why: impl Into<String>) -> ReadError {
        ReadError { file: file.to_owned(), line: Some(line), why: why.into() }
    }

    pub(in crate::predict) fn of(file: &str, why: impl Into<String>) -> ReadError {
        ReadError { file: file.to_owned(), line: None, why: why.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}, line {line}: {}.", self.file, self.why),
            None => write!(out, "{}: {}.", self.file, self.why),
        }
    }
}
