//! The battery of common-sense questions, as an instance offers it.

mod asking;
mod forms;
pub(crate) mod house;
pub mod results;
pub mod scoring;
mod sitting;
mod slurs;

pub use self::asking::{Asked, LONGEST_QUESTION, NotAsked, ask};
pub use self::forms::{FORMS, form};
pub use self::sitting::{asked, sit, sitters};
pub use self::slurs::slur_filter;
