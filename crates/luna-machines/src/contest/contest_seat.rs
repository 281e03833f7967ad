//! A program's seat at a contest on a site: the client of what the link of an invitation opens.
//!
//! The stream of a seat connects again by itself and begins with the whole screen, from which its
//! reader takes what it has missed. Keys have numbers, so sending them again doubles none.

mod client;
mod events;
mod screen;

pub use self::client::{Batch, Reason, Receipt, Seat, SeatError};
pub use self::events::{Event, Events};
pub use self::screen::{JudgeText, Screen, Talk};
