//! `luna battery run`: answerers take the test, and the key scores them.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::battery::form;
use luna_figures::Chart;
use luna_lab::battery::sitting::{
    Sitting, answers, claims, difference_table, figure, json_lines, quality_table, table,
};
use luna_lab::claims::{Check, Counts};
use luna_machines::Recall;
use luna_machines::common_sense::KnowledgeSpace;
use serde_json::json;

use super::answerer::{AnswererName, Sources};
use super::base::Base;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::print::Printer;

const SCORED_BY: &str =
    "Scored by the answer key alone; no person has scored the doubtful answers.";

#[derive(Args)]
pub(crate) struct Run {
    /// The answerers; results are compared with those of the first
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME", default_values_t = [
        AnswererName::Paper, AnswererName::Improved, AnswererName::Recall, AnswererName::Random,
    ])]
    answerer: Vec<AnswererName>,
    /// The forms of the test
    #[arg(long, value_delimiter = ',', value_name = "LETTER", default_values = ["a", "b"])]
    form: Vec<String>,
    #[command(flatten)]
    base: Base,
    /// The seed of random answers and of the bootstrap; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the figure and all answers
    #[arg(long, default_value = "battery", value_name = "FOLDER")]
    out: PathBuf,
}

impl Run {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let forms: Vec<_> = self
            .form
            .iter()
            .map(|it| form(it).map_err(Failure::Refused))
            .collect::<Result<_, _>>()?;
        let (base, source) = self.base.open()?;
        let folder = Folder::new(&self.out)?;
        let space = KnowledgeSpace::new(&base);
        let recall = Recall::with_corpus();
        let sources = Sources { space: &space, recall: &recall, seed: self.seed };
        let mut all = Vec::new();
        for form in &forms {
            let sittings: Vec<Sitting> = (self.answerer.iter())
                .map(|name| Sitting::of(&name.name(), form, &*name.answerer(&sources)))
                .collect();
            let charts: Vec<Chart> = sittings.iter().map(|it| figure(it, self.seed)).collect();
            let letter = form.letter.to_lowercase();
            folder.write(&format!("figure-1-{letter}.svg"), Chart::panels(&charts))?;
            self.print(&letter, &sittings, out)?;
            all.extend(sittings);
        }
        folder.write("answers.csv", answers(&all).csv())?;
        let place = self.out.display().to_string();
        let line = json!({ "base": source, "scored_by": "key", "folder": place });
        let words =
            format!("{SCORED_BY} Knowledge from {source}. Figures and answers are in {place}.");
        Ok(out.result(&line, words)?)
    }

    fn print(&self, letter: &str, sittings: &[Sitting], out: &mut Printer) -> Result<(), Failure> {
        let paper = sittings.iter().find(|it| it.answerer == AnswererName::Paper.name());
        let checks: Vec<Check> = paper.map(|it| claims(it, self.seed)).unwrap_or_default();
        if out.is_json() {
            let lines = json_lines(sittings, &checks, self.seed);
            return Ok(lines.iter().try_for_each(|line| out.line(line))?);
        }
        writeln!(out, "Form {letter}, percent of full points with intervals of 95 %\n")?;
        writeln!(out, "{}", table(sittings, self.seed).text())?;
        if let Some(differences) = difference_table(sittings, self.seed) {
            writeln!(out, "{}", differences.text())?;
        }
        writeln!(out, "First answers, percent of items\n\n{}", quality_table(sittings).text())?;
        for check in &checks {
            let word = check.verdict().word();
            let measured = check.measured.format(1);
            writeln!(out, "{word:<12} {measured:>14}  {} ({})", check.claim, check.wanted.words())?;
        }
        if !checks.is_empty() {
            writeln!(out, "{}.\n", Counts::of(&checks).words())?;
        }
        Ok(())
    }
}
