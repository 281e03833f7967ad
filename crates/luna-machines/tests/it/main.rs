//! The ways in, tried against real servers and real programs.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod api_client;
mod fetch;
mod http;
mod model;
mod server;
mod subprocess;
mod task;
mod webhook;
