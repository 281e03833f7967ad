//! A move that a machine elsewhere owes.

use luna_core::game::{Duty, Seat};
use luna_machines::task::{CallError, GameTask};
use luna_store::game::Kind;
use luna_store::machine::Machine;

use super::adapter::Adapter;
use super::budget::Budget;

/// The delay before another attempt to get one of the owner's permits.
pub(super) const BUSY_MS: i64 = 1_000;
pub(super) const DAY_MS: i64 = 86_400_000;

/// A machine's turn in a game, and the adapter to the machine.
pub(super) struct PendingTurn {
    pub(super) game_id: String,
    pub(super) seat: Seat,
    pub(super) seat_id: String,
    pub(super) duty: Duty,
    /// The state of the game when it was read: the result must not go to a later partner.
    pub(super) partners_lost: u32,
    pub(super) due_at: Option<i64>,
    pub(super) kind: Kind,
    pub(super) task: GameTask,
    /// The machine's questions, if they are known without a call.
    pub(super) questions: Option<Vec<String>>,
    pub(super) machine: Machine,
    pub(super) adapter: Result<Adapter, CallError>,
    pub(super) budget: Budget,
    /// All machines are stopped: it is not called.
    pub(super) stopped: bool,
}
