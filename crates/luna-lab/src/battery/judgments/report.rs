//! The outcome as a table and as JSON.

use luna_figures::Table;
use serde_json::{Value, json};

use super::agreement::{Agreement, JudgmentAgreement};
use super::experiment::{Choice, Outcome};
use crate::format::or_dash;

/// A row for each measurement, on all judgments and on those of inferred assertions.
pub fn table(outcome: &Outcome) -> Table {
    let mut table =
        Table::new(&["setting", "judgments", "of them", "coverage", "concordance", "AUC"]);
    for (setting, part, measured) in rows(outcome) {
        for (kind, agreement) in kinds(&measured) {
            table.row([
                setting.to_owned(),
                part.to_owned(),
                format!("{kind} {}", agreement.judgments),
                decimals(agreement.coverage(), 3),
                decimals(agreement.concordance, 4),
                decimals(agreement.auc, 4),
            ]);
        }
    }
    table
}

/// The same as objects, one for each row, after one with the matrix and the settings chosen.
pub fn lines(outcome: &Outcome) -> Vec<Value> {
    let [matrix_rows, columns, entries] = outcome.matrix;
    let chosen: Vec<String> = outcome.halves.iter().map(|it| it.setting.words()).collect();
    let mut all = vec![json!({
        "rows": matrix_rows, "columns": columns, "entries": entries, "chosen": chosen,
    })];
    for (setting, part, measured) in rows(outcome) {
        for (kind, agreement) in kinds(&measured) {
            all.push(json!({
                "setting": setting, "judgments": part, "of_them": kind,
                "count": agreement.judgments, "covered": agreement.covered,
                "concordance": agreement.concordance, "auc": agreement.auc,
            }));
        }
    }
    all
}

/// A dash where no judgments can be compared.
fn decimals(value: f64, digits: usize) -> String {
    or_dash(value, |value| format!("{value:.digits$}"))
}

fn kinds(measured: &JudgmentAgreement) -> [(&'static str, Agreement); 2] {
    [("all", measured.all), ("inferred", measured.inferred)]
}

fn rows(outcome: &Outcome) -> Vec<(&'static str, &'static str, JudgmentAgreement)> {
    let [first, second] = &outcome.halves;
    let half = |choice: &Choice, on: &'static str, other: &'static str| {
        [
            ("published", on, choice.published),
            ("chosen on the other half", on, choice.measured),
            ("the same", other, choice.chosen_on),
            ("mix fitted to the other half", on, choice.mixed),
        ]
    };
    let mut all = vec![("published", "all", outcome.published)];
    all.extend(half(first, "first half", "second half"));
    all.extend(half(second, "second half", "first half"));
    all
}
