//! Registered machines that watch a question while it is written: which ones a writer may choose, and
//! what they are asked at the ends of its sentences.

use luna_core::answer::Question as Put;
use luna_core::skill::Skill;
use luna_machines::HouseMachine;
use luna_store::machine::{self, Machine};
use luna_store::player::Player;
use luna_store::quiz::guess::{self, Guess as Kept};
use luna_store::quiz::question::Question;
use luna_store::{self as store, Tx, task};

use super::machine_guesses::{self, Beginning, beginnings, ids, outcome, refresh};
use super::search_machine;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::questions::{self, Occasion};
use crate::machine::tasks::may_ask;

/// Machines that may watch one question, besides the search guesser.
pub const MOST: usize = 5;

const GONE: &str = "You may no longer ask this machine.";

/// The beginnings of a question that machines are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to the last sentence that is finished, unless that was asked before.
    LastSentence,
    /// The whole question and each sentence end of it, unless there is an answer.
    All,
}

/// The machines that a writer may choose: those that come with Luna, their own, and those whose
/// owners let all writers ask. Those that watch already are among them, so that they can be sent away.
pub fn choices(tx: &mut Tx<'_>, writer: &Player, watching: &str) -> Result<Vec<Machine>, Error> {
    let house = HouseMachine::ALL.iter().map(|house| house.id().to_owned());
    let open = machine::skill::for_writers(tx, Skill::Answer)?;
    let own = machine::of_owner(tx, &writer.id)?;
    let own = own.into_iter().map(|own| own.machine.player_id);
    let mut found: Vec<Machine> = Vec::new();
    let chosen = ids(watching);
    let watching = chosen.iter().map(|&id| id.to_owned());
    for id in house.chain(own).chain(open).chain(watching) {
        let machine = match machine::find(tx, &id) {
            Err(store::Error::NotFound) => continue,
            other => other?,
        };
        let possible = chosen.contains(&id.as_str())
            || takes_questions(&machine) && may_watch(tx, writer, &machine)?;
        if possible && found.iter().all(|it| it.player_id != id) {
            found.push(machine);
        }
    }
    Ok(found)
}

fn takes_questions(machine: &Machine) -> bool {
    machine.declared.skills.has(Skill::Answer)
        && machine.standing.killed_at.is_none()
        && machine.standing.replaced_at.is_none()
}

fn may_watch(tx: &mut Tx<'_>, writer: &Player, machine: &Machine) -> Result<bool, Error> {
    if machine.player_id == search_machine::ID {
        return Ok(false);
    }
    let open = machine::skill::state(tx, &machine.player_id, Skill::Answer)?.for_writers;
    Ok(may_ask(writer, machine) || open && writer.email.is_some())
}

/// Refuses machines that a writer may not choose. Those chosen before may stay.
pub(super) fn check(
    tx: &mut Tx<'_>,
    writer: &Player,
    before: &str,
    watching: &str,
) -> Result<(), Error> {
    let (before, chosen) = (ids(before), ids(watching));
    if chosen.len() > MOST {
        return Err(Error::Refused(format!("At most {MOST} machines watch a question.")));
    }
    for id in chosen.into_iter().filter(|id| !before.contains(id)) {
        let machine = match machine::find(tx, id) {
            Err(store::Error::NotFound) => None,
            other => Some(other?),
        };
        let allowed = match &machine {
            Some(machine) => may_watch(tx, writer, machine)?,
            None => false,
        };
        if !allowed {
            return Err(Error::Refused("Choose machines from the list.".to_owned()));
        }
    }
    Ok(())
}

/// Locks the machines before anything of the question: an answer that arrives takes these locks in
/// the same order.
pub(super) fn lock(tx: &mut Tx<'_>, watching: &str) -> store::Result<()> {
    let mut all = ids(watching);
    all.sort_unstable();
    all.into_iter().try_for_each(|id| machine::lock(tx, id))
}

/// Asks the machines that watch a question about a revision, each as far as its limits allow. The
/// machines are locked.
pub(super) fn ask(
    tx: &mut Tx<'_>,
    app: &Instance,
    writer: &Player,
    question: &Question,
    seq: i64,
    extent: Extent,
) -> Result<(), Error> {
    let mut beginnings = beginnings(&question.text);
    // The whole question comes first: if a limit is near, it matters most.
    beginnings.reverse();
    if extent == Extent::LastSentence {
        beginnings = beginnings.into_iter().find(|it| it.is_finished).into_iter().collect();
    }
    for id in ids(&question.watching) {
        let known = guess::of_machine(tx, &question.id, id)?;
        for beginning in &beginnings {
            let known = known.iter().find(|it| it.heard == beginning.hash);
            let again = extent == Extent::All
                && known.is_some_and(|it| it.ended_at.is_some() && it.reply.is_none());
            if known.is_some() && !again {
                continue;
            }
            let kept = ask_one(tx, app, writer, id, beginning, seq)?;
            guess::put(tx, &question.id, &kept)?;
            // A limit or a stop that holds for one beginning holds for all.
            if kept.task_id.is_none() {
                break;
            }
        }
    }
    Ok(refresh(tx, &question.id, seq)?)
}

fn ask_one(
    tx: &mut Tx<'_>,
    app: &Instance,
    writer: &Player,
    id: &str,
    beginning: &Beginning,
    seq: i64,
) -> Result<Kept, Error> {
    let now = app.now();
    let mut kept = Kept {
        machine_id: id.to_owned(),
        heard: beginning.hash.clone(),
        seq,
        task_id: None,
        asked_at: now,
        ended_at: None,
        reply: None,
        problem: None,
    };
    let machine = machine::find(tx, id)?;
    let asked = if may_watch(tx, writer, &machine)? {
        let put = Put { text: beginning.text.clone(), ..Put::default() };
        questions::put(tx, app, writer, &machine, put, Occasion::For(machine_guesses::OWNER))
    } else {
        Err(Error::Refused(GONE.to_owned()))
    };
    match asked {
        Ok(task_id) => {
            let task = task::find(tx, &task_id)?;
            kept.task_id = Some(task_id);
            kept.ended_at = task.ended_at;
            (kept.reply, kept.problem) = outcome(&task, &machine);
        }
        Err(Error::Refused(why)) => {
            kept.ended_at = Some(now);
            kept.problem = Some(why);
        }
        Err(other) => return Err(other),
    }
    Ok(kept)
}
