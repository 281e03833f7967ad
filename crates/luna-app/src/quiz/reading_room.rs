//! The reading room: one person hears a tossup word by word, buzzes once and answers.
//!
//! A page gets a [`View`], which has no field for a word that has not been read.

pub mod appeal;
pub mod condition;
mod judgment;
mod moves;
mod open;
pub mod reading;
pub mod sample;
pub mod view;

pub use self::condition::Condition;
pub use self::moves::{
    AnswerInput, LONGEST_ANSWER, Start, Step, answer, buzz, give_up, lapse_all, open_of, start,
    turn,
};
pub use self::reading::Reading;
pub use self::view::View;
