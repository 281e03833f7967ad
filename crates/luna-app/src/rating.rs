//! Ratings derived from all guesses, recomputed in the background.

pub mod judge_accuracy;
pub(crate) mod measures;
pub mod months;
mod recompute;
mod recount;

pub use self::recount::recount;
