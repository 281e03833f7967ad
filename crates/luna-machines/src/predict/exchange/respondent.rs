//! Rated people and their games, to train on.

/// A question and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub question: String,
    pub response: String,
}

/// A rated person who has answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Respondent {
    /// The games, latest first. All are used for training; each guess is from a single game, so
    /// cross-validation predicts from the latest alone.
    pub games: Vec<Vec<Exchange>>,
    /// From 0 to 1.
    pub rating: f64,
}
