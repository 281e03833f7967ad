//! The battery of common-sense questions, as an instance offers it.

mod asking;
mod forms;
mod slurs;

pub use self::asking::{Asked, LONGEST_QUESTION, NotAsked, ask};
pub use self::forms::{FORMS, form};
pub use self::slurs::slur_filter;
