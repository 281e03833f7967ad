//! Guessing a rating from the words of the answers: the paper's fifth chapter.

mod bag_of_words;
pub mod dataset;
pub mod extended_models;
mod feature;
mod features;
pub mod grading;
mod key_features;
pub mod language;
mod neighbours;
pub mod read;
pub mod report;
#[cfg(test)]
mod tests;
mod texts;
pub mod trials;

pub use feature::Feature;
pub use neighbours::Ties;
