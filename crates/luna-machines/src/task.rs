//! Tasks for machines and their replies, the same for every adapter.
//!
//! A task is one JSON object and so is the reply. [`Task::read`] lets nothing
//! through that the rules would refuse, and describes the fault in a sentence
//! that the machine is sent back.

mod contract;
mod converse;
mod error;
mod game;
mod outside;
mod question;

pub use self::contract::Task;
pub(crate) use self::contract::miscounted;
pub use self::converse::{ConverseTask, MOST_CHARS, MOST_LINES, Role, TaskLine, Wants};
pub use self::error::{CallError, CallFailure};
pub use self::game::GameTask;
pub use self::outside::{OutsideReply, OutsideTask};
pub use self::question::QuestionTask;
