//! The daily moon: which exchanges visitors may judge, the five of each day, and what a visitor scores.
//! The same exchanges show the landing page's visitors what the game is about.

pub(crate) mod discipline;
mod gather;
pub mod judge;
pub mod own_lines;
pub mod release;
mod tend;

pub use self::tend::day_of;
