//! Campaigns of ratings: imported questions, campaigns, raters and their ratings.

pub mod campaign;
pub mod discipline;
pub mod imported;
pub mod item;
pub mod question_set;
pub mod rater;
pub mod rating;
