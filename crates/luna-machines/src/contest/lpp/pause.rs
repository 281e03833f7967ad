//! Waiting in a thread of its own: a folder is watched outside the runtime.

use std::thread;
use std::time::{Duration, Instant};

/// The moment from which a wait is counted.
#[expect(clippy::disallowed_methods, reason = "a length of time, not a time of day")]
pub(super) fn moment() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "blocks a thread that does nothing else")]
pub(super) fn sleep(time: Duration) {
    thread::sleep(time);
}
