//! What the measurements share, and the tests borrow.

pub mod figures;
pub mod guest;
pub mod hosts;
pub mod http;
pub mod line;
pub mod server;
pub mod texts;
