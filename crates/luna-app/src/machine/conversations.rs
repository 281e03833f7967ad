//! Conversations with machines: the holder of one asks what the machine says next, and reads it from
//! the task when that has ended.

use luna_core::rng::Chance;
use luna_core::skill::Skill;
use luna_core::typing::stroke::Key;
use luna_core::typing::typist::Typist;
use luna_core::typing::utterance::Utterance;
use luna_machines::task::{
    ConverseTask, OutsideReply, OutsideTask, Role, Task as _, TaskLine, Wants,
};
use luna_machines::{HouseMachine, HouseTask as _};
use luna_store::machine::{self, Machine, Transport};
use luna_store::player::Player;
use luna_store::task::{self, NewTask, State, Task};
use luna_store::{self as store, Tx};

use crate::error::Error;
use crate::instance::Instance;
use crate::machine::tasks::{self, may_ask};

/// A conversation as a machine is asked about it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The id of the conversation.
    pub conversation: String,
    /// The machine's side.
    pub you: Role,
    pub elapsed_ms: i64,
    pub lines: Vec<TaskLine>,
}

/// The purpose of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Somebody who may ask the machine tries it.
    Trial,
    /// The machine was entered in a contest, so neither its pause, nor its alarm, nor the limits of
    /// the person who types apply. This owner is told of its replies.
    Contest(&'static str),
}

/// The units in which a machine receives what the other side types.
pub fn wants(tx: &mut Tx<'_>, machine_id: &str) -> store::Result<Wants> {
    let state = machine::skill::state(tx, machine_id, Skill::Converse)?;
    Ok(if state.characters { Wants::Characters } else { Wants::Lines })
}

/// Asks a machine what it says next. The machine must be locked before anything of the conversation
/// is: its reply takes these locks in the same order. `asker` is the player whose words it is sent.
///
/// Returns the task, which may have ended already. A machine that is still being asked about the
/// conversation is not asked again: it returns that task, at whose end the caller asks again.
pub fn ask(
    tx: &mut Tx<'_>,
    app: &Instance,
    asker: &Player,
    machine: &Machine,
    occasion: Occasion,
    turn: Turn,
) -> Result<Task, Error> {
    match occasion {
        Occasion::Trial if !may_ask(asker, machine) => return Err(Error::NotFound),
        Occasion::Trial => tasks::check_available(tx, asker, machine, Skill::Converse)?,
        Occasion::Contest(_) => tasks::check_running(tx, machine, Skill::Converse)?,
    }
    let mut now = app.now();
    match task::latest_about(tx, &turn.conversation)? {
        Some(open) if open.state == State::Open => return Ok(open),
        // Its tasks are read in the order of their times.
        Some(before) => now = now.max(before.created_at + 1),
        None => {}
    }
    let machine_id = machine.player_id.as_str();
    let (id, wants) = (app.random.id(now), wants(tx, machine_id)?);
    let Turn { conversation, you, elapsed_ms, lines } = turn;
    let converse = ConverseTask::new(&id, &conversation, you, wants, elapsed_ms, lines);
    let body = serde_json::to_string(&converse).map_err(store::Error::corrupt)?;
    let new = NewTask {
        id: &id,
        machine_id,
        asked_by: &asker.id,
        skill: converse.skill(),
        about: Some(&conversation),
        body: &body,
        counted: occasion == Occasion::Trial,
        owner: match occasion {
            Occasion::Trial => None,
            Occasion::Contest(owner) => Some(owner),
        },
    };
    let called = matches!(machine.declared.way, Transport::Push | Transport::Openai);
    if let Some(limit) = task::put(tx, now, &new, called)? {
        return Err(Error::Refused(limit.to_string()));
    }
    if let Some(house) = HouseMachine::from_id(machine_id) {
        let mut chance = Chance::from_words(&[&id, house.id()]);
        let said = converse.house_reply(&app.houses, house, &mut chance);
        tasks::accept(tx, app, &id, &OutsideReply::Utterance(said))?;
    }
    Ok(task::find(tx, &id)?)
}

/// Ends the open task about a conversation that is over. This is no fault of the machine, which must
/// be locked.
pub fn withdraw(tx: &mut Tx<'_>, app: &Instance, conversation: &str) -> store::Result<()> {
    match task::latest_about(tx, conversation)? {
        Some(open) if open.state == State::Open => tasks::decline(tx, app, &open.id),
        _ => Ok(()),
    }
}

/// The conversation as sent to a machine, from the row of a task.
pub fn read(task: &Task) -> store::Result<ConverseTask> {
    let OutsideTask::Converse(task) = tasks::read(task)? else {
        return Err(store::Error::corrupt("this task is no conversation"));
    };
    Ok(task)
}

/// What the machine said, if it has replied.
pub fn utterance(task: &Task) -> store::Result<Option<Utterance>> {
    let State::Done(reply) = &task.state else { return Ok(None) };
    let reply = serde_json::from_str(reply).map_err(store::Error::corrupt)?;
    let said = read(task)?.read_value(&reply);
    said.map(Some).map_err(|problem| store::Error::corrupt(problem.as_str()))
}

/// The keys in which what the machine said is shown: as sent, or at a person's pace, drawn from the
/// task's id. The same task always gives the same keys.
pub fn keys(task: &Task, words_per_minute: f64) -> store::Result<Vec<Key>> {
    let Some(said) = utterance(task)? else { return Ok(Vec::new()) };
    let heard = read(task)?.unanswered().collect::<Vec<_>>().join(" ");
    let chance = Chance::from_words(&[&task.id, "pace"]);
    Ok(said.keys(&heard, &mut Typist::new(chance, words_per_minute)))
}
