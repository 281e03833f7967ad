//! Removing a player: for a while (a ban) or for good (erasure). Partners keep
//! their games, and ratings stay right.

mod ban;
mod erasure;
mod machines;
mod replay;

pub use ban::{ban, unban};
pub use erasure::erase;
pub use replay::replay;
