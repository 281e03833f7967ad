//! The two errors of a figure: the mean and the maximum over all players.

use crate::figures::Point;
use crate::trials::Estimate;

/// The error that a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    Mean,
    Max,
}

/// The two charts of each figure.
pub const BOTH: [ErrorKind; 2] = [ErrorKind::Mean, ErrorKind::Max];

impl ErrorKind {
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Mean => "mean",
            ErrorKind::Max => "max",
        }
    }

    /// Returns the error at a point.
    pub(crate) fn of(self, point: &Point) -> Estimate {
        match self {
            ErrorKind::Mean => point.found.mean,
            ErrorKind::Max => point.found.max,
        }
    }
}
