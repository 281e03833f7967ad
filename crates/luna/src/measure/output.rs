//! The report of a measurement: a page, tables, figures and data.

use std::io::Write as _;
use std::path::Path;

use luna_figures::Table;
use luna_lab::measure::{Findings, Log, MeasureData, Replies};
use luna_lab::report;
use serde::Serialize;

use super::log_file::Header;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

/// All of a measurement as one document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    header: &'a Header,
    replies: &'a [Replies],
    tokens_in: u64,
    tokens_out: u64,
    interval: &'static str,
    measures: Vec<MeasureData<'a>>,
}

const INTERVAL: &str = "95 %: percentiles of a bootstrap over what is counted; of fewer than 20 values Student’s; \
    where all values are the same, or each is 0 or 1, the exact one of Clopper and Pearson";

pub(super) fn write(
    folder: &Folder<'_>,
    found: &Findings,
    header: &Header,
    log: &Log,
) -> Result<(), Failure> {
    let (tokens_in, tokens_out) = log.tokens();
    let document = Document {
        header,
        replies: &found.replies,
        tokens_in,
        tokens_out,
        interval: INTERVAL,
        measures: found.to_data(),
    };
    let json = serde_json::to_string_pretty(&document).map_err(Failure::refused)? + "\n";
    let (summary, differences) = (found.summary(), found.differences());
    let mut sections = found.sections();
    sections.push(how(header, found, tokens_in, tokens_out));
    let title = "What can these machines do?";
    let about = about(header);
    folder.write(
        "report.html",
        report::measured(title, &about, &found.side_by_side(), &sections, &header.command),
    )?;
    folder.write("measures.json", json)?;
    folder.write("measures.csv", summary.csv())?;
    folder.write("differences.csv", differences.csv())?;
    for section in &sections {
        if section.name != "differences" {
            folder.write(&format!("{}.csv", section.name), section.table.csv())?;
        }
    }
    for measure in &found.measures {
        if measure.has_values() {
            folder.chart(&measure.name, &measure.chart())?;
        }
    }
    Ok(())
}

fn about(header: &Header) -> String {
    let names: Vec<&str> = header.machines.iter().map(|it| it.name.as_str()).collect();
    let judge = match &header.judge {
        Some(judge) => format!(
            "What keys cannot say, the model {} has judged: numbers of its own, not of people.",
            judge.name
        ),
        None => "Nobody has judged: where no key says what is right, a number is predicted, and says so.".to_owned(),
    };
    format!(
        "Five tests of {}, without a crowd. {judge} Each value stands with its interval of 95 % and the number of \
         things that it counts.",
        names.join(", ")
    )
}

/// What a reviewer asks for: versions, seed, inputs and machines.
fn how(
    header: &Header,
    found: &Findings,
    tokens_in: u64,
    tokens_out: u64,
) -> luna_lab::section::ReportSection {
    let mut table = Table::new(&["what", "which"]);
    let mut row = |what: &str, which: String| table.row([what.to_owned(), which]);
    row("Luna", header.luna.clone());
    row("seed", header.seed.to_string());
    row("extent", if header.quick { "quick" } else { "full" }.to_owned());
    for (machine, replies) in header.machines.iter().zip(&found.replies) {
        let model = machine.model.as_ref().map(|it| format!(", model {it}")).unwrap_or_default();
        let Replies { strands, complete, unreadable, .. } = replies;
        let at = |value: &str| format!("{}, {value}", machine.name);
        row(&at("way in"), format!("{} at {}{model}", machine.way, machine.address));
        row(&at("complete"), format!("{complete} of {strands} strands of tasks"));
        row(&at("replies that cannot be read"), unreadable.to_string());
    }
    if let Some(judge) = &header.judge {
        let model = judge.model.clone().unwrap_or_default();
        row("judge", format!("{model} at {}", judge.address));
    }
    row("tokens, in and out", format!("{tokens_in} and {tokens_out}"));
    row("intervals", INTERVAL.to_owned());
    for input in &header.inputs {
        row(&input.name, format!("SHA-256 {}", input.sha256));
    }
    luna_lab::section::ReportSection::of_table(
        "how",
        "How this was measured",
        "Every task and reply is in log.jsonl, from which luna measure --from makes this report again.".to_owned(),
        table,
    )
}

pub(super) fn print(found: &Findings, place: &Path, out: &mut Printer) -> Result<(), Failure> {
    let place = place.display().to_string();
    if out.is_json() {
        for measure in found.to_data() {
            out.line(&serde_json::to_value(measure).map_err(Failure::refused)?)?;
        }
        return Ok(());
    }
    writeln!(out, "{}", found.side_by_side().text())?;
    let differences = found.differences().rows;
    let told = differences.iter().filter(|row| row.iter().any(|it| it == "different")).count();
    if !differences.is_empty() {
        writeln!(
            out,
            "Of {} differences between two machines, {told} are clear of zero.",
            differences.len()
        )?;
    }
    writeln!(
        out,
        "Intervals are of 95 %. The report is {place}/report.html, every task and reply in {place}/log.jsonl."
    )?;
    Ok(())
}
