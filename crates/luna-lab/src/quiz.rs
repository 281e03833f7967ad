//! Trivia: the accuracy of guessers on ordinary and on challenge questions, beside people's.

mod accuracy;
mod calibration;
mod guesser;
mod human;
mod near_copies;
mod points;
mod question;
mod read;
mod report;
mod wins;

pub use accuracy::{Mean, Outcome, SHARES, Sample, moving_average};
pub use calibration::{Bin, bins, expected_error};
pub use guesser::{Guesser, ScoredQuestion, Step, search, stated};
pub use human::{Group, Play};
pub use near_copies::apart;
pub use points::points;
pub use question::{Lesson, Question, is_same};
pub use read::{Guesses, challenge, guesses, lessons, ordinary, plays};
pub use report::{Evaluation, sections};
pub use wins::wins;

#[cfg(test)]
mod tests;
