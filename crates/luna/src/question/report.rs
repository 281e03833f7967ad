//! Reports on machine-made questions: as files in a folder, and as text or JSON on standard output.

use std::io::Write as _;

use luna_lab::report::experiment;
use luna_lab::section::ReportSection;
use luna_lab::sections;
use serde_json::json;

use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

/// The files of a report.
pub(super) struct ReportFiles<'a> {
    pub(super) title: &'a str,
    /// The name of the JSON file.
    pub(super) name: &'a str,
    /// The command that repeats the run.
    pub(super) command: &'a str,
}

impl ReportFiles<'_> {
    pub(super) fn write(
        &self,
        folder: &Folder<'_>,
        sections: &[ReportSection],
        seed: u64,
    ) -> Result<(), Failure> {
        folder.write("report.html", experiment(self.title, sections, self.command))?;
        folder.write(&format!("{}.json", self.name), sections::json(sections, seed))?;
        for section in sections {
            folder.write(&format!("{}.csv", section.name), section.table.csv())?;
            for chart in &section.charts {
                folder.chart(chart.id(), chart)?;
            }
        }
        Ok(())
    }
}

/// Prints all tables, or the whole document with `--json`, and then a line for each claim.
pub(super) fn print_report(
    sections: &[ReportSection],
    seed: u64,
    out: &mut Printer,
) -> Result<(), Failure> {
    match out.is_json() {
        true => out.document(&sections::json(sections, seed))?,
        false => write!(out, "{}", sections::text(sections))?,
    }
    for section in sections {
        for check in &section.checks {
            let (word, measured) =
                (check.verdict().word(), check.measured.format(section.decimals));
            let line = json!({
                "part": section.name, "claim": check.claim, "verdict": word,
                "bounds": check.wanted.words(), "measured": check.measured.value,
                "error": check.measured.error(),
                "interval": [check.measured.from, check.measured.to],
            });
            let part = section.title;
            let words = format_args!("{word:<12} {measured:>14}  {part}: {}", check.claim);
            out.result(&line, words)?;
        }
    }
    Ok(())
}
