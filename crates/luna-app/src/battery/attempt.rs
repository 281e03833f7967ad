//! Attempts: sittings of machines elsewhere, which are asked one item after another by the task
//! `answer`, as often as their limits allow.

use luna_core::battery::{Form, Item};
use luna_core::skill::Skill;
use luna_store::battery::attempt::{self, Attempt, Question};
use luna_store::battery::sitting::Sitting;
use luna_store::game::Context;
use luna_store::machine::{self, Machine, Transport};
use luna_store::player::{self, Player};
use luna_store::{self as store, Tx, task};

use super::forms::form;
use super::item_reply::{self, NextItem};
use super::score_replies::{ItemAnswers, ScoredReplies};
use super::sitting::put;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::machine::questions::{self, Occasion, Reply};
use crate::machine::tasks::{check_available, may_ask};

/// A paused attempt is tried again after this time.
const PAUSE_MS: i64 = 3_600_000;
/// An attempt that is not complete after this time is given up.
const MOST_MS: i64 = 7 * 24 * 3_600_000;

const NOT_SITTING: &str = "This machine is not taking the test at the moment.";

/// The distance of an attempt from its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptProgress {
    pub attempt: Attempt,
    /// Questions that the machine has been asked.
    pub asked: usize,
    /// Questions that have ended.
    pub done: usize,
    /// Of these, questions without an answer.
    pub unanswered: usize,
    /// Questions of the whole form: its items, and the clues of Word Reasoning one after another.
    pub of: usize,
}

/// A question of a form: an item, or its first clues.
struct Step<'a> {
    item: &'a Item,
    /// 0 for the whole item.
    clues: usize,
}

/// Returns true if somebody may have a machine sit: its owner and administrators may, if it takes
/// questions and does not answer in this process.
pub fn may_have_sit(reader: &Player, machine: &Machine) -> bool {
    let is_elsewhere = machine.declared.way != Transport::House;
    let own = machine.owner_id.as_deref() == Some(reader.id.as_str());
    is_elsewhere && (own || reader.is_admin()) && takes_items(machine)
}

/// Returns true if a machine is still there and takes questions. Otherwise its attempt ends, because nobody
/// could finish it.
fn takes_items(machine: &Machine) -> bool {
    let is_here = machine.standing.killed_at.is_none() && machine.standing.replaced_at.is_none();
    is_here && machine.declared.skills.has(Skill::Answer)
}

/// Has a machine elsewhere begin to sit a form.
pub fn begin(
    tx: &mut Tx<'_>,
    at: &Context,
    asker: &Player,
    machine_id: &str,
    letter: &str,
) -> Result<Attempt, Error> {
    let form = form(letter).map_err(Error::Refused)?;
    let machine = lock(tx, asker, machine_id)?;
    check_available(tx, asker, &machine, Skill::Answer)?;
    let new = Attempt {
        id: at.random.id(at.now),
        player_id: machine.player_id,
        form: form.letter.to_lowercase(),
        asked_by: asker.id.clone(),
        begun_at: at.now,
        paused_why: None,
    };
    if !attempt::begin(tx, &new)? {
        let why = "This machine is taking the test already. Wait until it is done, or give up that sitting first.";
        return Err(Error::Refused(why.to_owned()));
    }
    NextItem::schedule(tx, &new, at.now)?;
    Ok(new)
}

fn lock(tx: &mut Tx<'_>, asker: &Player, machine_id: &str) -> Result<Machine, Error> {
    machine::lock(tx, machine_id)?;
    let machine = machine::find(tx, machine_id)?;
    if may_have_sit(asker, &machine) { Ok(machine) } else { Err(Error::NotFound) }
}

/// Tries at once to go on with a paused attempt.
pub fn go_on(
    tx: &mut Tx<'_>,
    app: &Instance,
    asker: &Player,
    machine_id: &str,
) -> Result<(), Error> {
    let machine = lock(tx, asker, machine_id)?;
    let attempt = attempt::of_player(tx, &machine.player_id)?;
    let attempt = attempt.ok_or_else(|| Error::Refused(NOT_SITTING.to_owned()))?;
    if attempt.paused_why.is_some() {
        NextItem::schedule(tx, &attempt, app.now())?;
    }
    Ok(())
}

/// Deletes an attempt with its answers.
pub fn give_up(tx: &mut Tx<'_>, asker: &Player, machine_id: &str) -> Result<(), Error> {
    let machine = lock(tx, asker, machine_id)?;
    match attempt::of_player(tx, &machine.player_id)? {
        Some(attempt) => discard(tx, &attempt),
        None => Err(Error::Refused(NOT_SITTING.to_owned())),
    }
}

fn discard(tx: &mut Tx<'_>, attempt: &Attempt) -> Result<(), Error> {
    NextItem::cancel(tx, attempt)?;
    Ok(attempt::delete(tx, &attempt.id)?)
}

