//! Removing a player: for a while (a ban) or for good (erasure). Partners keep
//! their games, and ratings stay right.

mod ban;
mod erasure;
pub(crate) mod list;
mod machines;
pub(crate) mod owners;
mod replay;
pub(crate) mod texts;

pub use ban::{ban, unban};
pub use erasure::erase;
pub use list::ErasureList;
pub use owners::{ErasedGame, games_of_machine, owners_to_tell};
pub use replay::replay;
pub use texts::GONE;
