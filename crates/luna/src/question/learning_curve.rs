//! `luna question learning-curve`: the acceptable questions in the top fifth of a ranking.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;
use luna_lab::question::{self, Material, RatedQuestion, Settings, features, rated};
use serde_json::json;

use super::report::{ReportFiles, print_report};
use super::source::{read, wrong};
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::predict::as_typed;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct LearningCurve {
    /// Rated questions: a table with article, question, rating and perhaps sentence, separated by
    /// tabs or commas, or lines of JSON
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Features of the questions computed elsewhere: a tab-separated table, whose first column is
    /// the number of the question, from 0
    #[arg(long, value_name = "FILE")]
    features: Option<PathBuf>,
    #[command(flatten)]
    size: CurveSize,
    /// The seed; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "learning-curve", value_name = "FOLDER")]
    out: PathBuf,
}

/// The size of the experiment.
#[derive(Args)]
pub(super) struct CurveSize {
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
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl CurveSize {
    pub(super) fn settings(&self, seed: u64) -> Settings {
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let &CurveSize { test, step, draws, splits, threads } = self;
        Settings { test, step, draws, splits, seed, threads: threads.unwrap_or_else(all) }
    }

    /// The options that repeat a run, but for the seed.
    pub(super) fn words(&self) -> String {
        let CurveSize { test, step, draws, splits, .. } = self;
        format!("--test {test} --step {step} --draws {draws} --splits {splits}")
    }
}

/// Reads rated questions, and features that were computed elsewhere.
pub(super) fn material(
    path: &Path,
    given: Option<&Path>,
) -> Result<(Vec<RatedQuestion>, Material), Failure> {
    let rated = read(path, rated)?;
    let given = match given {
        Some(path) => Some(read(path, |text| features(text, rated.len()))?),
        None => None,
    };
    let material = Material::new(&rated, given).map_err(|why| wrong(path, why))?;
    Ok((rated, material))
}

impl LearningCurve {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let (_, material) = material(&self.file, self.features.as_deref())?;
        let refused = |why: luna_learn::design::Refusal| wrong(&self.file, why);
        let folder = Folder::new(&self.out)?;
        let begun = Progress::now();
        let tell = |done, of| begun.tell(done, of);
        let outcome =
            question::run(&material, &self.size.settings(self.seed), &tell).map_err(refused)?;
        begun.end();
        let sections = question::sections(&outcome);
        let title = "Which machine-made questions are acceptable?";
        let report = ReportFiles { title, name: "learning-curve", command: &self.command() };
        report.write(&folder, &sections, self.seed)?;
        print_report(&sections, self.seed, out)?;
        let (seconds, report) = (begun.seconds(), folder.path("report.html"));
        let report = report.display().to_string();
        let line = json!({ "seconds": seconds, "report": report });
        Ok(out.result(&line, format_args!("{seconds:.2} s, see {report}"))?)
    }

    /// The command that repeats this run.
    fn command(&self) -> String {
        let mut words = vec![format!("luna question learning-curve {}", as_typed(&self.file))];
        words.extend(self.features.iter().map(|path| format!("--features {}", as_typed(path))));
        words.push(format!("{} --seed {}", self.size.words(), self.seed));
        words.join(" ")
    }
}
