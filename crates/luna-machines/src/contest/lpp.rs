//! The folder protocol of the Loebner Prize of 2009, both sides: each key is a sub-directory of a
//! communications folder, which the other side removes when it has read it.
//!
//! The names are rules and live in `luna_core::contest::keypress`. Here are the folder itself, its
//! failures, and what becomes of things in it that are no keys.

mod arrival;
mod choice;
mod directory;
mod entry;
mod error;
mod folder;
mod inbox;
mod outbox;
mod pause;
mod settings;
mod stillness;
mod watch;

pub use self::arrival::{Arrival, Notice};
pub use self::choice::folders;
pub use self::entry::{Entry, Event};
pub use self::error::FolderError;
pub use self::folder::Folder;
pub use self::inbox::Inbox;
pub use self::outbox::Outbox;
pub use self::settings::{Leftovers, Notification, Settings};

#[cfg(test)]
mod tests;
