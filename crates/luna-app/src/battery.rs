//! The battery of common-sense questions, as an instance offers it.

mod asking;
pub mod attempt;
pub(crate) mod discipline;
mod forms;
mod house;
mod item_reply;
mod measures;
pub mod result_cache;
pub mod results;
mod rude_words;
mod score_replies;
pub mod scoring;
mod sitting;

pub use self::asking::{AskRefusal, COMMON_SENSE, Explanations, LONGEST_QUESTION, ask};
pub use self::forms::{FORMS, form};
pub use self::rude_words::rude_word_filter;
pub use self::score_replies::{is_for_people, scored_answer};
pub use self::sitting::{sit, sitters};