/// The attempt that a machine is in, with its distance from the end.
pub fn progress(tx: &mut Tx<'_>, machine_id: &str) -> Result<Option<AttemptProgress>, Error> {
    let Some(attempt) = attempt::of_player(tx, machine_id)? else { return Ok(None) };
    let form = form(&attempt.form).map_err(Error::Refused)?;
    let mut ended = attempt::questions(tx, &attempt.id)?;
    let asked = ended.len();
    ended.retain(|it| it.ended_at.is_some());
    Ok(Some(AttemptProgress {
        asked,
        done: ended.len(),
        unanswered: ended.iter().filter(|it| it.reply.is_none()).count(),
        of: steps(form).count(),
        attempt,
    }))
}

impl Transaction for NextItem {
    /// Asks the next item of an attempt, or ends it. The machine is locked.
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let attempt = match attempt::find(tx, &self.attempt) {
            Err(store::Error::NotFound) => return Ok(()),
            found => found?,
        };
        let form = form(&attempt.form).map_err(Error::Refused)?;
        let asked = attempt::questions(tx, &attempt.id)?;
        if asked.iter().any(|it| it.ended_at.is_none()) {
            return Ok(());
        }
        let Some(step) = steps(form).find(|step| answered(&asked, step).is_none()) else {
            return complete(tx, app, &attempt, form, &asked);
        };
        let machine = machine::find(tx, &attempt.player_id)?;
        match ask(tx, app, &attempt, &machine, &step) {
            Ok(()) if attempt.paused_why.is_some() => Ok(attempt::pause(tx, &attempt.id, None)?),
            Err(Error::Refused(_)) if !takes_items(&machine) => discard(tx, &attempt),
            Err(Error::Refused(why)) => pause(tx, app, &attempt, &why),
            done => done,
        }
    }
}

/// The questions of a form, in order.
fn steps(form: &Form) -> impl Iterator<Item = Step<'_>> {
    form.items.iter().flat_map(|item| {
        let by_clue = (1..item.clues.len()).map(move |clues| Step { item, clues });
        by_clue.chain([Step { item, clues: 0 }])
    })
}

fn answered<'a>(asked: &'a [Question], step: &Step<'_>) -> Option<&'a Question> {
    asked.iter().find(|it| it.item == step.item.id && it.clues == count(step.clues))
}

fn count(clues: usize) -> i64 {
    i64::try_from(clues).unwrap_or(i64::MAX)
}

fn ask(
    tx: &mut Tx<'_>,
    app: &Instance,
    attempt: &Attempt,
    machine: &Machine,
    step: &Step<'_>,
) -> Result<(), Error> {
    let asker = player::find(tx, &attempt.asked_by)?;
    if !may_ask(&asker, machine) {
        return Err(Error::Refused(
            "The person who started this sitting may no longer ask the machine.".to_owned(),
        ));
    }
    // Even its owner does not go on while most answers cannot be read: each would count for nothing.
    if let Some(why) = machine::skill::state(tx, &machine.player_id, Skill::Answer)?.alarm_why {
        return Err(Error::Refused(why));
    }
    let item = match step.clues {
        0 => step.item.clone(),
        clues => step.item.after_clues(clues),
    };
    let occasion = Occasion::Uncounted(item_reply::OWNER);
    let task_id = questions::put(tx, app, &asker, machine, put(&item), occasion)?;
    let question = Question {
        item: step.item.id.clone(),
        clues: count(step.clues),
        task_id: task_id.clone(),
        asked_at: app.now(),
        ended_at: None,
        reply: None,
    };
    attempt::ask(tx, &attempt.id, &question)?;
    let task = task::find(tx, &task_id)?;
    if task.ended_at.is_some() {
        item_reply::handle_end(tx, &task)?;
    }
    Ok(())
}

fn pause(tx: &mut Tx<'_>, app: &Instance, attempt: &Attempt, why: &str) -> Result<(), Error> {
    let now = app.now();
    if now >= attempt.begun_at + MOST_MS {
        return discard(tx, attempt);
    }
    NextItem::schedule(tx, attempt, now + PAUSE_MS)?;
    Ok(attempt::pause(tx, &attempt.id, Some(why))?)
}

/// Turns an attempt into a sitting.
fn complete(
    tx: &mut Tx<'_>,
    app: &Instance,
    attempt: &Attempt,
    form: &Form,
    asked: &[Question],
) -> Result<(), Error> {
    let mut given = Vec::new();
    for item in &form.items {
        let by_clue = (1..item.clues.len())
            .map(|clues| Ok(answers(asked, &Step { item, clues })?.into_iter().next()))
            .collect::<Result<_, Error>>()?;
        given.push(ItemAnswers {
            item,
            answers: answers(asked, &Step { item, clues: 0 })?,
            by_clue,
        });
    }
    let sitting = Sitting {
        id: attempt.id.clone(),
        player_id: attempt.player_id.clone(),
        form: attempt.form.clone(),
        knowledge: String::new(),
        taken_at: app.now(),
    };
    ScoredReplies::of(form, &given).keep(tx, &sitting)?;
    Ok(attempt::delete(tx, &attempt.id)?)
}

fn answers(asked: &[Question], step: &Step<'_>) -> Result<Vec<String>, Error> {
    let Some(reply) = answered(asked, step).and_then(|it| it.reply.as_deref()) else {
        return Ok(Vec::new());
    };
    let reply: Reply = serde_json::from_str(reply).map_err(store::Error::corrupt)?;
    Ok(reply.answers.into_iter().map(|it| it.answer).collect())
}
