//! Rules tried against large collections of data, where those are at hand.

#![expect(clippy::print_stdout, reason = "a test that skips its work says so")]

mod answer_lines;
