//! What an instance does for it: a machine, its job, the end of its tasks, and a measure.

use luna_app::measures::share;
use luna_app::{AnsweringHouse, Discipline, Error, Instance, JobHandler, TaskOwner, Transaction};
use luna_core::answer::{Answer, Question};
use luna_core::measure::{MeasureKind, Scale};
use luna_store::job::{self, JobSpec};
use luna_store::measure::OfMachine;
use luna_store::player::Player;
use luna_store::task::{State, Task};
use luna_store::{self as store, Tx, draft, machine, setting};
use serde::{Deserialize, Serialize};

use super::rules::{WORD, backwards};

/// The subject under which a player's words are kept, and the owner of the tasks.
pub(super) const KEPT: &str = "mirror";
const MACHINE: &str = "house-mirror";
const DAY_MS: i64 = 86_400_000;

pub(super) static MIRROR: Discipline = Discipline {
    jobs: &[JobHandler::transaction::<Forget>()],
    tasks: &[TaskOwner { name: KEPT, end }],
    answering: &[AnsweringHouse {
        id: MACHINE,
        name: "mirror",
        about: "It has a mirror.",
        check: |_, _| Ok(()),
        answer: |_, _, task| Ok(vec![Answer { text: backwards(&task.question), confidence: 1.0 }]),
    }],
    measures: &[SPELLED],
    measure: |tx, _, _| {
        let said = setting::get(tx, KEPT)?;
        Ok(Box::new(move || Ok(said.iter().map(|said| measured(said)).collect())))
    },
    ..Discipline::IDLE
};

const SPELLED: MeasureKind = MeasureKind {
    name: "mirror_spelled",
    title: "Words spelled backwards",
    short: "Mirror",
    scale: Scale::Share,
    unit: "word",
    page: "/mirror",
    missing: "nobody has asked it.",
};

fn measured(said: &str) -> OfMachine {
    share(MACHINE.to_owned(), SPELLED, (usize::from(said == backwards(WORD)), 1))
}

/// What a player has spelled is forgotten after a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Forget {
    player: String,
}

impl JobSpec for Forget {
    const KIND: &str = "mirror_forget";
}

impl Transaction for Forget {
    fn perform(&self, tx: &mut Tx<'_>, _: &Instance) -> Result<(), Error> {
        Ok(draft::clear(tx, &self.player, KEPT)?)
    }
}

/// Keeps a word that a player has spelled.
pub(super) fn keep(tx: &mut Tx<'_>, me: &Player, typed: &str, now: i64) -> store::Result<()> {
    let nth = draft::of(tx, &me.id, KEPT)?.len();
    draft::save(tx, &me.id, KEPT, &format!("{nth}"), typed, now)?;
    let forget = Forget { player: me.id.clone() };
    job::schedule(tx, &format!("mirror:{}", me.id), &forget, now + DAY_MS)
}

/// Has the machine spell the word.
pub(super) fn ask(tx: &mut Tx<'_>, app: &Instance, me: &Player) -> Result<(), Error> {
    machine::lock(tx, MACHINE)?;
    let machine = machine::find(tx, MACHINE)?;
    let question = Question { text: WORD.to_owned(), ..Question::default() };
    let occasion = luna_app::questions::Occasion::For(KEPT);
    luna_app::questions::put(tx, app, me, &machine, question, occasion).map(drop)
}

/// Keeps what the machine has said.
fn end(tx: &mut Tx<'_>, task: &Task) -> store::Result<()> {
    let State::Done(reply) = &task.state else { return Ok(()) };
    let reply: luna_app::questions::Reply =
        serde_json::from_str(reply).map_err(store::Error::corrupt)?;
    reply.answers.first().map_or(Ok(()), |it| setting::set(tx, KEPT, &it.answer))
}

/// What the machine has said, if it was asked.
pub(super) fn said(tx: &mut Tx<'_>) -> store::Result<Option<String>> {
    setting::get(tx, KEPT)
}
