//! Luna as people reach it: pages, forms, streams and mail, on SQLite and,
//! for what they do to a database, on PostgreSQL alike.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod app;
mod elsewhere;
#[path = "../../../luna-store/tests/it/fresh.rs"]
mod fresh;
mod password;
mod persona;
mod play;
mod reading;
#[path = "../../../luna-store/tests/it/school.rs"]
mod school;

mod account;
mod admin;
mod api;
mod blind;
mod call;
mod caps;
mod claims;
mod classify;
mod consent;
mod data;
mod errors;
mod escaping;
mod events;
mod forms;
mod game;
mod giving_up;
mod health;
mod hidden;
mod home;
mod houses;
mod https;
mod input;
mod judge;
mod landing;
mod last;
mod leaving;
mod limits;
mod lost;
mod machine;
mod machine_admin;
mod machine_keys;
mod machine_place;
mod mail;
mod meanwhile;
mod openapi;
mod order;
mod predict;
mod privacy;
mod profile;
mod questions;
mod rating;
mod recall;
mod recovery;
mod report;
mod robot;
mod schema;
mod secure;
mod settings;
mod spending;
mod stopped;
mod typing;
mod work;
