//! What the measurements share, and the tests borrow.

pub mod http;
