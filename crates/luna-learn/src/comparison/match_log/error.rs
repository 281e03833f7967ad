//! Errors of reading a log.

use std::fmt;

/// The line and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// 0 where no line is at fault.
    pub line: usize,
    pub why: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for ReadError {}
