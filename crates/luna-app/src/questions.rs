//! Questions to machines outside games: permission to ask, and replies.

use luna_core::answer::{Answer, Limits, Question};
use luna_core::rng::Chance;
use luna_core::skill::Skill;
use luna_machines::task::{QuestionTask, Task as _};
use luna_machines::{HouseMachine, HouseTask as _};
use luna_store::machine::{self, Machine, Transport};
use luna_store::player::Player;
use luna_store::task::{self, NewTask};
use luna_store::{self as store, Tx};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::instance::Instance;
use crate::quiz::search_machine;
use crate::{machine_calls, mail};

/// The number of recent tasks from which on one failure in five raises an alarm.
const LEAST_TASKS: i64 = 5;
const LAST_TASKS: i64 = 20;

const LEARNING: &str = "This machine is still reading its questions. Please ask again in a moment.";

/// A reply to a question, as it is stored and sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub answers: Vec<RankedAnswer>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedAnswer {
    pub answer: String,
    pub confidence: f64,
}

impl From<Vec<Answer>> for Reply {
    fn from(answers: Vec<Answer>) -> Reply {
        let ranked = |Answer { text, confidence }| RankedAnswer { answer: text, confidence };
        Reply { answers: answers.into_iter().map(ranked).collect() }
    }
}

/// Returns true if somebody may ask a machine: its owner and operators may, and a machine that plays
/// in this process answers everybody with an account.
pub fn may_ask(asker: &Player, machine: &Machine) -> bool {
    let own = machine.owner_id.as_deref() == Some(asker.id.as_str());
    let house = machine.declared.way == Transport::House && asker.email.is_some();
    own || house || asker.is_admin()
}

/// Puts a question to a machine. Returns the id of the task.
pub fn ask(
    tx: &mut Tx<'_>,
    app: &Instance,
    asker: &Player,
    machine_id: &str,
    question: Question,
) -> Result<String, Error> {
    question.check(&Limits::USUAL).map_err(|problem| Error::Refused(problem.to_string()))?;
    machine::lock(tx, machine_id)?;
    let machine = machine::find(tx, machine_id)?;
    if !may_ask(asker, &machine) {
        return Err(Error::NotFound);
    }
    check_available(tx, asker, &machine)?;
    if machine_id == search_machine::ID && store::quiz::play::open_of(tx, &asker.id)?.is_some() {
        let why = "Finish your question in the reading room first: this machine may know it.";
        return Err(Error::Refused(why.to_owned()));
    }
    let (id, now) = (app.random.id(app.now()), app.now());
    let task = QuestionTask::new(&id, question, Limits::USUAL.answer);
    let body = serde_json::to_string(&task).map_err(store::Error::corrupt)?;
    let called = matches!(machine.declared.way, Transport::Push | Transport::Openai);
    let new =
        NewTask { id: &id, machine_id, asked_by: &asker.id, skill: task.skill(), body: &body };
    if let Some(limit) = task::put(tx, now, &new, called)? {
        return Err(Error::Refused(limit.to_string()));
    }
    if machine_id == search_machine::ID {
        let guesser = app.quiz.guesser().ok_or_else(|| Error::Refused(LEARNING.to_owned()))?;
        accept(tx, app, &id, search_machine::answers(&guesser, &task))?;
    }
    if let Some(house) = HouseMachine::from_id(machine_id) {
        let mut chance = Chance::from_words(&[&id, house.id()]);
        let answers = task.house_reply(&app.houses, house, &mut chance);
        accept(tx, app, &id, answers)?;
    }
    Ok(id)
}

/// Refuses a machine that does not answer at the moment, with the reason.
fn check_available(tx: &mut Tx<'_>, asker: &Player, machine: &Machine) -> Result<(), Error> {
    let standing = &machine.standing;
    let refuse = |why: &str| Err(Error::Refused(why.to_owned()));
    if !machine.declared.skills.has(Skill::Answer) {
        return refuse(
            "This machine does not declare the skill “answer”, so it takes no questions.",
        );
    }
    if standing.killed_at.is_some() {
        return refuse("The operator has stopped this machine: it answers no questions.");
    }
    if standing.replaced_at.is_some() {
        return refuse("A later version of this machine answers questions instead.");
    }
    if machine::stopped_with_all(tx, machine)? {
        return refuse(machine_calls::ALL_STOPPED);
    }
    let own = machine.owner_id.as_deref() == Some(asker.id.as_str());
    let alarm = machine::skill::state(tx, &machine.player_id, Skill::Answer)?.alarm_why;
    match alarm.filter(|_| !own) {
        Some(_) => refuse(
            "Too many of this machine's answers could not be read. It is asked again once its owner \
             has seen to it.",
        ),
        None => Ok(()),
    }
}

/// Ends a task with its answers. Returns false if it has ended already.
pub fn accept(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
    answers: Vec<Answer>,
) -> store::Result<bool> {
    let reply = serde_json::to_string(&Reply::from(answers)).map_err(store::Error::corrupt)?;
    if !task::reply(tx, id, app.now(), &reply)? {
        return Ok(false);
    }
    let task = task::find(tx, id)?;
    machine::skill::calm(tx, &task.machine_id, task.skill)?;
    Ok(true)
}

/// Ends a task without a reply, and raises the alarm of the skill if that is too often.
pub(crate) fn reject(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
    problem: &str,
) -> Result<(), Error> {
    if !task::fail(tx, id, app.now(), problem)? {
        return Ok(());
    }
    let task = task::find(tx, id)?;
    let (tasks, failed) = task::last_of(tx, &task.machine_id, task.skill, LAST_TASKS)?;
    if tasks < LEAST_TASKS || failed * 5 <= tasks {
        return Ok(());
    }
    let why = format!(
        "Of its last {tasks} tasks outside games, {failed} brought no reply that could be read. The \
         last one: {problem}"
    );
    raise_alarm(tx, app, &task, &why)
}

fn raise_alarm(tx: &mut Tx<'_>, app: &Instance, task: &task::Task, why: &str) -> Result<(), Error> {
    if !machine::skill::alarm(tx, &task.machine_id, task.skill, app.now(), why)? {
        return Ok(());
    }
    tracing::warn!(machine = task.machine_id, skill = %task.skill, "an alarm of a skill");
    let machine = machine::find(tx, &task.machine_id)?;
    // An owner who is trying the machine reads it on the page.
    if machine.owner_id.as_deref() == Some(task.asked_by.as_str()) {
        return Ok(());
    }
    mail::alarm(tx, &app.moment(), &app.settings, &machine, why)
}

/// The task as sent to a machine, from its row.
pub fn read_task(task: &task::Task) -> store::Result<QuestionTask> {
    serde_json::from_str(&task.body).map_err(store::Error::corrupt)
}
