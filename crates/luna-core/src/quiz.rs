//! Trivia: tossups that are read word by word and interrupted with a buzz.

pub mod answer_line;
pub mod form;
pub mod near_copy;
pub mod play;
pub mod question;
pub mod script;
