//! Campaigns of ratings: import of questions, campaigns, handing out, monitoring and results.

pub mod agreement;
pub mod completion;
pub mod context;
pub mod creation;
pub mod hand_out;
pub mod import;
pub mod joining;
pub mod labels;
pub mod limits;
pub mod monitoring;
pub mod publication;
pub mod question_ideas;
pub mod question_set;
pub mod results;
pub mod simulation;
pub mod ten;
pub mod text_questions;
