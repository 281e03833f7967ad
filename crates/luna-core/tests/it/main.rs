//! Rules tried against large collections of data, where those are at hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![expect(clippy::print_stdout, reason = "a test that skips its work says so")]

mod answer_lines;
mod data;
mod keystroke_logs;
