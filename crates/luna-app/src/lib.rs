//! The application behind all interfaces of Luna: background jobs, house machines, calls to
//! external machines, derived ratings, predictions and mail. HTTP and HTML are in `luna-web`.

mod answering_house;
pub mod battery;
pub mod claim_link;
mod clock;
pub mod consent;
pub mod contest;
pub mod conversations;
mod counts;
mod error;
pub mod format;
pub mod house_machines;
mod instance;
pub mod jobs;
mod judge_monitor;
mod lease;
pub mod mac;
pub mod machine_calls;
pub mod mail;
pub mod password;
pub mod predict;
mod presence;
pub mod provenance;
pub mod question_campaign;
pub mod question_set;
pub mod questions;
pub mod quiz;
pub mod rate_limit;
pub mod rating;
pub mod readiness;
pub mod recall;
mod secret;
mod streams;
pub mod submission;
pub mod tasks;
pub mod text_questions;
pub mod turns;
pub mod typing_mark;

pub use self::clock::Clock;
pub use self::counts::Counts;
pub use self::error::Error;
pub use self::instance::{Environment, Instance, Panel, Parts, Settings};
pub use self::presence::Presence;
pub use self::secret::hash as hash_secret;
pub use self::streams::{OpenStreams, StreamPlace};
