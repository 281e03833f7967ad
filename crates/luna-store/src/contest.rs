//! The contest: its rules and schedule, its moves, its seats and what is typed in them.

pub mod discipline;
mod download;
pub mod keystroke;
pub mod log;
pub mod moves;
pub mod record;
pub mod seat;
pub mod turn;
