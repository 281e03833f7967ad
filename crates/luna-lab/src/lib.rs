//! The experiments of the papers, and ours: each a function from settings and a
//! seed to tables and figures. The same seed gives the same bytes, whatever the
//! number of threads.

pub mod attendance;
pub mod chart;
pub mod claims;
pub mod figures;
pub mod judges;
mod normal;
mod order;
pub mod predict;
pub mod printed;
mod reading;
pub mod report;
mod sample;
pub mod search;
mod strategy;
pub mod table;
mod threads;
mod trials;
mod world;

pub use normal::Bell;
pub use reading::{Draw, Intelligence, Quantile, Reading, Turn, Unrated};
pub use strategy::{Crowd, Strategy};
pub use trials::{Estimate, Plan, Summary, run};
pub use world::{Errors, Guess, Settings, World};

/// A count as a number to reckon with.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts stay below 2^53")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
