//! Work to do later, claimed by one process at a time and done at least once.
//! A process that dies leaves its jobs until their lease is over.

pub mod assignment;
mod call;
mod deadline;
mod follow;
mod leave;
mod lost;
mod machine_seat;
mod machine_turn;
mod mail;
pub(crate) mod notify;
mod pair;
mod predict;
mod ready;
mod recount;
pub(crate) mod retraining;
mod row;
mod spec;
mod task;
mod watch;

pub use self::call::Call;
pub use self::deadline::Deadline;
pub use self::follow::Follow;
pub use self::leave::Leave;
pub use self::lost::MachineForfeit;
pub use self::machine_seat::MachineSeat;
pub use self::machine_turn::MachineTurn;
pub use self::mail::Mail;
pub use self::notify::Notify;
pub use self::pair::Pair;
pub use self::predict::Predict;
pub use self::ready::Ready;
pub use self::recount::Recount;
pub use self::row::{
    Summary, bring_forward, cancel, claim, complete, fail, list, lock_and_complete, next_due,
    renew, reschedule, revive, schedule, schedule_once,
};
pub use self::spec::{ClaimedJob, JobSpec, Kind, Queue};
pub use self::task::Task;
pub use self::watch::Watch;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "job",
    key: &["id"],
    columns: &[(
        Class::Withheld(reason::INTERNAL),
        &["id", "kind", "body", "due_at", "attempts", "problem", "lane"],
    )],
    erasure: Erasure::With("the rows that jobs are about"),
};
