//! Questions to machines outside games.

pub(crate) mod reply;

use luna_core::answer::{Answer, Limits, Question};
use luna_core::rng::Chance;
use luna_core::skill::Skill;
use luna_machines::task::{OutsideReply, OutsideTask, QuestionTask, Task as _};
use luna_machines::{HouseMachine, HouseTask as _};
use luna_store::machine::{self, Machine, Transport};
use luna_store::player::Player;
use luna_store::task::{self, NewTask};
use luna_store::{self as store, Tx};

pub use self::reply::{RankedAnswer, Reply};
use crate::error::Error;
use crate::instance::Instance;
use crate::instance::answering_house::AnsweringHouse;
use crate::machine::tasks::{self, may_ask};

/// Puts a question to a machine. Returns the id of the task.
pub fn ask(
    tx: &mut Tx<'_>,
    app: &Instance,
    asker: &Player,
    machine_id: &str,
    question: Question,
) -> Result<String, Error> {
    machine::lock(tx, machine_id)?;
    let machine = machine::find(tx, machine_id)?;
    if !may_ask(asker, &machine) {
        return Err(Error::NotFound);
    }
    put(tx, app, asker, &machine, question, Occasion::Asked)
}

/// The occasion of a question: who is told when it ends, and whose limits count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Somebody asks on a page or by the API, within their limits.
    Asked,
    /// A part of Luna asks for somebody, within their limits.
    For(&'static str),
    /// A part of Luna asks, within the limits of the machine alone.
    Uncounted(&'static str),
}

/// The same for a machine that is locked and that the asker may ask.
pub fn put(
    tx: &mut Tx<'_>,
    app: &Instance,
    asker: &Player,
    machine: &Machine,
    question: Question,
    occasion: Occasion,
) -> Result<String, Error> {
    question.check(&Limits::USUAL).map_err(|problem| Error::Refused(problem.to_string()))?;
    let machine_id = machine.player_id.as_str();
    tasks::check_available(tx, asker, machine, Skill::Answer)?;
    if let Some(house) = answering(app, machine_id) {
        (house.check)(tx, asker)?;
    }
    let (id, now) = (app.random.id(app.now()), app.now());
    let task = QuestionTask::new(&id, question, Limits::USUAL.answer);
    let body = serde_json::to_string(&task).map_err(store::Error::corrupt)?;
    let called = matches!(machine.declared.way, Transport::Push | Transport::Openai);
    let new = NewTask {
        id: &id,
        machine_id,
        asked_by: &asker.id,
        skill: task.skill(),
        about: None,
        body: &body,
        counted: !matches!(occasion, Occasion::Uncounted(_)),
        owner: match occasion {
            Occasion::Asked => None,
            Occasion::For(owner) | Occasion::Uncounted(owner) => Some(owner),
        },
    };
    if let Some(limit) = task::put(tx, now, &new, called)? {
        return Err(Error::Refused(limit.to_string()));
    }
    if let Some(answers) = house_answers(app, machine_id, &task)? {
        tasks::accept(tx, app, &id, &OutsideReply::Answers(answers))?;
    }
    Ok(id)
}

/// The ids of the machines that answer in this process.
pub fn house_ids(app: &Instance) -> impl Iterator<Item = &'static str> {
    let answering = app.disciplines.iter().flat_map(|it| it.answering).map(|it| it.id);
    HouseMachine::ALL.into_iter().map(HouseMachine::id).chain(answering)
}

fn answering(app: &Instance, machine_id: &str) -> Option<&'static AnsweringHouse> {
    app.disciplines.iter().flat_map(|it| it.answering).find(|it| it.id == machine_id)
}

/// The answers of a machine that answers in this process; none of any other.
pub(crate) fn house_answers(
    app: &Instance,
    machine_id: &str,
    task: &QuestionTask,
) -> Result<Option<Vec<Answer>>, Error> {
    if let Some(house) = answering(app, machine_id) {
        return (house.answer)(&app.memory, machine_id, task).map(Some);
    }
    Ok(HouseMachine::from_id(machine_id).map(|house| {
        let mut chance = Chance::from_words(&[&task.id, house.id()]);
        task.house_reply(&app.houses, house, &mut chance)
    }))
}

/// A question as sent to a machine, from its row; not found if the row is another task.
pub fn read(task: &task::Task) -> store::Result<QuestionTask> {
    match tasks::read(task)? {
        OutsideTask::Question(question) => Ok(question),
        OutsideTask::Converse(_) => Err(store::Error::NotFound),
    }
}
