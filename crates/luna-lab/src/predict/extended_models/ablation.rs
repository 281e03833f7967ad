//! Ablation of feature groups: the table and its chart.

use std::fmt::Write as _;

use luna_figures::{Bar, Chart, Frame, Range, Table, bars};

use super::models::Model;
use super::results::{Ablation, Results, each_bars};
use crate::format::{or_dash, plain};
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate, ratio};

/// One group added to the kernel, or left out of the wide kernel, on the same splits.
struct AblationRow {
    /// The errors of the kernel and of the wide kernel.
    whole: [Estimate; 2],
    /// With it alone, and without it.
    error: [Estimate; 2],
    /// Each by what it is beside.
    of: [f64; 2],
}

fn row(results: &Results, ablations: &Ablation) -> Option<AblationRow> {
    let whole = [Model::Kernel, Model::Wide].map(|model| {
        let errors = &results.of(model)?.errors;
        Some(errors.get(..ablations.errors.len())?.to_vec())
    });
    let [kernel, wide] = whole;
    let (kernel, wide) = (kernel?, wide?);
    let alone = ablations.errors.iter().map(|both| both.0);
    let without = ablations.errors.iter().map(|both| both.1);
    Some(AblationRow {
        of: [
            ratio(alone.clone().zip(kernel.iter().copied())).value,
            ratio(without.clone().zip(wide.iter().copied())).value,
        ],
        whole: [kernel, wide].map(|errors| estimate(errors.into_iter())),
        error: [estimate(alone), estimate(without)],
    })
}

fn rows(results: &Results) -> impl Iterator<Item = (&'static str, usize, AblationRow)> {
    let one = |it: &Ablation| Some((it.group.name(), it.errors.len(), row(results, it)?));
    results.ablations.iter().filter_map(one)
}

/// A row for each group of a data set.
pub(super) fn text(results: &Results) -> String {
    let mut text = String::new();
    for (nth, (name, splits, row)) in rows(results).enumerate() {
        let [kernel, wide] = row.whole.map(|whole| whole.value);
        if nth == 0 {
            writeln!(
                text,
                "what groups bring, {splits} splits: kernel {kernel:.4}, wide {wide:.4}"
            )
            .ok();
        }
        let [alone, without] = row.error.map(|it| it.value);
        let [of_kernel, of_wide] = row.of.map(|of| or_dash(of, |of| format!("{of:.3}")));
        writeln!(
            text,
            "{name:<12} kernel with it {alone:.4} ({of_kernel}), wide kernel without it \
             {without:.4} ({of_wide})"
        )
        .ok();
    }
    text
}

/// Nothing where no split was to say.
pub fn groups(all: &[Results]) -> Option<ReportSection> {
    all.iter().flat_map(rows).next()?;
    Some(ReportSection {
        name: "groups",
        title: "The effect of each group of features",
        about: "The root mean square error of the kernel that house machines guess with when one \
                group of features is added to it, whether it helps or not; and of the wide kernel, \
                which takes the groups that help in the training set, when one group is withheld \
                from it. Both are compared with the same model on the same splits. The groups are BM25 with \
                the key, BM25 with the answers of well-rated people, negations and opposites, numbers \
                and units, and a model of sentences."
            .to_owned(),
        sources: Vec::new(),
        checks: Vec::new(),
        charts: vec![chart(all)],
        caption: "Root mean square errors with a group and without".to_owned(),
        table: table(all),
        decimals: 4,
    })
}

fn chart(all: &[Results]) -> Chart {
    let mut names = vec!["none"];
    for (name, ..) in all.iter().flat_map(rows) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let heights = |results: &Results| -> Vec<Bar> {
        let known: Vec<_> = rows(results).collect();
        let none = known.first().map(|(_, _, row)| row.whole[0]);
        let of = |name: &&str| {
            let own = known.iter().find(|row| row.0 == *name).map(|(_, _, row)| row.error[0]);
            let own = if *name == "none" { none } else { own };
            own.map_or(Bar::plain(f64::NAN), |Estimate { value, error }| Bar::even(value, error))
        };
        names.iter().map(of).collect()
    };
    let each: Vec<Vec<Bar>> = all.iter().map(heights).collect();
    let best = all.iter().filter_map(|results| {
        let known = rows(results).filter(|(.., row)| row.of[0].is_finite());
        let (name, _, row) = known.min_by(|one, other| one.2.of[0].total_cmp(&other.2.of[0]))?;
        Some(format!(
            "{}: with {name}, the error is {:.3} times what it was",
            results.name, row.of[0]
        ))
    });
    let frame = Frame {
        id: "groups",
        title: "The kernel with one additional group of features",
        description: &(best.collect::<Vec<_>>().join("; ") + "."),
        x_label: "group",
        y_label: "root mean square error",
    };
    bars(&frame, &names, &each_bars(all, &each), Range::FROM_ZERO)
}

fn table(all: &[Results]) -> Table {
    let mut table = Table::new(&[
        "data",
        "group",
        "splits",
        "kernel",
        "kernel with it",
        "of the kernel",
        "wide kernel",
        "wide kernel without it",
        "of the wide kernel",
    ]);
    for results in all {
        for (name, splits, row) in rows(results) {
            let ([kernel, wide], [alone, without]) = (row.whole, row.error);
            let numbers =
                [kernel.value, alone.value, row.of[0], wide.value, without.value, row.of[1]];
            let names = [results.name.clone(), name.to_owned(), splits.to_string()];
            table.row(names.into_iter().chain(numbers.map(plain)));
        }
    }
    table
}
