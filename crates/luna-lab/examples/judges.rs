//! Prints the tables of `docs/ratings.md`, or those whose part is named: calibration,
//! intervals or watching.
#![expect(clippy::print_stdout, reason = "that is what it is for")]

use std::num::NonZero;
use std::thread;

use luna_lab::judges::{self, Size};

fn main() {
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let size = Size { players: 100, steps: 1000, trials: 100, threads };
    let tables = match std::env::args().nth(1).as_deref() {
        Some("calibration") => judges::calibration::tables(size, 1),
        Some("intervals") => judges::intervals::tables(size, 1),
        Some("watching") => judges::watching::tables(size, 1),
        _ => judges::tables(size, 1),
    };
    for table in tables {
        println!("{}", table.markdown());
    }
}
