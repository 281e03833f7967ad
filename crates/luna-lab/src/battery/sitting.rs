//! A sitting: an answerer takes a form of the test, and the key scores it.

mod claims;
mod interval;
mod report;
mod scores;

#[cfg(test)]
mod tests;

pub use self::claims::claims;
pub use self::interval::{Percent, ROUNDS};
pub use self::report::{
    answers, clue_table, difference_table, figure, json_lines, quality_table, scored_by,
    sense_table, table,
};
pub use self::scores::{Reply, ScoredAnswer, Scoring, Sitting};
