//! The rules of Luna. No clock, no randomness, no I/O: everything arrives as
//! an argument, so every rule can be tested and replayed.

pub mod answer;
pub mod arrival;
pub mod chance;
pub mod distress;
pub mod game;
pub mod interval;
pub mod name;
pub mod pace;
pub mod pairing;
pub mod person;
pub mod rank;
pub mod rating;
pub mod skill;
pub mod text;
pub mod timing;
