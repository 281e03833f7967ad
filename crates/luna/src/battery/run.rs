//! `luna battery run`: answerers take the test, and the key scores them.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::battery::form;
use luna_figures::Chart;
use luna_lab::battery::sitting::{
    Sitting, answers, claims, clue_table, difference_table, figure, json_lines, quality_table,
    scored_by, sense_table, table,
};
use luna_lab::claims::{Check, Counts};
use luna_machines::Recall;
use luna_machines::common_sense::KnowledgeSpace;
use luna_text::wordnet::{self, WordNet};
use serde_json::json;

use super::answerer::{AnswererName, Sources};
use super::base::Base;
use super::instance::InstanceAnswers;
use crate::config::Options;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Run {
    /// The answerers; results are compared with those of the first [default: paper, improved, recall
    /// and random, or none if there are machines]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    answerer: Vec<AnswererName>,
    /// Machines of the instance whose database is given, by name: the latest sitting of each, or one
    /// that begins now while `luna serve` runs
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    machine: Vec<String>,
    /// Let the key also take words that share a meaning with its own in WordNet, which are for people to
    /// decide
    #[arg(long)]
    synonyms: bool,
    /// Have the machines sit even if they have sat before
    #[arg(long, requires = "machine")]
    again: bool,
    /// Put the answers that the key doubts to the scorers of the instance
    #[arg(long)]
    to_scorers: bool,
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
    pub(super) fn run(
        &self,
        options: Options,
        typed: bool,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let forms: Vec<_> = self
            .form
            .iter()
            .map(|it| form(it).map_err(Failure::Refused))
            .collect::<Result<_, _>>()?;
        let on_instance = typed || self.to_scorers || !self.machine.is_empty();
        let instance = on_instance.then(|| InstanceAnswers::open(options)).transpose()?;
        let (base, source) = self.base.open()?;
        let folder = Folder::new(&self.out)?;
        let space = KnowledgeSpace::new(&base);
        let net = self.synonyms.then(dictionary).transpose()?;
        let recall = Recall::with_corpus();
        let sources = Sources { space: &space, recall: &recall, seed: self.seed };
        let (mut all, mut waiting) = (Vec::new(), 0);
        for form in &forms {
            let mut sittings: Vec<Sitting> = (self.answerers().iter())
                .map(|name| {
                    Sitting::of(&name.name(), form, &*name.answerer(&sources), net.as_ref())
                })
                .collect();
            if let Some(instance) = &instance {
                for sitting in &mut sittings {
                    instance.add_scores(sitting, form)?;
                    if self.to_scorers {
                        waiting += instance.put_to_scorers(sitting, form)?;
                    }
                }
                for name in &self.machine {
                    sittings.push(instance.sitting(name, form, self.again)?);
                }
            }
            let charts: Vec<Chart> = sittings.iter().map(|it| figure(it, self.seed)).collect();
            let letter = form.letter.to_lowercase();
            folder.write(&format!("figure-1-{letter}.svg"), Chart::panels(&charts))?;
            self.print(&letter, &sittings, out)?;
            all.extend(sittings);
        }
        folder.write("answers.csv", answers(&all).csv())?;
        self.summary(&source, &all, waiting, out)
    }

    fn answerers(&self) -> Vec<AnswererName> {
        match (self.answerer.is_empty(), self.machine.is_empty()) {
            (true, true) => AnswererName::USUAL.into(),
            (true, false) => Vec::new(),
            (false, _) => self.answerer.clone(),
        }
    }

    fn summary(
        &self,
        source: &str,
        sittings: &[Sitting],
        waiting: usize,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let scored_by = scored_by(sittings);
        let place = self.out.display().to_string();
        let line = json!({
            "base": source, "scored_by": scored_by, "folder": place, "put_to_scorers": waiting,
        });
        let scored = match scored_by {
            "people" => "Scored by people, who did not know whose answers they were.",
            "key" => "Scored by the answer key alone; no person has scored the doubtful answers.",
            _ => {
                "Scored by people as far as they have settled answers, and else by the answer key alone."
            }
        };
        let mut words =
            format!("{scored} Knowledge from {source}. Figures and answers are in {place}.");
        if waiting > 0 {
            words.push_str(&format!(" Put {waiting} answers to the scorers of the instance."));
        }
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
        if let Some(sense) = sense_table(sittings) {
            let what = "To people, percent of the first answers that they have scored";
            writeln!(out, "{what}\n\n{}", sense.text())?;
        }
        writeln!(out, "Word Reasoning, items\n\n{}", clue_table(sittings).text())?;
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

fn dictionary() -> Result<WordNet, Failure> {
    let folder = wordnet::find(None, |name| std::env::var_os(name));
    let folder = folder.map_err(|why| Failure::refused(why.to_string()))?;
    WordNet::open(&folder).map_err(|why| Failure::refused(why.to_string()))
}
