//! Prints the tables of `docs/ratings.md`.

use luna_lab::judges::{self, Size};
use std::num::NonZero;

fn main() {
    let trials = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let which = std::env::args().nth(2).unwrap_or_default();
    let size = Size { players: 100, steps: 1000, trials, threads: NonZero::new(2).unwrap() };
    let tables = match which.as_str() {
        "c" => judges::calibration::tables(size, 1),
        "i" => judges::intervals::tables(size, 1),
        "w" => judges::watching::tables(size, 1),
        _ => judges::tables(size, 1),
    };
    for table in tables {
        println!("{}", table.markdown());
    }
}
