//! What an instance does, without the pages that show it: on SQLite and, for what it does to a
//! database, on PostgreSQL alike.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod battery;
mod call;
mod contest;
mod giving_up;
mod house_machines;
mod judge;
mod locks;
mod mail;
mod places;
mod predict;
mod question_campaign;
mod quiz_reading;
mod quiz_writing;
mod rating;
mod recall;
mod seat_address;
mod spending;
mod tasks;
mod work;
