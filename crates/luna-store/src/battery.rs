//! The battery: attempts, sittings, the different answers in them, and what people say of these.

pub mod answer;
pub mod attempt;
pub mod discipline;
pub mod sitting;

/// The topic of everything that results depend on: sittings, and the scores of answers.
pub const RESULTS: &str = "battery";
