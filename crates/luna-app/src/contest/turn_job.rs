//! The job in which a machine looks if it is to say something in a conversation.

use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_core::typing::stroke::Stroke;
use luna_machines::HouseMachine;
use luna_store::contest::keystroke::{ConversationPlace, StrokeBatch};
use luna_store::contest::turn;
use luna_store::job::{self, JobSpec};
use luna_store::task::Task;
use luna_store::{self as store, Tx, machine};
use serde::{Deserialize, Serialize};

use super::state::State;
use crate::error::Error;

/// A machine looks if it is to say something in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTurn {
    pub contest: String,
    pub round: usize,
    pub attempt: usize,
    pub judge: usize,
    /// The name of the side.
    pub side: String,
    /// The name of the speaker who is a machine.
    pub speaker: String,
    /// The id of the machine.
    pub machine: String,
}

impl JobSpec for MachineTurn {
    const KIND: &str = "contest_turn";

    fn lock(&self, tx: &mut Tx<'_>) -> store::Result<()> {
        // A reply from elsewhere holds its machine before it schedules this.
        match HouseMachine::from_id(&self.machine) {
            Some(_) => Ok(()),
            None => machine::lock(tx, &self.machine),
        }
    }
}

/// After so many keys' time without a key, an open line is taken for ended: judges often never end
/// one.
const STILL_KEYS: i64 = 12;
/// Letters of a word as typists count them.
const WORD: i64 = 5;

impl MachineTurn {
    fn new(place: &ConversationPlace, by: Speaker, machine: &str) -> MachineTurn {
        MachineTurn {
            contest: place.contest_id.clone(),
            round: place.round,
            attempt: place.attempt,
            judge: place.judge,
            side: place.side.name().to_owned(),
            speaker: by.name().to_owned(),
            machine: machine.to_owned(),
        }
    }

    fn id(&self) -> String {
        let MachineTurn { contest, round, attempt, judge, side, speaker, .. } = self;
        format!("contest-turn:{contest}:{round}.{attempt}.{judge}.{side}.{speaker}")
    }

    /// The conversation, and the machine's side of it.
    pub(super) fn place(&self) -> Option<(ConversationPlace, Speaker)> {
        let place = ConversationPlace {
            contest_id: self.contest.clone(),
            round: self.round,
            attempt: self.attempt,
            judge: self.judge,
            side: Side::from_name(&self.side)?,
        };
        Some((place, Speaker::from_name(&self.speaker)?))
    }

    pub(super) fn schedule(&self, tx: &mut Tx<'_>, at: i64) -> Result<(), Error> {
        Ok(job::schedule(tx, &self.id(), self, at)?)
    }
}

/// Schedules the turn of the machine that hears what has been typed, if it is one: at the end of a
/// line, or when the typist may have stopped.
pub(super) fn prompt(
    tx: &mut Tx<'_>,
    state: &State,
    place: &ConversationPlace,
    typed: &StrokeBatch,
    begins_line: bool,
) -> Result<(), Error> {
    let by = typed.by.other();
    let Some(machine) = state.machine(place, by) else { return Ok(()) };
    let turn = MachineTurn::new(place, by, machine);
    if typed.strokes.contains(&Stroke::Return) {
        turn.schedule(tx, typed.at)?;
    } else if begins_line {
        job::schedule_once(tx, &turn.id(), &turn, typed.at + still_ms(state))?;
    }
    Ok(())
}

/// Schedules a turn in a conversation that has opened or goes on, for each machine in it.
pub(super) fn open(
    tx: &mut Tx<'_>,
    state: &State,
    place: &ConversationPlace,
    now: i64,
) -> Result<(), Error> {
    for by in Speaker::BOTH {
        if let Some(machine) = state.machine(place, by) {
            MachineTurn::new(place, by, machine).schedule(tx, now)?;
        }
    }
    Ok(())
}

/// The owner of the tasks that are put in contests.
pub(crate) const OWNER: &str = "contest";

/// Schedules the turn in which the reply of a machine elsewhere is typed, when its task has ended.
pub(crate) fn schedule_reply(tx: &mut Tx<'_>, task: &Task) -> store::Result<()> {
    let Some(about) = &task.about else { return Ok(()) };
    let Some((place, by)) = turn::by_conversation(tx, about)? else { return Ok(()) };
    let turn = MachineTurn::new(&place, by, &task.machine_id);
    job::schedule(tx, &turn.id(), &turn, task.ended_at.unwrap_or(task.created_at))
}

/// The time after which an open line is taken for ended.
pub(super) fn still_ms(state: &State) -> i64 {
    60_000 * STILL_KEYS / (state.record.words_per_minute.max(1) * WORD)
}
