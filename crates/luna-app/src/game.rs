//! Moves in games: those that somebody submits, and those of house machines.

pub mod house_machines;
pub mod submission;
pub mod typing_mark;
