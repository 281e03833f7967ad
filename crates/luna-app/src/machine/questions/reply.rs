//! Replies to questions, as they are stored.

use serde::Deserialize;

/// A reply to a question, as it is stored.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Reply {
    pub answers: Vec<RankedAnswer>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RankedAnswer {
    pub answer: String,
    pub confidence: f64,
}
