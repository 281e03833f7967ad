//! A measurement of machines, without an instance and without a crowd: what they are asked, and what
//! their replies are worth.
//!
//! The tasks follow from the plan and from earlier replies alone, and the results from the plan and
//! the log. So a run that was interrupted ends with the same results as one that was not, and a log
//! gives the same report wherever it is read.

mod common_sense;
mod conversations;
mod estimate;
mod findings;
mod fresh_items;
mod games;
mod log;
mod number;
mod plan;
mod predicted;
mod questions;
mod report;
mod strand;
mod tasks;
mod trivia;

#[cfg(test)]
mod tests;

pub use self::estimate::{Bounds, Estimate, Scores};
pub use self::findings::{Findings, Replies, findings};
pub use self::log::{Entry, Log};
pub use self::number::{Measure, MeasureData};
pub use self::plan::{Extent, Inputs, Plan, Survey, Tossup};
pub use self::strand::{Asked, Party, Said, Strand, counts, move_to_json};
