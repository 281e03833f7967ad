//! Rules tried against large collections of data, where those are at hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up should stop")]

mod answer_lines;
