//! Expected wins: the chance that a machine answers right before a person would have.

use super::guesser::ScoredQuestion;
use super::human::Group;

/// The chance of each question: 0 if the machine does not buzz or is wrong, otherwise the share of
/// people who had not answered right by then. A machine and a person at the same word are a win of
/// the person.
pub fn wins(all: &[&ScoredQuestion], people: &Group, threshold: f64) -> Vec<f64> {
    let chance = |scored: &&ScoredQuestion| match scored.buzz(threshold) {
        Some(step) if step.rank == Some(0) => 1.0 - people.answered_by(scored.share(step.words)),
        _ => 0.0,
    };
    all.iter().map(chance).collect()
}
