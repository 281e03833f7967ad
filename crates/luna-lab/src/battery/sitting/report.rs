//! Sittings as tables, as figure 1 of the paper, and as JSON.

use luna_core::battery::{Printed, Scored, Subtest};
use luna_figures::{Bars, Chart, Frame, Range, Table, bars};
use luna_learn::float;
use serde_json::{Value, json};

use super::interval::Percent;
use super::scores::{Scoring, Sitting};
use crate::claims::Check;

/// The rows of a table of results: the five subtests and their mean.
fn rows() -> impl Iterator<Item = Option<Subtest>> {
    Subtest::ALL.into_iter().map(Some).chain([None])
}

fn title(row: Option<Subtest>) -> &'static str {
    row.map_or("Mean", Subtest::title)
}

fn result(sitting: &Sitting, row: Option<Subtest>, scoring: Scoring, seed: u64) -> Percent {
    match row {
        Some(subtest) => sitting.subtest(subtest, scoring, seed),
        None => sitting.mean(scoring, seed),
    }
}

fn of_paper(row: Option<Subtest>, scoring: Scoring) -> Option<f64> {
    let Printed { strict, relaxed } = Printed::of(row);
    match scoring {
        Scoring::Strict => strict,
        Scoring::Relaxed => relaxed,
    }
}

/// Results in percent with intervals, a row for each subtest and answerer.
pub fn table(sittings: &[Sitting], seed: u64) -> Table {
    let mut table = Table::new(&["subtest", "answerer", "strict", "relaxed"]);
    for row in rows() {
        for sitting in sittings {
            let cell = |scoring| result(sitting, row, scoring, seed).words();
            let name = sitting.answerer.clone();
            let [strict, relaxed] = Scoring::BOTH.map(cell);
            table.row([title(row).to_owned(), name, strict, relaxed]);
        }
        let printed = Scoring::BOTH.map(|scoring| of_paper(row, scoring));
        if printed.iter().any(Option::is_some) {
            let [strict, relaxed] =
                printed.map(|it| it.map_or_else(String::new, |it| format!("{it:.0}")));
            table.row([title(row).to_owned(), "as printed".to_owned(), strict, relaxed]);
        }
    }
    table
}

/// The gain of each answerer over the first one.
pub fn difference_table(sittings: &[Sitting], seed: u64) -> Option<Table> {
    let (first, others) = sittings.split_first()?;
    let mut table = Table::new(&["difference of means", "strict", "relaxed"]);
    for other in others {
        let [strict, relaxed] =
            Scoring::BOTH.map(|scoring| other.gain(first, scoring, seed).words());
        table.row([format!("{} less {}", other.answerer, first.answerer), strict, relaxed]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Properties of the first answers that the key tells besides points, in percent of the items.
pub fn quality_table(sittings: &[Sitting]) -> Table {
    let mut table =
        Table::new(&["answerer", "no answer", "doubtful", "unrecognized", "unchildlike"]);
    for sitting in sittings {
        let all = sitting.replies.len();
        let best: Vec<&Scored> = sitting.best().collect();
        let none = all - best.len();
        let count = |is: fn(&Scored) -> bool| best.iter().filter(|it| is(it)).count();
        let counts = [
            none,
            count(Scored::is_doubtful),
            count(|it| !it.is_recognized),
            count(|it| it.is_unchildlike),
        ];
        let cells = counts.map(|count| format!("{:.0}", 100.0 * float(count) / float(all)));
        table.row([sitting.answerer.clone()].into_iter().chain(cells));
    }
    table
}

/// Figure 1 of the paper for one answerer: subtests in its order, strict and relaxed, beside the
/// numbers that it gives in words.
pub fn figure(sitting: &Sitting, seed: u64) -> Chart {
    let groups: Vec<&str> = rows().map(title).collect();
    let ours = |scoring| -> Vec<(f64, f64)> {
        let all = rows().map(|row| result(sitting, row, scoring, seed));
        all.map(|it| (it.value, (it.high - it.low) / 2.0)).collect()
    };
    let printed = |scoring| -> Vec<(f64, f64)> {
        rows().map(|row| (of_paper(row, scoring).unwrap_or(f64::NAN), f64::NAN)).collect()
    };
    let [strict, relaxed] = Scoring::BOTH.map(ours);
    let [printed_strict, printed_relaxed] = Scoring::BOTH.map(printed);
    let Sitting { answerer, form, .. } = sitting;
    let series = [
        Bars { name: "strict", values: &strict },
        Bars { name: "relaxed", values: &relaxed },
        Bars { name: "paper, strict", values: &printed_strict },
        Bars { name: "paper, relaxed", values: &printed_relaxed },
    ];
    let frame = Frame {
        id: &format!("battery-{answerer}-{form}"),
        title: &format!("The {answerer} answerer on form {form}"),
        description: "Percent of full points in each subtest and in the mean, strict and relaxed, \
                      with intervals of 95 %, beside the numbers that the paper gives in words.",
        x_label: "subtest",
        y_label: "percent of full points",
    };
    bars(&frame, &groups, &series, Range { low: 0.0, high: 100.0 })
}

/// Every answer with its first pass.
pub fn answers(sittings: &[Sitting]) -> Table {
    let mut table = Table::new(&[
        "form",
        "answerer",
        "item",
        "rank",
        "answer",
        "points",
        "most",
        "confidence",
        "doubtful",
        "recognized",
        "unchildlike",
    ]);
    for sitting in sittings {
        for reply in &sitting.replies {
            for ((text, scored), rank) in reply.answers.iter().zip(1..) {
                table.row([
                    sitting.form.clone(),
                    sitting.answerer.clone(),
                    reply.item.clone(),
                    i32::to_string(&rank),
                    text.clone(),
                    scored.points.to_string(),
                    reply.most.to_string(),
                    format!("{:.3}", scored.confidence),
                    scored.is_doubtful().to_string(),
                    scored.is_recognized.to_string(),
                    scored.is_unchildlike.to_string(),
                ]);
            }
        }
    }
    table
}

/// A line for each result and each claim.
pub fn json_lines(sittings: &[Sitting], checks: &[Check], seed: u64) -> Vec<Value> {
    let mut lines = Vec::new();
    for sitting in sittings {
        for row in rows() {
            for scoring in Scoring::BOTH {
                let Percent { value, low, high, error } = result(sitting, row, scoring, seed);
                lines.push(json!({
                    "form": sitting.form, "answerer": sitting.answerer, "subtest": title(row),
                    "scoring": scoring.name(), "percent": value, "interval": [low, high],
                    "error": error, "paper": of_paper(row, scoring), "scored_by": "key",
                }));
            }
        }
    }
    for check in checks {
        lines.push(json!({
            "claim": check.claim, "bounds": check.wanted.words(),
            "measured": check.measured.value, "error": check.measured.error,
            "verdict": check.verdict().word(), "scored_by": "key",
        }));
    }
    lines
}
