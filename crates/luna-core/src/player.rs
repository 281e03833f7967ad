//! Players: who they say they are, and their names.

pub mod identity;
pub mod name;
