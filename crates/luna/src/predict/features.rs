//! `luna predict features`: the values of the features that compare responses with the key.

use std::io::Write as _;

use luna_figures::csv_cell;
use luna_lab::predict::Feature;
use luna_lab::predict::trials::PreparedDataset;
use serde_json::{Map, json};

use super::options::Data;
use super::source::GivenSettings;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints a line for each response.
pub(super) fn print(data: &Data, given: GivenSettings, out: &mut Printer) -> Result<(), Failure> {
    let all = data.prepared_by(&data.place(given)?, &data.net()?, PreparedDataset::to_compare)?;
    let names = Feature::IDEAL.map(Feature::name).join(",");
    if !out.is_json() {
        writeln!(out, "data,person,question,{names}")?;
    }
    for prepared in all.iter().flatten() {
        writeln!(std::io::stderr(), "{}: {}", prepared.name(), prepared.used.join(" "))?;
        let name = csv_cell(prepared.name());
        for (person, question, values) in prepared.compared() {
            if out.is_json() {
                let values = Feature::IDEAL.map(Feature::name).into_iter().zip(values);
                let values: Map<_, _> =
                    values.map(|(name, value)| (name.to_owned(), json!(value))).collect();
                let data = prepared.name();
                out.line(&json!({
                    "data": data, "person": person, "question": question, "features": values,
                }))?;
                continue;
            }
            let values = values.map(|value| value.to_string()).join(",");
            writeln!(out, "{name},{},{},{values}", csv_cell(person), csv_cell(question))?;
        }
    }
    Ok(())
}
