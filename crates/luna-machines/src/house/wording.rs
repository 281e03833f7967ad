//! Wordings: what house machines say in their own words, drawn for each game. Phrases are put together
//! from lists, so few come twice, and a voice gives all replies of a game one style.

mod likeness;
mod phrase;
mod pool;
mod question_kind;
mod voice;

pub(crate) use self::likeness::{Likeness, distance};
pub(crate) use self::phrase::{fill, gives, sections};
pub use self::pool::Pool;
pub(crate) use self::question_kind::plain_answer;
pub(crate) use self::voice::Voice;

#[cfg(test)]
mod tests;
