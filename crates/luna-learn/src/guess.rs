//! Ratings from guesses: each judge says a number of a player.

pub mod adaptive;
pub mod additive;
pub mod calibrated;
pub mod equal_length;
pub mod theme_rating;
