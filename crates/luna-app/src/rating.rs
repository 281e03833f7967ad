//! Ratings derived from all guesses, recomputed in the background.

pub mod judge_accuracy;
pub(crate) mod judge_monitor;
pub mod marked_questions;
pub(crate) mod measures;
pub mod months;
pub(crate) mod numbering;
mod recompute;
mod recount;
pub mod themes;

pub use self::recount::recount;
