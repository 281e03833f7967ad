//! A move that a machine elsewhere owes.

use luna_core::game::{Duty, Seat};
use luna_machines::task::{CallError, GameTask};
use luna_store::game::Kind;
use luna_store::machine::Machine;

use super::adapter::Adapter;
use super::budget::Budget;

/// Before it is tried again whether an owner has a line free.
pub(super) const BUSY_MS: i64 = 1_000;
pub(super) const DAY_MS: i64 = 86_400_000;

/// A machine's turn in a game, and the adapter to the machine.
pub(super) struct PendingTurn {
    pub(super) game_id: String,
    pub(super) seat: Seat,
    pub(super) seat_id: String,
    pub(super) duty: Duty,
    /// When it was read: what is made of it is not for anybody who comes later.
    pub(super) partners_lost: u32,
    pub(super) due_at: Option<i64>,
    pub(super) kind: Kind,
    pub(super) task: GameTask,
    /// Its questions, where they are known without a call.
    pub(super) questions: Option<Vec<String>>,
    pub(super) machine: Machine,
    pub(super) way_in: Result<Adapter, CallError>,
    pub(super) budget: Budget,
    /// With all machines: it is not called.
    pub(super) stopped: bool,
}
