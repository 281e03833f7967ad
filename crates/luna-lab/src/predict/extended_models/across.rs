//! Several data sets as one: how often a model is better than COM, and where that says more than
//! the data sets its form was chosen on.

use std::fmt::Write as _;

use luna_figures::Table;

use super::models::{AIM, Model};
use super::results::Results;
use crate::claims::{Check, Target};
use crate::format::{or_dash, plain};
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate};

/// Fewer data sets stand for themselves.
const SEVERAL: usize = 3;

/// A difference that is less likely by chance, corrected for the overlap of splits, counts.
const SIGNIFICANT: f64 = 0.05;

/// A model over some data sets, each compared with COM.
struct ModelRow {
    model: Model,
    sets: usize,
    /// The mean of the errors by COM's.
    of_com: Estimate,
    worse: usize,
    better: usize,
    /// The number of data sets that were not in view when its form was chosen, and the mean over
    /// these.
    unseen: (usize, Estimate),
}

fn rows(all: &[Results]) -> Vec<ModelRow> {
    if all.len() < SEVERAL {
        return Vec::new();
    }
    let row = |model: Model| {
        let each: Vec<(f64, f64, bool)> = (all.iter())
            .filter_map(|results| {
                let scores = results.of(model).filter(|scores| !scores.errors.is_empty())?;
                let (of_com, [_, corrected]) = results.relative_to_com(scores)?;
                let of_com = Some(of_com.value).filter(|it| it.is_finite())?;
                Some((of_com, corrected, model.chosen_in_view(&results.name)))
            })
            .collect();
        let unseen = each.iter().filter(|it| !it.2);
        let found = ModelRow {
            model,
            sets: each.len(),
            of_com: estimate(each.iter().map(|it| it.0)),
            worse: each.iter().filter(|it| it.0 > 1.0).count(),
            better: each.iter().filter(|it| it.0 < 1.0 && it.1 < SIGNIFICANT).count(),
            unseen: (unseen.clone().count(), estimate(unseen.map(|it| it.0))),
        };
        (found.sets >= SEVERAL).then_some(found)
    };
    Model::ALL.into_iter().filter(|model| *model != Model::Com).filter_map(row).collect()
}

/// A row for each model; nothing of fewer than three data sets.
pub(super) fn text(all: &[Results]) -> String {
    let mut text = String::new();
    for (nth, row) in rows(all).iter().enumerate() {
        if nth == 0 {
            writeln!(
                text,
                "all data sets\n{:<18} {:>4} {:<16} {:>5} {:>13} {:>15}",
                "", "sets", "mean of COM", "worse", "significantly", "sets not in view"
            )
            .ok();
        }
        let (sets, unseen) = row.unseen;
        let unseen = if sets > 0 { unseen.value } else { f64::NAN };
        writeln!(
            text,
            "{:<18} {:>4} {:<17} {:>5} {:>13} {sets:>5} {}",
            row.model.name(),
            row.sets,
            row.of_com.format(3),
            row.worse,
            row.better,
            or_dash(unseen, |value| format!("{value:.3}")),
        )
        .ok();
    }
    text
}

/// The table over all data sets; nothing of fewer than three.
pub fn across(all: &[Results]) -> Option<ReportSection> {
    let rows = rows(all);
    let kernel = rows.iter().find(|row| row.model == Model::Kernel)?;
    let mut table = Table::new(&[
        "model",
        "data sets",
        "mean of COM",
        "±",
        "worse in",
        "significantly better in",
        "data sets not in view",
        "mean of COM there",
    ]);
    for row in &rows {
        let name = row.model.name().to_owned();
        let counts = [row.worse, row.better, row.unseen.0].map(|count| count.to_string());
        let [worse, better, unseen] = counts;
        let Estimate { value, error } = row.of_com;
        let mean = if row.unseen.0 > 0 { row.unseen.1.value } else { f64::NAN };
        let sets = row.sets.to_string();
        let [value, error, mean] = [value, error, mean].map(plain);
        table.row([name, sets, value, error, worse, better, unseen, mean]);
    }
    let check =
        |claim: &str, found: Estimate| Check::worst_of(claim, Some(found), Target::AtMost(AIM));
    let mut checks = vec![check(
        "The error of the machine's model divided by that of COM, as a mean over all data sets.",
        kernel.of_com,
    )];
    if (1..kernel.sets).contains(&kernel.unseen.0) {
        checks.push(check(
            "The same over the data sets that were not in view when its form was chosen.",
            kernel.unseen.1,
        ));
    }
    Some(ReportSection {
        name: "across",
        title: "All data sets together",
        about: "The error of each model divided by that of COM on the same splits, as a mean over the \
                data sets with its standard error; in how many of them the model does \
                worse than COM; and in how many it is better with p below 0.05 in the test of \
                Nadeau and Bengio (2003), which allows for the overlap of splits. The last two columns \
                leave out the data sets whose test errors were in view when the form of the model \
                was chosen."
            .to_owned(),
        sources: Vec::new(),
        checks,
        charts: Vec::new(),
        caption: "Errors divided by those of COM, over all data sets".to_owned(),
        table,
        decimals: 3,
    })
}
