//! The store as its callers see it, on SQLite and PostgreSQL alike.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod fresh;
mod house;

mod game;
mod job;
mod leaving;
mod many;
mod pairing;
mod rating;
mod work;
