//! Predictions of `AnalogySpace` beside people's judgments of assertions.
//!
//! Some judged assertions are in the knowledge base, others were inferred. A space that only
//! remembers does well on the former, so the inferred ones are measured alone too. The weighting is
//! chosen on one half of the judgments and measured on the other.

mod agreement;
mod experiment;
mod graph;
mod judgment;
mod mix;
mod report;
mod setting;

#[cfg(test)]
mod tests;

pub use self::agreement::{Agreement, JudgmentAgreement};
pub use self::experiment::{Choice, Outcome, run};
pub use self::judgment::{Judgment, read};
pub use self::report::{lines, table};
pub use self::setting::{Setting, SpaceSetting, grid};
