//! Ratings derived from all guesses, recomputed in the background.

pub mod judge_accuracy;
pub mod months;
mod recompute;
mod recompute_job;

pub use self::recompute_job::recount;
