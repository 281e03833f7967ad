//! Questions about texts: making them, ranking them, and drawing some for a game.

pub mod question_draw;
pub mod question_generator;
pub mod question_ranker;
pub mod question_words;
pub mod rated_questions;
