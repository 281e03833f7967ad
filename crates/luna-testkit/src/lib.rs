//! Set-ups that tests of several crates share: databases, an instance, a server, and the people
//! and machines that use them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

pub mod control;
pub mod database;
pub mod machine;
pub mod quiz;
pub mod recognition;
pub mod school;
pub mod stopwatch;

#[cfg(feature = "app")]
pub mod instance;
#[cfg(feature = "app")]
pub mod reading;

#[cfg(feature = "web")]
pub mod app;
#[cfg(feature = "web")]
pub mod moderation;
#[cfg(feature = "web")]
pub mod persona;
#[cfg(feature = "web")]
pub mod play;

#[cfg(feature = "server")]
pub mod browser;
#[cfg(feature = "server")]
pub mod mail;
#[cfg(feature = "server")]
pub mod offline;
#[cfg(feature = "server")]
pub mod people;
#[cfg(feature = "server")]
pub mod server;

#[cfg(feature = "web")]
pub use app::{registered, robot};
#[cfg(feature = "server")]
pub use browser::webdriver;
#[cfg(feature = "app")]
pub use instance::{blocking, contest, player, recall, season};
#[cfg(feature = "called")]
pub use instance::{called, machine_server};
#[cfg(feature = "web")]
pub use persona::brief;
