//! Strands: tasks that follow from each other. Different strands do not wait for each other.

use luna_core::game::Move;
use luna_machines::task::{CallError, GameTask, OutsideTask, Task as _};
use serde::Serialize;
use serde_json::{Value, json};

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// A machine that is measured, by its place in the plan.
    Machine(usize),
    /// The machine that judges others.
    Judge,
}

/// A task of any kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Asked {
    Game(GameTask),
    Outside(OutsideTask),
}

/// A reply as JSON, or why there is none.
pub type Said = Result<Value, String>;

/// Tasks that follow from each other.
pub trait Strand: Send + Sync {
    /// No two strands of a plan have the same.
    fn id(&self) -> &str;

    /// The next task, after the replies to all earlier ones; none if the strand is complete.
    fn next(&self, said: &[Said]) -> Option<(Party, Asked)>;
}

pub(super) fn boxed(strand: impl Strand + 'static) -> Box<dyn Strand> {
    Box::new(strand)
}

/// A strand of one task.
pub(super) struct Single {
    pub(super) id: String,
    pub(super) party: Party,
    pub(super) asked: Asked,
}

impl Strand for Single {
    fn id(&self) -> &str {
        &self.id
    }

    fn next(&self, said: &[Said]) -> Option<(Party, Asked)> {
        said.is_empty().then(|| (self.party, self.asked.clone()))
    }
}

impl Asked {
    /// The task as it stands in the log.
    pub fn to_json(&self) -> Value {
        // A task is written to machines as JSON, so it can be.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Checks a reply as a machine's.
    pub fn check(&self, reply: &Value) -> Result<(), String> {
        match self {
            Asked::Game(task) => task.read_value(reply).map(|_| ()),
            Asked::Outside(task) => task.read_value(reply).map(|_| ()),
        }
    }
}

/// A move as the reply that it was.
pub fn move_to_json(mv: &Move) -> Value {
    match mv {
        Move::Ask(questions) => json!({ "questions": questions }),
        Move::Answer(responses) => json!({ "responses": responses }),
        Move::Guess(guess) => json!({ "guess": guess.points.number() }),
        Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => Value::Null,
    }
}

/// Tells a failure of the machine, which counts against it, from one of the way to it, after which the
/// task is still to be done.
pub fn counts(error: &CallError) -> bool {
    match error {
        CallError::Stalled(_) | CallError::Invalid(_) => true,
        CallError::Unreachable(_) | CallError::Refused(_) | CallError::Spent(_) => false,
    }
}
