//! A stopwatch.

use std::time::{Duration, Instant};

/// A clock for giving up.
pub fn patience() -> impl Fn() -> Duration {
    #[expect(clippy::disallowed_methods, reason = "a test that waits must give up some time")]
    let begun = Instant::now();
    move || begun.elapsed()
}
