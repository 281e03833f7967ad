//! Tasks that machines elsewhere owe replies to, in games and outside.

use luna_core::game::{Duty, Seat};
use luna_core::skill::Skill;
use luna_machines::openai::Usage;
use luna_machines::task::{CallError, GameTask, Task};
use luna_store::game::Kind;
use luna_store::machine::Machine;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::{self as store, Tx};

use super::adapter::{self, Adapter};
use super::budget::Budget;
use crate::instance::Instance;

/// The delay before another attempt to get one of the owner's permits.
pub(super) const BUSY_MS: i64 = 1_000;
pub(super) const DAY_MS: i64 = 86_400_000;

/// A task, and the adapter to the machine that owes the reply.
pub(super) struct PendingTask<T> {
    pub(super) task: T,
    /// The skill whose limits apply; none in a game, which has limits of its own.
    pub(super) skill: Option<Skill>,
    pub(super) machine: Machine,
    pub(super) adapter: Result<Adapter, CallError>,
    /// What a call may cost, once that is reserved.
    pub(super) budget: Budget,
}

impl<T: Task> PendingTask<T> {
    pub(super) fn new(
        tx: &mut Tx<'_>,
        app: &Instance,
        machine: Machine,
        task: T,
        skill: Option<Skill>,
    ) -> store::Result<PendingTask<T>> {
        let adapter = adapter::find(tx, app, &machine)?;
        Ok(PendingTask { task, skill, machine, adapter, budget: Budget::default() })
    }

    pub(super) fn machine_id(&self) -> &str {
        &self.machine.player_id
    }

    /// Whose permits a call takes: the owner, or a house machine itself.
    pub(super) fn payer(&self) -> &str {
        self.machine.owner_id.as_ref().unwrap_or(&self.machine.player_id)
    }

    /// Ends the reservation of a call and records its usage, with the replies and invalid replies of
    /// `outcome`.
    pub(super) fn record_usage(
        &self,
        tx: &mut Tx<'_>,
        now: i64,
        usage: &Usage,
        outcome: &UsageCounts,
        problem: Option<&str>,
    ) -> store::Result<()> {
        let (id, subject, today) = (self.machine_id(), self.task.subject(), now.div_euclid(DAY_MS));
        if let Ok(Adapter::Model { .. }) = &self.adapter {
            usage::release(tx, id, subject)?;
        }
        let cost = adapter::line(&self.adapter, usage);
        let line = UsageCounts { replies: outcome.replies, invalid: outcome.invalid, ..cost };
        if line != UsageCounts::default() || problem.is_some() {
            usage::add(tx, id, today, subject, &line, problem)?;
        }
        match self.skill {
            Some(skill) => usage::set_skill(tx, id, today, subject, skill),
            None => Ok(()),
        }
    }
}

/// A machine's turn in a game.
pub(super) struct PendingTurn {
    pub(super) pending: PendingTask<GameTask>,
    pub(super) game_id: String,
    pub(super) seat: Seat,
    pub(super) seat_id: String,
    pub(super) duty: Duty,
    /// The state of the game when it was read: the result must not go to a later partner.
    pub(super) partners_lost: u32,
    pub(super) due_at: Option<i64>,
    pub(super) kind: Kind,
    /// The machine's questions, if they are known without a call.
    pub(super) questions: Option<Vec<String>>,
    /// All machines are stopped: it is not called.
    pub(super) stopped: bool,
}
