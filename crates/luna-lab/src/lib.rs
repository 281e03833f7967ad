//! The experiments of the papers, and ours: each a function from settings and a
//! seed to tables and figures. The same seed gives the same bytes, whatever the
//! number of threads.

pub mod attendance;
pub mod battery;
pub mod certainty;
pub mod chart;
pub mod claims;
mod csv_file;
mod ecdf;
pub mod enough_trials;
pub mod error_kind;
pub mod export;
pub mod fault;
pub mod figures;
mod format;
mod interpretation;
pub mod interpretation_search;
mod json;
pub mod judges;
pub mod marks;
mod normal;
pub mod predict;
pub mod printed;
pub mod proportion;
pub mod question;
pub mod quiz;
mod ranked_ratings;
pub mod report;
pub mod section;
pub mod sections;
mod strategy;
mod threads;
mod trials;
mod world;

pub use interpretation::{Draw, Intelligence, Interpretation, Quantile, Turn, Unrated};
pub use normal::Bell;
pub use strategy::{Crowd, Strategy};
pub use trials::{Estimate, Plan, Summary, run};
pub use world::{Errors, Guess, Settings, World};
