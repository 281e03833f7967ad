//! The daily moon: exchanges that visitors judge, the five of each day, and what came of them. Nothing
//! of this enters a Smarts Rating.

pub mod discipline;
pub mod exchange;
pub mod plan;
pub mod play;
