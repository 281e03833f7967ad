//! The share of a database that one process takes.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

/// The share of a database that one process takes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub sqlite_readers: usize,
    pub postgres_connections: usize,
    /// The time that SQLite waits for a writer in another process.
    pub busy: Duration,
    /// SQLite flushes now and then instead of before each answer: a power cut
    /// may take the last of what was acknowledged.
    pub sqlite_normal: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sqlite_readers: 4,
            postgres_connections: connections(),
            busy: Duration::from_secs(10),
            sqlite_normal: false,
        }
    }
}

/// Four for each core, 8 to 32: some wait for flushes and locks. More get in each other's way.
fn connections() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    (4 * cores).clamp(8, 32)
}
