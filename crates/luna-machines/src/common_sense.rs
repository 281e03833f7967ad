//! Common sense: the assertions that come with Luna, a space of concepts, and answerers that draw
//! on both.
//!
//! What an answerer does is declared in `docs/battery.md`, which was written before it saw an item.

mod answer;
mod explain;
mod house_answerer;
mod improved;
mod key_score;
mod link;
mod made_items;
mod paper;
mod random;
mod recall;
mod shipped;
mod space;
mod vulgar;

#[cfg(test)]
mod tests;

pub use self::answer::{Answer, Answerer, Answers, MOST_ANSWERS, Question, item_text};
pub use self::explain::{ExplainedAnswer, Explanation};
pub use self::house_answerer::HouseAnswerer;
pub use self::improved::ImprovedAnswerer;
pub use self::key_score::AnswerKey;
pub use self::link::{LinkWeight, links};
pub use self::made_items::made_items;
pub use self::paper::{PaperAnswerer, SimilaritiesReading};
pub use self::random::RandomAnswerer;
pub use self::recall::RecallAnswerer;
pub use self::shipped::{ASSERTIONS, shipped_base, shipped_space};
pub use self::space::{KnowledgeSpace, TooFewDimensions};
pub use self::vulgar::is_vulgar;
