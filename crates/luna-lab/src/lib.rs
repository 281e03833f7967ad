//! The experiments of the papers, and ours: each a function from settings and a
//! seed to tables and figures. The same seed gives the same bytes, whatever the
//! number of threads.

pub mod attendance;
pub mod chart;
pub mod claims;
mod csv_file;
pub mod export;
pub mod figures;
mod format;
mod json;
pub mod judges;
mod normal;
mod order;
pub mod predict;
pub mod printed;
mod reading;
pub mod report;
mod sample;
pub mod search;
pub mod section;
mod strategy;
mod threads;
mod trials;
mod world;

pub use normal::Bell;
pub use reading::{Draw, Intelligence, Quantile, Reading, Turn, Unrated};
pub use strategy::{Crowd, Strategy};
pub use trials::{Estimate, Plan, Summary, run};
pub use world::{Errors, Guess, Settings, World};

/// Converts a count for arithmetic.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts stay below 2^53")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
