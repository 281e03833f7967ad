//! The imitation game: conversations with a judge who follows a script. The keys of its questions
//! score them; whether a machine passes for a person only a judge that reads them can say.

use luna_core::answer::Question as Put;
use luna_core::contest::selection::{Script, Set};
use luna_core::rng::Chance;
use luna_core::typing::utterance::Utterance;
use luna_learn::float;
use luna_machines::task::{
    ConverseTask, OutsideTask, QuestionTask, Role, Task as _, TaskLine, Wants,
};

use super::common_sense::{ANSWER_CHARS, answers};
use super::estimate::Scores;
use super::log::Log;
use super::plan::Plan;
use super::strand::{Asked, Party, Said, Single, Strand, boxed};

/// Conversations about each set.
const QUICK: usize = 5;
const FULL: usize = 15;
/// The time between two lines of the judge.
const LINE_MS: i64 = 20_000;

/// A conversation with one machine.
struct Conversation {
    id: String,
    /// The same for all machines.
    short_id: String,
    place: usize,
    script: Script,
}

/// A conversation that has been held.
pub(super) struct Held {
    pub(super) set: Set,
    /// What the judge said and what was replied, which is nothing where there was no reply.
    pub(super) lines: Vec<(String, String)>,
    /// Whether each question with a key was answered right.
    pub(super) right: Vec<bool>,
}

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let each = plan.each().flat_map(|(place, machine)| conversations(plan, place, machine));
    each.map(boxed).collect()
}

/// Every machine has the same ones.
fn conversations(plan: &Plan, place: usize, machine: &str) -> Vec<Conversation> {
    let each = if plan.is_quick() { QUICK } else { FULL };
    let mut all = Vec::new();
    for set in Set::ALL {
        for nth in 0..each {
            let words = ["conversation", set.name(), &nth.to_string(), &plan.seed.to_string()];
            let script = set.draw(&mut Chance::from_words(&words));
            let short_id = format!("{}/{nth}", set.name());
            let id = format!("{machine}/conversation/{short_id}");
            all.push(Conversation { id, short_id, place, script });
        }
    }
    all
}

impl Strand for Conversation {
    fn id(&self) -> &str {
        &self.id
    }

    /// A line without a reply is silence, after which the judge goes on.
    fn next(&self, said: &[Said]) -> Option<(Party, Asked)> {
        self.script.lines.get(said.len())?;
        let mut lines = Vec::new();
        let mut now = 0;
        for (line, reply) in self.script.lines.iter().zip(said) {
            lines.push(TaskLine::new(Role::Judge, &line.text, now));
            for text in spoken(reply) {
                lines.push(TaskLine::new(Role::Entry, &text, now + LINE_MS / 2));
            }
            now += LINE_MS;
        }
        lines.push(TaskLine::new(Role::Judge, &self.script.lines.get(said.len())?.text, now));
        let id = format!("{}/{}", self.id, said.len());
        let task = ConverseTask::new(&id, &self.id, Role::Entry, Wants::Lines, now, lines);
        Some((Party::Machine(self.place), Asked::Outside(OutsideTask::Converse(task))))
    }
}

/// The lines of a reply.
fn spoken(said: &Said) -> Vec<String> {
    let Ok(reply) = said else { return Vec::new() };
    let task = ConverseTask::new("", "", Role::Entry, Wants::Lines, 0, Vec::new());
    match task.read_value(reply) {
        Ok(Utterance::Lines(lines)) => lines,
        Ok(_) | Err(_) => Vec::new(),
    }
}

/// The conversations of a machine that were held to their end.
pub(super) fn held(plan: &Plan, log: &Log, place: usize, machine: &str) -> Vec<(String, Held)> {
    let all = conversations(plan, place, machine).into_iter();
    all.filter_map(|it| Some((it.short_id.clone(), it.held(&log.whole(&it)?)))).collect()
}

impl Conversation {
    fn held(&self, said: &[Said]) -> Held {
        let replies: Vec<String> = said.iter().map(|it| spoken(it).join(" ")).collect();
        let pairs = || self.script.lines.iter().zip(&replies);
        let scored = pairs().filter_map(|(line, reply)| Some(line.key.as_ref()?.takes(reply)));
        let lines = pairs().map(|(line, reply)| (line.text.clone(), reply.clone()));
        Held { set: self.script.set, lines: lines.collect(), right: scored.collect() }
    }
}

/// The share of questions with a key that were answered right, by conversation.
pub(super) fn scores(held: &[(String, Held)]) -> Scores {
    let share = |it: &Held| {
        float(it.right.iter().filter(|&&right| right).count()) / float(it.right.len().max(1))
    };
    held.iter().map(|(id, it)| (id.clone(), share(it))).collect()
}

const PERSON: &str = "a person";
const MACHINE: &str = "a machine";

/// The judge reads each conversation.
pub(super) fn judgments(plan: &Plan, log: &Log) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for (id, held) in held(plan, log, place, machine) {
            all.push(boxed(judgment(machine, &id, &held)));
        }
    }
    all
}

fn judgment(machine: &str, conversation: &str, held: &Held) -> Single {
    let id = format!("judge/{machine}/conversation/{conversation}");
    let shown = |(judge, reply): &(String, String)| format!("Judge: {judge}\nOther: {reply}");
    let transcript: Vec<String> = held.lines.iter().map(shown).collect();
    let put = Put::new(
        "This is a conversation of a judge with somebody else. Is the other one a person or a machine?",
        &transcript.join("\n"),
        &[PERSON.to_owned(), MACHINE.to_owned()],
    );
    let task = QuestionTask::new(&id, put, ANSWER_CHARS);
    Single { id, party: Party::Judge, asked: Asked::Outside(OutsideTask::Question(task)) }
}

/// 1 for each conversation whose other side the judge takes for a person.
pub(super) fn taken_for_human(log: &Log, machine: &str, held: &[(String, Held)]) -> Scores {
    let verdict = |(id, held): &(String, Held)| {
        let given = answers(log, &judgment(machine, id, held))?;
        let best = given.first()?;
        Some((id.clone(), f64::from(u8::from(best.text == PERSON))))
    };
    held.iter().filter_map(verdict).collect()
}
