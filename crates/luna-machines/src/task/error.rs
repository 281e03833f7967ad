//! Reasons why a machine has not replied.

use std::time::Duration;

/// Why there is no reply, in a sentence for the owner of the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Perhaps later.
    #[error("{0}")]
    Unreachable(String),
    /// It was asked, and nothing came in time.
    #[error("{0}")]
    Stalled(String),
    /// There was a reply, also when asked again, and it could not be read.
    #[error("{0}")]
    Invalid(String),
    /// Trying again will not help before somebody changes something.
    #[error("{0}")]
    Refused(String),
    /// The budget does not suffice.
    #[error("{0}")]
    Spent(String),
}

/// Why there is no reply, and how long the server says that it is of no use to come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailure {
    pub error: CallError,
    pub wait: Option<Duration>,
}

impl From<CallError> for CallFailure {
    fn from(error: CallError) -> CallFailure {
        CallFailure { error, wait: None }
    }
}
