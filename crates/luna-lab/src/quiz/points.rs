//! Points of a machine that buzzes once its first guess is sure enough.

use luna_core::quiz::play::Outcome;

use super::guesser::ScoredQuestion;

/// The points for each question, if nobody else buzzes: 10 for a right answer, -5 for a wrong one
/// before the end, and nothing without a buzz.
pub fn points(all: &[&ScoredQuestion], threshold: f64) -> Vec<f64> {
    let outcome = |scored: &&ScoredQuestion| match scored.buzz(threshold) {
        None => Outcome::Silent,
        Some(step) if step.rank == Some(0) => Outcome::Right,
        Some(step) if step.words < scored.words => Outcome::Neg,
        Some(_) => Outcome::Wrong,
    };
    all.iter()
        .map(|scored| i32::try_from(outcome(scored).points()).map_or(0.0, f64::from))
        .collect()
}
