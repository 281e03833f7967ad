//! Trivia: reading, writing and reviewing tossups, for pages, the API and the command.

pub mod analysis;
pub mod answer_list;
pub mod assessment;
pub mod block;
pub(crate) mod discipline;
pub mod filters;
pub mod import;
pub mod known_answers;
pub mod learning;
pub mod library;
pub mod limits;
pub mod machine_guesses;
mod mail;
mod measures;
pub mod pages;
pub mod reading_room;
pub mod release;
pub mod review;
mod rows;
pub mod search_machine;
pub mod seed;
pub mod statistics;
pub mod take_down;
pub mod undo;
pub mod watching;
pub mod writing;
