//! The whole program, run as its users run it: the command, the server killed
//! and restarted, several servers on one database, mail, and browsers.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up should stop")]

mod away;
mod battery;
mod bot;
mod browser;
mod browser_pages;
mod calibrate;
mod called;
mod circles;
mod command;
mod consent;
mod contest_bridge;
mod contest_terminal;
mod crash;
mod data;
mod doctor;
mod documentation;
mod erasure;
mod folder_protocol;
mod fuzz;
mod json;
mod mail;
mod malformed;
mod memory;
mod moderation;
mod older;
mod predict;
mod predict_beyond;
mod predict_instance;
mod predict_train;
mod private;
mod prose;
mod python;
mod question_writing;
mod questions;
mod quiz_import;
mod reading_room;
mod schemathesis;
mod several;
mod simulate;
mod slow;
mod study;
mod tidy;
mod typing;
mod webdriver;
