//! Reasons why a ranker cannot be trained or read.

use std::fmt;

/// A sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankerError(pub(super) String);

impl fmt::Display for RankerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RankerError {}
