//! Common sense: every item of the forms, scored by its key.

use luna_core::answer;
use luna_core::battery::Item;
use luna_machines::common_sense::{AnswerKey, item_text};
use luna_machines::task::{OutsideTask, QuestionTask, Task as _};

use super::log::Log;
use super::plan::Plan;
use super::strand::{Asked, Party, Single, Strand, boxed};
use crate::battery::sitting::{Reply, ScoredAnswer, Sitting};

/// Characters of an answer, at most.
pub(super) const ANSWER_CHARS: usize = 200;

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for form in &plan.inputs.forms {
            for item in &form.items {
                for clues in steps(plan, item) {
                    all.push(boxed(single(place, machine, &form.letter, item, clues)));
                }
            }
        }
    }
    all
}

/// The numbers of clues after which an item is asked: after one, after two, and whole, which is 0. In a
/// quick measurement it is asked whole.
fn steps(plan: &Plan, item: &Item) -> Vec<usize> {
    let first = if plan.is_quick() { 1 } else { item.clues.len().max(1) };
    (1..first).chain([0]).collect()
}

fn single(place: usize, machine: &str, form: &str, item: &Item, clues: usize) -> Single {
    let letter = form.to_lowercase();
    let id = format!("{machine}/common-sense/{letter}/{}/{clues}", item.id);
    let asked = match clues {
        0 => question(&id, item),
        clues => question(&id, &item.after_clues(clues)),
    };
    Single { id, party: Party::Machine(place), asked }
}

/// A question about an item.
pub(super) fn question(id: &str, item: &Item) -> Asked {
    let put = answer::Question::new(&item_text(item), "", &[]);
    Asked::Outside(OutsideTask::Question(QuestionTask::new(id, put, ANSWER_CHARS)))
}

/// The answers to a task with one question.
pub(super) fn answers(log: &Log, strand: &Single) -> Option<Vec<answer::Answer>> {
    let said = log.whole(strand)?;
    let Asked::Outside(OutsideTask::Question(task)) = &strand.asked else { return None };
    let read = |reply: &serde_json::Value| task.read_value(reply).ok();
    Some(said.first()?.as_ref().ok().and_then(read).unwrap_or_default())
}

/// The sitting of a machine in each form in which it was asked every item.
pub(super) fn sittings(plan: &Plan, log: &Log, place: usize, machine: &str) -> Vec<Sitting> {
    let of_form = |form: &luna_core::battery::Form| {
        let mut replies = Vec::new();
        for item in &form.items {
            let key = AnswerKey::of(item);
            let scored = |clues: usize| -> Option<Vec<ScoredAnswer>> {
                let given = answers(log, &single(place, machine, &form.letter, item, clues))?;
                Some(given.into_iter().map(|it| ScoredAnswer::new(it.text, &key)).collect())
            };
            let by_clue: Option<Vec<_>> = steps(plan, item)
                .into_iter()
                .filter(|clues| *clues > 0)
                .map(|clues| Some(scored(clues)?.into_iter().next()))
                .collect();
            replies.push(Reply {
                item: item.id.clone(),
                subtest: item.subtest,
                most: item.most,
                answers: scored(0)?,
                by_clue: by_clue?,
            });
        }
        Some(Sitting {
            answerer: machine.to_owned(),
            form: form.letter.to_lowercase(),
            replies,
            scorers: 0,
        })
    };
    plan.inputs.forms.iter().filter_map(of_form).collect()
}
