//! The application behind all interfaces of Luna: background jobs, house machines, calls to
//! external machines, derived ratings, predictions and mail. HTTP and HTML are in `luna-web`.

pub mod account_change;
mod answering_house;
pub mod battery;
pub mod budget;
pub mod calls;
pub mod claim_link;
mod clock;
pub mod consent;
pub mod contest;
pub mod conversations;
mod counts;
pub mod daily;
pub mod disciplines;
mod error;
pub mod format;
pub mod house_machines;
mod instance;
mod job;
pub mod jobs;
mod judge_monitor;
mod lease;
pub mod mac;
pub mod machine_calls;
pub mod mail;
pub mod marked_questions;
pub mod measures;
mod memory;
mod numbering;
pub mod password;
pub mod password_reset;
pub mod place_writer;
pub mod predict;
mod presence;
pub mod provenance;
pub mod pseudonym;
pub mod question_campaign;
pub mod question_set;
pub mod questions;
pub mod quiz;
pub mod rate_limit;
pub mod rating;
pub mod readiness;
pub mod recall;
mod release;
pub mod second_factor;
mod secret;
mod settings;
mod sightings;
pub mod storage;
mod streams;
pub mod submission;
pub mod tasks;
pub mod text_questions;
pub mod themes;
pub mod turns;
pub mod typing_mark;

pub use self::answering_house::AnsweringHouse;
pub use self::clock::Clock;
pub use self::counts::Counts;
pub use self::error::Error;
pub use self::instance::{
    Background, ChangeConsents, Computation, Discipline, Drafts, Environment, Instance, JobHandler,
    Opening, Parts, TaskOwner,
};
pub use self::job::Transaction;
pub use self::memory::Memory;
pub use self::presence::Presence;
pub use self::secret::hash as hash_secret;
pub use self::settings::{Panel, Settings};
pub use self::sightings::{Sightings, Whereabouts};
pub use self::streams::{OpenStreams, StreamPlace};
