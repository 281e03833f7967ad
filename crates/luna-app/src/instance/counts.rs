//! Counts of what has been done since the process began.

use std::sync::atomic::AtomicU64;

/// The numbers of jobs and mails since the process began.
#[derive(Debug, Default)]
pub struct Counts {
    pub done: AtomicU64,
    /// Attempts, not jobs.
    pub failed: AtomicU64,
    pub mails_sent: AtomicU64,
}
