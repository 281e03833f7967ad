//! The machines that come with Luna: how they ask, answer and guess.

pub(crate) mod eliza;
pub(crate) mod gibberish;
pub(crate) mod heuristic_guess;
pub(crate) mod house_machine;
pub(crate) mod house_play;
pub(crate) mod learned_guesser;
pub(crate) mod questions;
pub(crate) mod recall;
pub(crate) mod wording;
