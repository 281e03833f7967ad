//! `luna question learning-curve`: the acceptable questions in the top fifth of a ranking.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::question::{self, Material, Settings, features, rated};
use luna_lab::report::experiment;
use luna_lab::sections;
use serde_json::json;

use super::source::{read, wrong};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::predict::as_typed;
use crate::print::Printer;
use crate::progress::Progress;

#[derive(Args)]
pub(crate) struct LearningCurve {
    /// Rated questions: a table with article, question, rating and perhaps sentence, by tabs or
    /// commas, or lines of JSON
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Features of the questions computed elsewhere: a table by tabs, whose first column is the
    /// number of the question, from 0
    #[arg(long, value_name = "FILE")]
    features: Option<PathBuf>,
    /// Test questions; by article, at least as many
    #[arg(long, default_value_t = 200, value_name = "N")]
    test: usize,
    /// The step from one number of training questions to the next
    #[arg(long, default_value_t = 50, value_name = "N")]
    step: usize,
    /// Draws of each number of training questions
    #[arg(long, default_value_t = 10, value_name = "N")]
    draws: usize,
    /// Splits by article, and other test sets
    #[arg(long, default_value_t = 100, value_name = "N")]
    splits: usize,
    /// The seed; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "learning-curve", value_name = "FOLDER")]
    out: PathBuf,
}

impl LearningCurve {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let rated = read(&self.file, rated)?;
        let given = match &self.features {
            Some(path) => Some(read(path, |text| features(text, rated.len()))?),
            None => None,
        };
        let refused = |why: luna_learn::design::Refusal| wrong(&self.file, why);
        let material = Material::new(&rated, given).map_err(refused)?;
        let folder = Folder::new(&self.out)?;
        let begun = Progress::now();
        let tell = |done, of| begun.tell(done, of);
        let outcome = question::run(&material, &self.settings(), &tell).map_err(refused)?;
        begun.end();
        let sections = question::sections(&outcome);
        let json = sections::json(&sections, self.seed);
        let title = "Which machine-made questions are acceptable?";
        folder.write("report.html", experiment(title, &sections, &self.command()))?;
        folder.write("learning-curve.json", &json)?;
        for section in &sections {
            folder.write(&format!("{}.csv", section.name), section.table.csv())?;
            for chart in &section.charts {
                folder.chart(chart.id(), chart)?;
            }
        }
        match out.is_json() {
            true => out.document(&json)?,
            false => write!(out, "{}", sections::text(&sections))?,
        }
        for section in &sections {
            for check in &section.checks {
                let (word, measured) = (check.verdict().word(), check.measured.format(2));
                let line = json!({
                    "part": section.name, "claim": check.claim, "verdict": word,
                    "bounds": check.wanted.words(), "measured": check.measured.value,
                    "error": check.measured.error,
                });
                let part = section.title;
                let words = format_args!("{word:<12} {measured:>14}  {part}: {}", check.claim);
                out.result(&line, words)?;
            }
        }
        let (seconds, report) = (begun.seconds(), folder.path("report.html"));
        let report = report.display().to_string();
        let line = json!({ "seconds": seconds, "report": report });
        Ok(out.result(&line, format_args!("{seconds:.2} s, see {report}"))?)
    }

    fn settings(&self) -> Settings {
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let &LearningCurve { test, step, draws, splits, seed, threads, .. } = self;
        Settings { test, step, draws, splits, seed, threads: threads.unwrap_or_else(all) }
    }

    /// The command that repeats this run.
    fn command(&self) -> String {
        let mut words = vec![format!("luna question learning-curve {}", as_typed(&self.file))];
        words.extend(self.features.iter().map(|path| format!("--features {}", as_typed(path))));
        let LearningCurve { test, step, draws, splits, seed, .. } = self;
        words.push(format!(
            "--test {test} --step {step} --draws {draws} --splits {splits} --seed {seed}"
        ));
        words.join(" ")
    }
}
