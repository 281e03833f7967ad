//! Machines: calls to them, tasks outside games, and what is measured of them.

pub mod conversations;
pub mod correlations;
pub mod machine_calls;
pub mod measures;
pub mod public_games;
pub mod questions;
pub mod recall;
pub mod reply_times;
pub mod tasks;
