//! Judges: how good their guesses are, and who is careless or dishonest.

pub mod judge_accuracy;
pub mod judge_review;
pub mod reliability;
