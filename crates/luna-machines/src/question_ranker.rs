//! Ranking machine-made questions: a score for each that predicts the mean of its ratings, learned
//! from questions that people have rated.

mod error;
mod features;
mod file;
mod kernel;
mod language_model;
mod model;
#[cfg(test)]
mod tests;
mod token;
mod trained;
mod word_class;

pub use self::error::RankerError;
pub use self::features::{Feature, text_features};
pub use self::model::{Ranker, RankerKind};
pub use self::trained::{FEWEST, RatedText, TrainedRanker};
