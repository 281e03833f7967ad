//! Items that nobody can have seen, beside the public ones of the forms: a machine that knows the
//! public ones by heart does worse here.

use luna_core::battery::Item;
use luna_core::rng::Chance;
use luna_machines::common_sense::{AnswerKey, made_items, shipped_base};

use super::common_sense::{answers, question};
use super::estimate::Scores;
use super::log::Log;
use super::plan::Plan;
use super::strand::{Party, Single, Strand, boxed};

const QUICK: usize = 40;
const FULL: usize = 120;

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let items = items(plan);
    let of_machine =
        |(place, machine)| items.iter().map(move |item| boxed(single(place, machine, item)));
    plan.each().flat_map(of_machine).collect()
}

/// The same for all machines of a plan, and others for another seed.
pub(super) fn items(plan: &Plan) -> Vec<Item> {
    let count = if plan.is_quick() { QUICK } else { FULL };
    let mut chance = Chance::from_words(&["fresh items", &plan.seed.to_string()]);
    shipped_base().map_or_else(Vec::new, |base| made_items(base, count, &mut chance))
}

fn single(place: usize, machine: &str, item: &Item) -> Single {
    let id = format!("{machine}/fresh-items/{}", item.id);
    let asked = question(&id, item);
    Single { id, party: Party::Machine(place), asked }
}

/// The share of full points of each item by its best answer.
pub(super) fn scores(plan: &Plan, log: &Log, place: usize, machine: &str) -> Scores {
    let score = |item: Item| {
        let given = answers(log, &single(place, machine, &item))?;
        let key = AnswerKey::of(&item);
        let points = given.first().map_or(0, |best| key.score(&best.text).points);
        Some((item.id, f64::from(points) / f64::from(item.most)))
    };
    items(plan).into_iter().filter_map(score).collect()
}
