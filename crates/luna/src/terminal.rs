//! What a command writes to its terminal: sentences, and the progress of its work.

pub(crate) mod print;
pub(crate) mod progress;
