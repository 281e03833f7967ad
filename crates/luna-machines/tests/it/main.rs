//! The ways in, tried against real servers and real programs.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod child;
mod http;
mod model;
mod pull;
mod push;
mod server;
mod task;
