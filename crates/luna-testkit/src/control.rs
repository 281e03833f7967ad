//! Time and chance under the control of a test.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{Write as _, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use luna_core::rng::Chance;
use luna_store::Random;

pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The time at which clocks start: noon on 4 October 2024.
pub const START: i64 = 20_000 * DAY + DAY / 2;

/// The same ids and secrets in each run, and no two alike.
pub fn counted() -> Random {
    let drawn = AtomicU64::new(0);
    Random(Arc::new(move || {
        let mut chance = Chance::from_seed(drawn.fetch_add(1, Ordering::Relaxed));
        let (high, low) = (chance.bits(), chance.bits());
        (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
    }))
}

/// The tests that have been skipped, wholly or in part.
static SKIPPED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Records that the running test goes without something, and says on standard error how many have:
/// the output of a test that passes is hidden.
pub fn goes_without(what: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let mut skipped = SKIPPED.lock().unwrap();
    if skipped.insert(format!("{test} {what}")) {
        let count = skipped.len();
        let line = format!("{test} is skipped: there is no {what} ({count} skipped so far)\n");
        // What `eprintln!` prints is hidden where a test passes.
        stderr().write_all(line.as_bytes()).unwrap();
    }
}

/// Returns whether something is there, and records the running test if not.
pub fn is_there(found: bool, what: &str) -> bool {
    if !found {
        goes_without(what);
    }
    found
}

/// Counts something that takes time to make, where the variable `LUNA_TEST_COSTS` names a file for the
/// counts. What tests make depends on neither time nor load.
pub fn costs(what: &str) {
    if let Some(path) = offered("LUNA_TEST_COSTS") {
        // One line is written whole, although other tests write to the file too.
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{what}\n").as_bytes()).unwrap();
    }
}

/// A variable that tells tests what there is: a database, a browser, a mail server.
#[expect(clippy::disallowed_methods, reason = "tests take from the environment what is there")]
pub fn offered(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
