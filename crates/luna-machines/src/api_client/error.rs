//! Requests that failed, and the waits before they are repeated.

use std::time::Duration;

use crate::adapter::openai::Patience;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// The request may or may not have taken effect.
    #[error("{0}")]
    Unreachable(String),
    #[error("{message}")]
    Refused {
        status: u16,
        /// For programs, such as `too_many`.
        key: String,
        message: String,
        /// The seconds after which another attempt may succeed.
        seconds: Option<u64>,
    },
}

/// The waits before each attempt.
pub(super) struct Waits {
    patience: Patience,
    attempt: u32,
    wait: Duration,
}

impl Waits {
    pub(super) fn new(patience: Patience) -> Waits {
        Waits { patience, attempt: 1, wait: patience.first_wait }
    }

    /// The wait before the next attempt, if there is one.
    pub(super) fn after(&mut self, error: &ApiError) -> Option<Duration> {
        let asked = match error {
            ApiError::Unreachable(_) => None,
            ApiError::Refused { seconds, .. } if error.passes() => seconds.map(Duration::from_secs),
            ApiError::Refused { .. } => return None,
        };
        let longest = self.patience.longest_wait;
        if self.attempt >= self.patience.attempts || asked.is_some_and(|wait| wait > longest) {
            return None;
        }
        self.attempt = self.attempt.saturating_add(1);
        let wait = asked.unwrap_or(self.wait).min(longest);
        self.wait = self.wait.saturating_mul(2).min(longest);
        Some(wait)
    }
}

impl ApiError {
    /// Returns true if a later attempt may succeed.
    fn passes(&self) -> bool {
        match self {
            ApiError::Unreachable(_) => true,
            ApiError::Refused { status, key, seconds, .. } => match status {
                408 | 425 | 500.. => true,
                409 => key == "conflict",
                429 => seconds.is_some(),
                _ => false,
            },
        }
    }

    pub fn status(&self) -> Option<u16> {
        match self {
            ApiError::Unreachable(_) => None,
            ApiError::Refused { status, .. } => Some(*status),
        }
    }
}

pub(super) fn refused(status: u16, message: String) -> ApiError {
    ApiError::Refused { status, key: "unknown".to_owned(), message, seconds: None }
}

pub(super) fn unreadable(why: &str) -> ApiError {
    refused(200, format!("The server does not answer like a Luna: {why}"))
}
