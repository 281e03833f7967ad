//! Everything Luna remembers, in SQLite or PostgreSQL.
//!
//! A unit of work is a closure over a [`Tx`]; [`Db::read`] and [`Db::write`]
//! run it on a database thread and answer when what it wrote is on disk. Each
//! statement is written once, in the SQL both databases share, and sent to
//! either driver by `run!`, `row!` and `rows!`. No driver type leaves this
//! crate.

#[macro_use]
mod tx;
mod account;
mod admin;
mod db;

pub mod battery;
pub mod consent;
pub mod contest;
pub mod daily;
pub mod discipline;
pub mod disciplines;
pub mod game;
pub mod job;
pub mod machine;
pub mod mail;
pub mod player;
pub mod predict;
pub mod question_campaign;
pub mod quiz;
pub mod rating;
pub mod tables;

pub use account::{email_link, recovery, second_factor, session, token, ways_in};
pub use admin::{figures, participation, reading, report, search, warning};
pub use consent::recall;
pub use db::Db;
pub use db::limits::Limits;
pub use db::{setting, topic};
pub use discipline::random::Random;
pub use discipline::section;
pub use game::{derived, erased_game, house_texts, paste_detection, question, rebuild};
pub use job::assignment;
pub use machine::{idempotency, measure, task};
pub use player::{block, draft, moderation_log, place, seat_address, storage};
pub use question_campaign::question_set;
pub use rating::{counters, judge, theme};
pub use tables::{backup, erase, export, retention};
pub use tx::Tx;
pub use tx::erasure_list::ErasureList;
pub use tx::error::{Error, Result, WorkError};
pub use tx::event::{Event, EventLog};
pub use tx::table;
