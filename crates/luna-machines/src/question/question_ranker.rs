//! Ranking machine-made questions: a score for each that predicts the mean of its ratings, or another
//! label, learned from questions whose label is known.

mod derivation;
mod error;
mod features;
mod file;
mod kernel;
mod label;
mod language_model;
mod model;
mod order;
mod shipped;
#[cfg(test)]
mod tests;
mod token;
mod trained;
mod word_class;

pub use self::derivation::Derivation;
pub use self::error::RankerError;
pub use self::features::{Feature, derivation_features, text_features};
pub use self::label::{FEWEST, Label};
pub use self::model::{Ranker, RankerKind};
pub use self::order::{RankedQuestion, predict, rank, take_turns};
pub use self::shipped::shipped;
pub use self::trained::{RatedText, TrainedRanker};
