//! The rules of Luna. No clock, no randomness, no I/O: everything arrives as
//! an argument, so every rule can be tested and replayed.

pub mod absence;
pub mod answer;
pub mod arrival;
pub mod assignment;
pub mod battery;
pub mod closeness;
pub mod contest;
pub mod daily;
pub mod distress;
pub mod game;
pub mod identity;
pub mod interval;
pub mod machine_delay;
pub mod measure;
pub mod meeting;
pub mod name;
pub mod pairing;
pub mod question_campaign;
pub mod question_rating;
pub mod quiz;
pub mod rank;
pub mod rating;
pub mod rng;
pub mod skill;
pub mod text;
pub mod timing;
pub mod typing;
