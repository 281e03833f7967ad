//! Players that are not people: the house machines, and the adapters to machines elsewhere.

mod adapter;
pub mod api_client;
mod bare_text;
pub mod common_sense;
mod contest;
pub mod encryption;
mod file;
mod hex;
mod house;
pub mod http;
pub mod predict;
mod question;
pub mod search_guesser;
pub mod task;
pub mod themes;

pub use crate::house::house_machine::HouseMachine;
pub use crate::house::house_play::{HouseMachines, HouseTask, Lately, Occasion, Source, Turn};
pub use crate::house::learned_guesser::LearnedGuesser;
pub use crate::house::questions::{QUESTIONS, is_gibberish, panel_questions};
pub use crate::house::recall::{
    Corpus, CorpusLine, ENOUGH_PAIRS, LineSource, Origin, Recall, read_corpus,
};
pub use crate::house::wording::Pool;
pub use adapter::{openai, subprocess, webhook};
pub use contest::{contest_seat, converse, lpp};
pub use file::{csv_line, page_file, question_file, tossup_file};
pub use http::{fetch, ssrf_guard};
pub use luna_text::sentences;
pub use question::{
    question_draw, question_generator, question_ranker, question_words, rated_questions,
};
