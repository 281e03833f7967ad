//! Claims about numbers, the paper's or aims of ours: each with its bounds, which are fixed here
//! before any run, and their source.

mod check;
mod counts;
pub mod enough_trials;
mod measured;
mod paper;
mod target;
mod verdict;

pub use check::{Check, OURS};
pub use counts::Counts;
pub use measured::Measured;
pub use paper::checks;
pub use target::Target;
pub use verdict::Verdict;
