//! `luna measure`: machines take every test that needs no crowd, and one report has all measures.

mod inputs;
mod log_file;
mod output;
mod runner;
mod subject;

use std::path::{Path, PathBuf};

use clap::Args;
use luna_lab::measure::{Extent, Log, Plan, findings};

pub(crate) use self::inputs::{InputFiles, Material, Supplier};
use self::log_file::{Header, LogFile};
use self::runner::{Limits, Runner};
use self::subject::{Subject, SubjectArgs, judge};
use crate::config::Config;
use crate::config::scope::{LOG, Scope};
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::predict::as_typed;
use crate::terminal::print::Printer;

pub(crate) const SCOPES: &[Scope] = &[Scope { path: &["measure"], takes: &[LOG, &["corpus"]] }];

/// The name of the log in the folder of a measurement.
const LOG_NAME: &str = "log.jsonl";

#[derive(Args)]
pub(crate) struct Measure {
    #[command(flatten)]
    subjects: SubjectArgs,
    /// Tossups instead of those that come with Luna: a file as for `luna quiz import`
    #[arg(long, value_name = "FILE")]
    tossups: Option<PathBuf>,
    /// Tossups that were written against machines, to compare with the others
    #[arg(long, value_name = "FILE")]
    challenge: Option<PathBuf>,
    /// Rated people to predict a rating from: a CSV of person, question, response and rating, as for `luna
    /// predict` (`luna predict train --csv FILE` saves those of an instance)
    #[arg(long, value_name = "FILE")]
    predict: Option<PathBuf>,
    /// Ask less: about three minutes for a model that replies in a tenth of a second
    #[arg(long)]
    quick: bool,
    /// The seed of everything that is drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on with the measurement in the folder of --out, which was interrupted
    #[arg(long)]
    resume: bool,
    /// Make the report of a log again, without asking anybody
    #[arg(long, value_name = "LOG", group = "subject", conflicts_with_all = [
        "openai", "command", "push", "house", "judge_openai", "quick", "seed", "resume", "tokens", "budget"
    ])]
    from: Option<PathBuf>,
    /// Requests that may be under way at a time
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    concurrency: u16,
    /// Stop before the tokens of this run, in and out, exceed this number
    #[arg(long, value_name = "COUNT")]
    tokens: Option<u64>,
    /// Stop before this run costs more, in US dollars; needs the prices
    #[arg(long, value_name = "USD", requires = "price_in", requires = "price_out")]
    budget: Option<f64>,
    /// US dollars for a million tokens that are sent
    #[arg(long, value_name = "USD")]
    price_in: Option<f64>,
    /// US dollars for a million tokens that are received
    #[arg(long, value_name = "USD")]
    price_out: Option<f64>,
    /// The folder for the report, its figures and the log
    #[arg(long, default_value = "measurement", value_name = "FOLDER")]
    out: PathBuf,
}

impl Measure {
    /// `suppliers` have what each test asks about.
    pub(crate) async fn run(
        self,
        config: &Config,
        suppliers: &[Supplier],
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let material = Material::read(&self.files(), suppliers)?;
        let (header, log, plan, problems) = match &self.from {
            Some(path) => read_log(path, &material)?,
            None => self.ask(config, &material).await?,
        };
        let folder = Folder::new(&self.out)?;
        let found = findings(&plan, &log, &material.search_index());
        output::write(&folder, &found, &header, &log)?;
        output::print(&found, &self.out, out)?;
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Failure::Refused(problems.join("\n      "))),
        }
    }

    /// Asks the machines what is not in the log yet.
    async fn ask(&self, config: &Config, material: &Material) -> Result<Measured, Failure> {
        let subjects = self.subjects.subjects(config)?;
        let judge = judge(&self.subjects)?;
        let header = Header {
            luna: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.command(),
            seed: self.seed,
            quick: self.quick,
            machines: subjects.iter().map(Subject::describe).collect(),
            judge: judge.as_ref().map(Subject::describe),
            inputs: material.sources().to_vec(),
        };
        let plan = header.plan(material);
        std::fs::create_dir_all(&self.out).map_err(|error| Failure::writing(&self.out, &error))?;
        let (file, log) = LogFile::open(&self.out.join(LOG_NAME), &header, self.resume)?;
        let runner = Runner::new(subjects, judge, log, file, self.limits());
        let problems = runner.run(&plan, usize::from(self.concurrency)).await?;
        Ok((header, runner.into_log(), plan, problems))
    }

    fn files(&self) -> InputFiles<'_> {
        InputFiles {
            tossups: self.tossups.as_deref(),
            challenge: self.challenge.as_deref(),
            predict: self.predict.as_deref(),
        }
    }

    fn limits(&self) -> Limits {
        let micros = |dollars: Option<f64>| {
            let micros = (dollars.unwrap_or(0.0).max(0.0) * 1e6).round();
            // As far as a price or a budget goes, which is far below what a u64 holds.
            format!("{micros:.0}").parse().unwrap_or(u64::MAX)
        };
        Limits {
            tokens: self.tokens,
            micros: self.budget.map(|it| micros(Some(it))),
            prices: luna_machines::openai::Prices {
                in_micros_per_million: micros(self.price_in),
                out_micros_per_million: micros(self.price_out),
            },
        }
    }

    /// The command that repeats this measurement.
    fn command(&self) -> String {
        let mut words = vec!["luna measure".to_owned()];
        words.extend(self.subjects.words());
        for (flag, path) in [
            ("--tossups", &self.tossups),
            ("--challenge", &self.challenge),
            ("--predict", &self.predict),
        ] {
            words.extend(path.iter().map(|path| format!("{flag} {}", as_typed(path))));
        }
        words.extend(self.quick.then(|| "--quick".to_owned()));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

/// What was measured, and the sentences about what is missing.
type Measured = (Header, Log, Plan, Vec<String>);

/// The measurement of a log.
fn read_log(path: &Path, material: &Material) -> Result<Measured, Failure> {
    let (header, log) = LogFile::read(path)?;
    header.check_inputs(material.sources())?;
    let plan = header.plan(material);
    Ok((header, log, plan, Vec::new()))
}

impl Header {
    fn plan(&self, material: &Material) -> Plan {
        Plan {
            machines: self.machines.iter().map(|it| it.name.clone()).collect(),
            judge: self.judge.as_ref().map(|it| it.name.clone()),
            seed: self.seed,
            extent: if self.quick { Extent::Quick } else { Extent::Full },
            inputs: material.inputs.clone(),
        }
    }
}
