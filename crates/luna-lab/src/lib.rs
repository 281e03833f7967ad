//! The experiments of the papers, and ours: each a function from settings and a
//! seed to tables and figures. The same seed gives the same bytes, whatever the
//! number of threads.

pub mod attendance;
pub mod battery;
pub mod claims;
pub mod figures;
mod format;
pub mod interpretation_search;
pub mod judges;
pub mod marks;
pub mod measure;
pub mod predict;
pub mod question;
pub mod quiz;
pub mod report;
pub mod section;
mod trials;
mod world;

pub use claims::enough_trials;
pub use figures::{chart, error_kind, printed};
pub use format::fault;
pub use report::{export, sections};
pub use trials::{Estimate, Plan, Summary, certainty, proportion, run};
pub use world::interpretation::{Draw, Intelligence, Interpretation, Quantile, Turn, Unrated};
pub use world::normal::Bell;
pub use world::strategy::{Crowd, Strategy};
pub use world::{Errors, Guess, Settings, World};
