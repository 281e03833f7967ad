//! The application behind all interfaces of Luna: background jobs, house machines, calls to
//! external machines, derived ratings, predictions and mail. HTTP and HTML are in `luna-web`.

pub mod battery;
pub mod consent;
pub mod contest;
pub mod daily;
pub mod disciplines;
mod error;
pub mod format;
mod game;
mod instance;
mod job;
pub mod jobs;
mod machine;
pub mod mail;
pub mod predict;
pub mod provenance;
pub mod question_campaign;
pub mod quiz;
pub mod rating;
mod release;
mod secret;

pub use self::error::Error;
pub use self::game::{house_machines, submission, typing_mark};
pub use self::instance::answering_house::AnsweringHouse;
pub use self::instance::clock::Clock;
pub use self::instance::counts::Counts;
pub use self::instance::event_log::event_log;
pub use self::instance::memory::Memory;
pub use self::instance::presence::Presence;
pub use self::instance::settings::{Panel, Settings};
pub use self::instance::sightings::{Sightings, Whereabouts};
pub use self::instance::streams::{OpenStreams, StreamPlace};
pub use self::instance::{
    Background, ChangeConsents, Computation, Discipline, Drafts, Environment, Instance, JobHandler,
    Opening, Parts, TaskOwner,
};
pub use self::instance::{budget, calls, rate_limit, storage, turns};
pub use self::job::Transaction;
pub use self::job::readiness;
pub use self::jobs::place_writer;
pub use self::machine::{
    conversations, correlations, machine_calls, measures, public_games, questions, recall,
    reply_times, tasks,
};
pub use self::mail::{account_change, claim_link, password_reset, stop_link};
pub use self::question_campaign::{question_ideas, question_set, text_questions};
pub use self::rating::{marked_questions, themes};
pub use self::release::pseudonym;
pub use self::secret::hash as hash_secret;
pub use self::secret::{mac, password, second_factor};
