//! Trivia: imported tossups and answers, questions under writing, and plays.

pub mod answer;
pub mod block;
pub mod discipline;
mod download;
pub mod finding;
pub mod guess;
pub mod page;
pub mod play;
pub mod question;
pub mod release;
pub mod revision;
pub mod round;
pub mod ruling;
pub mod source;
pub mod tossup;
