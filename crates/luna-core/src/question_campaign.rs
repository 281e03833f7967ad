//! Campaigns of ratings: who may rate, what it costs, and what an operator sees of raters.
//!
//! A campaign hands each question to a panel of raters, in batches. Nothing is rejected by a rule: a
//! mark asks a person to look.

mod cost;
mod fault;
mod gold;
mod monitoring;
mod plan;
pub mod question_rating;
mod standing;

pub use cost::Cost;
pub use fault::Fault;
pub use gold::{GoldScore, draw_gold, is_gold_due, is_near};
pub use monitoring::RaterFigures;
pub use plan::{BadPlan, Plan, Screening};
pub use standing::{Record, Standing, WhyNot};

/// The most characters of a rater's comment.
pub const LONGEST_COMMENT: usize = 1_000;
/// The most sentences of context, the source sentence among them.
pub const CONTEXT_SENTENCES: usize = 5;
