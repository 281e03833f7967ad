//! Tasks for machines and their replies, the same for every adapter.
//!
//! A task is one JSON object and so is the reply. [`Task::read`] lets nothing
//! through that the rules would refuse, and describes the fault in a sentence
//! that the machine is sent back.

mod contract;
mod error;
mod game;
mod question;

pub use self::contract::Task;
pub(crate) use self::contract::miscounted;
pub use self::error::{CallError, Failed};
pub use self::game::GameTask;
pub use self::question::QuestionTask;
