//! Calibrated ratings: each guess is weighted by a model of its judge.
//!
//! A judge is one of three kinds: *as the crowd* (guesses the player's level plus noise), *on a
//! scale of their own* (the same with offset and stretch), or *inattentive* (guesses unrelated to
//! the player: always 0, always the mean, random). Kind and noise are estimated jointly with the
//! players' levels by iteration. The distribution over judges is learned too, so a judge with few
//! guesses is shrunk towards the rest. A robust mean defines the scale, so a minority with another
//! one does not bend it.

mod attention;
mod belief;
mod brigade;
mod doubt;
mod estimator;
mod init;
mod judge_model;
mod opinion;
mod population;
mod result;
mod robust_mean;
#[cfg(test)]
mod tests;

pub use attention::{Compared, Habits, INATTENTIVE, Inattention, log_bayes_factor};
pub use brigade::Brigade;
use estimator::Estimator;
pub use opinion::Guess;
pub use result::{Calibrated, Judge, Level, Observation};

const ROUNDS: usize = 300;
/// The iteration ends when no rating moves further.
const TOLERANCE: f64 = 1e-3;

/// Memory and the time of a round are linear in the number of guesses. The guesses are sorted and
/// grouped where they are, and no copy of them is made.
pub fn calibrate(guesses: Vec<Guess>) -> Calibrated {
    let mut estimator = Estimator::new(guesses);
    let rounds = (1..=ROUNDS).find(|_| estimator.round() < TOLERANCE).unwrap_or(ROUNDS);
    let brigades = brigade::find_all(&mut estimator);
    Calibrated::new(estimator, rounds, brigades)
}
