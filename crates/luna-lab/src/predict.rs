//! Guessing a rating from the words of the answers: the paper's fifth chapter.

mod bags;
pub mod beyond;
mod features;
pub mod grading;
mod ideal;
pub mod language;
mod neighbours;
pub mod problem;
pub mod read;
pub mod report;
#[cfg(test)]
mod tests;
mod texts;
pub mod trials;

pub use features::Feature;
pub use neighbours::Ties;
