//! Everything Luna remembers, in SQLite or PostgreSQL.
//!
//! A unit of work is a closure over a [`Tx`]; [`Db::read`] and [`Db::write`]
//! run it on a database thread and answer when what it wrote is on disk. Each
//! statement is written once, in the SQL both databases share, and sent to
//! either driver by `run!`, `row!` and `rows!`. No driver type leaves this
//! crate.

#[macro_use]
mod sql;
mod account;
mod context;
mod db;
mod error;
mod migration;
mod random;
mod retraining;
mod sight;
mod tx;

pub mod assignment;
pub mod backup;
pub mod battery;
pub mod block;
pub mod consent;
pub mod contest;
pub mod counters;
pub mod daily;
pub mod derived;
pub mod discipline;
pub mod disciplines;
pub mod draft;
pub mod erase;
pub mod erased_game;
pub mod export;
pub mod figures;
pub mod game;
pub mod house_texts;
pub mod idempotency;
pub mod job;
pub mod judge;
pub mod machine;
pub mod mail;
pub mod measure;
pub mod moderation_log;
pub mod participation;
pub mod paste_detection;
pub mod place;
pub mod player;
pub mod predict;
pub mod question;
pub mod question_campaign;
pub mod question_set;
pub mod quiz;
pub mod rating;
pub mod reading;
pub mod rebuild;
pub mod recall;
pub mod report;
pub mod retention;
pub mod search;
pub mod section;
pub mod setting;
pub mod storage;
pub mod table;
pub mod tables;
pub mod task;
pub mod theme;
pub mod topic;
pub mod warning;

pub use account::{email_link, recovery, second_factor, session, token, ways_in};
pub use db::Db;
pub use db::limits::Limits;
pub use error::{Error, Result, WorkError};
pub use random::Random;
pub use tx::Tx;
pub use tx::erasure_list::ErasureList;
