//! What trivia says of machines.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::measure::{MeasureKind, Scale};
use luna_core::quiz::question::State;
use luna_store::measure::OfMachine;
use luna_store::quiz::{question, revision};
use luna_store::{self as store, Tx};

use super::analysis::SEARCH;
use super::assessment::parse;
use super::search_machine;
use crate::machine::measures::share;

pub(super) const ACCURACY: MeasureKind = MeasureKind {
    name: "quiz_accuracy",
    title: "Trivia written here that it answers",
    short: "Trivia",
    scale: Scale::Share,
    unit: "question",
    page: "/quiz/statistics",
    missing: "it has watched nobody write a question that was published.",
};

/// The share of questions that were written here and published before a time of which each machine
/// that watched has named the answer.
pub(super) fn measures(tx: &mut Tx<'_>, until: i64) -> store::Result<Vec<OfMachine>> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let written = question::in_state(tx, State::Published, i64::MAX)?;
    let before = written.iter().filter(|it| it.decided_at.is_some_and(|at| at < until));
    let before: BTreeSet<&str> = before.map(|it| it.id.as_str()).collect();
    for results in revision::last_in_state(tx, State::Published)? {
        if !before.contains(results.question_id.as_str()) {
            continue;
        }
        for it in parse(&results.machines)?.into_iter().filter(|it| it.silence.is_none()) {
            let (right, all) = counts.entry(it.machine).or_default();
            *right += usize::from(!it.tricked);
            *all += 1;
        }
    }
    let measure = |(id, counts): (String, (usize, usize))| {
        let id = if id == SEARCH { search_machine::ID.to_owned() } else { id };
        share(id, ACCURACY, counts)
    };
    Ok(counts.into_iter().map(measure).collect())
}
