//! The store as its callers see it, on SQLite and PostgreSQL alike.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod consistent;
mod house;
mod play;
mod schema;

mod account;
mod backup;
mod block;
mod consent;
mod contest;
mod damaged;
mod derived;
mod derived_ratings;
mod erase;
mod export;
mod exported;
mod game;
mod gone;
mod job;
mod judge;
mod leaving;
mod machine;
mod mail;
mod many;
mod meanwhile;
mod pairing;
mod paste_detection;
mod predict;
mod question;
mod quiz;
mod random;
mod rating;
mod reading;
mod recall;
mod recovery;
mod report;
mod residue;
mod retention;
mod sandbox;
mod sql;
mod task;
mod token;
mod usage;
mod watch;
mod work;
