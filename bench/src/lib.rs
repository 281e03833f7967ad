//! Code that the measurements share with each other and with the tests.

pub mod figures;
pub mod guest;
pub mod hosts;
pub mod http;
pub mod post_connection;
pub mod server;
pub mod socket;
pub mod steps;
pub mod texts;
