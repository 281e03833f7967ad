//! Trivia: what an instance does with tossups, whoever asks.

pub mod analysis;
pub mod answer_list;
pub mod assessment;
pub mod filters;
pub mod import;
pub mod library;
pub mod reading_room;
pub mod release;
pub mod review;
pub mod search_machine;
pub mod seed;
pub mod statistics;
pub mod writing;
