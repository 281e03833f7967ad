//! The rules of Luna. No clock, no randomness, no I/O: everything arrives as
//! an argument, so every rule can be tested and replayed.

pub mod answer;
pub mod assignment;
pub mod battery;
pub mod contest;
pub mod daily;
pub mod game;
mod machine;
pub mod pairing;
mod player;
pub mod question_campaign;
pub mod quiz;
pub mod rating;
pub mod rng;
pub mod text;
pub mod typing;

pub use game::{absence, timing};
pub use machine::{arrival, machine_delay, measure, skill};
pub use pairing::meeting;
pub use player::{identity, name};
pub use question_campaign::question_rating;
pub use rating::{closeness, interval, rank};
pub use text::distress;
