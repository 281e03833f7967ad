//! Trivia: what an instance does with tossups, whoever asks.

pub mod answer_list;
pub mod assessment;
pub mod review;
pub mod writing;
