//! Players that are not people: the house machines, and the adapters to machines elsewhere.

pub mod api_client;
mod bare_text;
pub mod common_sense;
pub mod contest_seat;
pub mod converse;
pub mod csv_line;
mod eliza;
pub mod encryption;
pub mod fetch;
mod gibberish;
mod heuristic_guess;
mod hex;
mod house_machine;
mod house_play;
pub mod http;
mod learned_guesser;
pub mod lpp;
pub mod openai;
pub mod page_file;
pub mod predict;
pub mod question_draw;
pub mod question_file;
pub mod question_generator;
pub mod question_ranker;
pub mod question_words;
mod questions;
mod recall;
pub mod search_guesser;
pub mod ssrf_guard;
pub mod subprocess;
pub mod task;
pub mod themes;
pub mod tossup_file;
pub mod webhook;
mod wording;

pub use crate::house_machine::HouseMachine;
pub use crate::house_play::{HouseMachines, HouseTask, Lately, Occasion, Source, Turn};
pub use crate::learned_guesser::LearnedGuesser;
pub use crate::questions::{QUESTIONS, is_gibberish, panel_questions};
pub use crate::recall::{
    Corpus, CorpusLine, ENOUGH_PAIRS, LineSource, Origin, Recall, read_corpus,
};
pub use crate::wording::Pool;
pub use luna_text::sentences;
