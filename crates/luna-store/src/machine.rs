//! Machines: players that somebody answers for. Each version of a machine is a
//! player of its own, with its own rating.

mod call_queries;
pub(crate) mod forfeits;
pub mod idempotency;
mod kill_switch;
pub(crate) mod lifecycle;
mod line;
mod list;
pub mod measure;
pub mod midnight;
pub(crate) mod owner;
mod quota;
pub(crate) mod record;
mod registration;
mod secret;
pub mod skill;
pub(crate) mod state;
pub(crate) mod table;
pub mod task;
pub mod usage;
pub mod usage_report;

pub use crate::tx::locks::machine as lock;
pub use call_queries::{latest, of_way, waiting_count};
pub use forfeits::count_reply;
pub use kill_switch::{leave_next, stop_all};
pub use lifecycle::{alarm, kill, stop};
pub use line::{LeaderboardRow, RankedMachine};
pub use list::{board, lines_of, newest, of_owner, ranked, versions};
pub use owner::lock_all_of;
pub use quota::{MOST_SANDBOX, QuotaExceeded, begin, begun_today};
pub use record::{
    Lifecycle, Machine, MachineConfig, NO_PLAYER, NamedMachine, Transport, find, named, owned,
};
pub use registration::{adopt, describe, register, replace, update};
pub use secret::{count_secrets, secret, set_secret};
pub use skill::Skills;
pub use state::{
    all_stopped, calm, lock_all, lock_if_may_begin, may_begin, note_presence, resume, revive,
    stopped_with_all,
};
