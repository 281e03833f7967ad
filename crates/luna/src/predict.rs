//! `luna predict`: guessing a rating from the words of the answers.

mod beyond;
mod explain;
mod grade;
mod lesson;
mod source;
mod train;

use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use luna_figures::csv_cell;
use luna_lab::claims::{Check, Counts};
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::language::Sources;
use luna_lab::predict::trials::{ExperimentError, Plan, PreparedDataset, Results};
use luna_lab::predict::{Feature, Ties, report};
use luna_lab::report::prediction;
use luna_text::wordnet::{self, WordNet};
use serde_json::{Map, json};

pub(crate) use self::source::Given;
use self::source::{Place, Set, Source};
use crate::failure::Failure;
use crate::print::Printer;
use crate::progress::Begun;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The paper's experiment: twelve features, together and one by one
    Run(Run),
    /// The values of the six features that look at the key, as CSV
    Features(Data),
    /// Better features and models than the paper's, on the same splits
    Beyond(beyond::Beyond),
    /// The grade of each of Mohler's responses, with an assignment left out at a time
    Grade(grade::Grade),
    /// What a person's rating would be guessed to be, and which words move it
    Explain(explain::Explain),
    /// Learn from this instance's own games, and say how well that predicts
    Train(train::Train),
}

/// That, and what is known of language.
#[derive(Args)]
pub(crate) struct Data {
    #[command(flatten)]
    source: Source,
    /// The folder of WordNet's files [default: where it is usually installed]
    #[arg(long, value_name = "FOLDER")]
    wordnet: Option<PathBuf>,
    /// Word vectors as word2vec and GloVe write them as text [default: learned from the data]
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Plain text to count words in [default: the data]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    data: Data,
    /// How many random splits
    #[arg(long, default_value_t = 100)]
    trials: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of several nearest neighbours: the first in the data, or the mean of all
    #[arg(long, value_enum, default_value = "first")]
    ties: Tied,
    /// The price of a weight in Lasso
    #[arg(long, default_value_t = 0.1)]
    alpha: f64,
    /// How many threads [default: as many as there are processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Where report.html and the other files are written
    #[arg(long, default_value = "predictions", value_name = "FOLDER")]
    out: PathBuf,
}

/// What memory and patience allow.
const MOST_TRIALS: usize = 1_000_000;
const MOST_THREADS: usize = 1_000;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tied {
    First,
    Mean,
}

impl Tied {
    fn ties(self) -> Ties {
        match self {
            Tied::First => Ties::First,
            Tied::Mean => Ties::Mean,
        }
    }
}

pub(crate) fn run(command: &Command, given: Given, out: &mut Printer) -> Result<(), Failure> {
    match command {
        Command::Train(train) => train.run(given.options, out),
        Command::Run(run) => run.run(given, out),
        Command::Features(data) => features(data, given, out),
        Command::Beyond(beyond) => beyond.run(given, out),
        Command::Grade(grade) => grade.run(&given, out),
        Command::Explain(explain) => explain.run(given, out),
    }
}

/// An option with a value that it cannot have.
fn wrong(why: &str) -> Failure {
    Failure::Usage(why.to_owned())
}

fn refused(why: impl std::fmt::Display) -> Failure {
    Failure::Refused(why.to_string())
}

impl Data {
    fn place(&self, given: Given) -> Result<Place, Failure> {
        self.source.place(given)
    }

    /// The words that name it all again, with WordNet where it was found.
    fn command(&self, command: &str, place: &Place) -> Vec<String> {
        let Data { source, wordnet, vectors, corpus } = self;
        let wordnet = wordnet::find(wordnet.as_deref(), |name| std::env::var_os(name)).ok();
        let more = [("wordnet", &wordnet), ("vectors", vectors), ("corpus", corpus)];
        let mut words = vec![format!("luna predict {command}")];
        words.extend(source.words(place, more));
        words
    }

    fn sources(&self) -> Sources {
        Sources {
            wordnet: self.wordnet.clone(),
            vectors: self.vectors.clone(),
            corpus: self.corpus.clone(),
        }
    }

    /// WordNet, if there is one, and where it was.
    fn net(&self) -> Result<(Option<Arc<WordNet>>, String), Failure> {
        self.sources().wordnet(|name| std::env::var_os(name)).map_err(refused)
    }

    fn prepared(
        &self,
        place: &Place,
        net: &(Option<Arc<WordNet>>, String),
    ) -> Result<Vec<Vec<PreparedDataset>>, Failure> {
        self.prepared_by(place, net, PreparedDataset::new)
    }

    fn prepared_by(
        &self,
        place: &Place,
        net: &(Option<Arc<WordNet>>, String),
        new: Prepare,
    ) -> Result<Vec<Vec<PreparedDataset>>, Failure> {
        let sources = self.sources();
        let one = |Set { scale, problems }| {
            let prepared = |problem| new(problem, scale, &sources, net.clone());
            problems.into_iter().map(prepared).collect::<Result<_, _>>().map_err(refused)
        };
        self.source.read(place)?.into_iter().map(one).collect()
    }
}

/// How a problem is made ready.
type Prepare = fn(
    Problem,
    Scale,
    &Sources,
    (Option<Arc<WordNet>>, String),
) -> Result<PreparedDataset, ExperimentError>;

/// A line for each response.
fn features(data: &Data, given: Given, out: &mut Printer) -> Result<(), Failure> {
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

impl Run {
    fn run(&self, given: Given, out: &mut Printer) -> Result<(), Failure> {
        let plan = self.plan()?;
        let place = self.data.place(given)?;
        let folder = crate::folder::Folder::new(&self.out)?;
        let begun = Begun::now();
        let all = self.data.prepared(&place, &self.data.net()?)?;
        let of = all.iter().flatten().count() * plan.trials;
        let (mut done, mut ran) = (0, Vec::new());
        for problems in &all {
            let mut each = Vec::new();
            for prepared in problems {
                let tell = |now, _| begun.tell(done + now, of);
                each.push(prepared.run(&plan, &tell).map_err(refused)?);
                done += plan.trials;
            }
            ran.extend(match each.as_slice() {
                [_] => each.pop(),
                several => Results::mean_of("Mohler by assignment", several),
            });
        }
        begun.end();
        let part = report::part(&ran, plan.trials);
        let page = prediction(std::slice::from_ref(&part), &self.command(&place), place.basis());
        folder.write("report.html", page)?;
        folder.write("predictions.csv", part.table.csv())?;
        let json = report::json(&part, &ran, &plan);
        folder.write("predictions.json", &json)?;
        for chart in &part.charts {
            folder.chart(chart.id(), chart)?;
        }
        if out.is_json() {
            out.document(&json)?;
        } else {
            write!(out, "{}", report::text(&ran))?;
        }
        tell(&part.checks, out)?;
        for one in &ran {
            used(&one.name, &one.used, out)?;
        }
        end(&self.out, begun.seconds(), out)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        enough(self.trials)?;
        if !(self.alpha.is_finite() && self.alpha > 0.0) {
            return Err(wrong("The price of a weight in Lasso is a number above 0."));
        }
        Ok(Plan {
            trials: self.trials,
            seed: self.seed,
            ties: self.ties.ties(),
            alpha: self.alpha,
            threads: threads(self.threads)?,
        })
    }

    /// What repeats this run. The number of threads changes nothing.
    fn command(&self, place: &Place) -> String {
        let mut words = self.data.command("run", place);
        words.push(format!("--trials {} --seed {}", self.trials, self.seed));
        words.push(format!("--ties {}", named(&self.ties)));
        words.push(format!("--alpha {}", self.alpha));
        words.join(" ")
    }
}

/// The word on the command line.
fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
}

fn enough(trials: usize) -> Result<(), Failure> {
    match (1..=MOST_TRIALS).contains(&trials) {
        true => Ok(()),
        false => Err(wrong("An experiment has 1 to 1,000,000 splits.")),
    }
}

/// As a shell takes it for one word.
fn as_typed(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@%".contains(letter);
    if !path.is_empty() && path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', "'\\''"))
}

fn threads(wanted: Option<NonZero<usize>>) -> Result<NonZero<usize>, Failure> {
    let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = wanted.unwrap_or_else(all);
    if threads.get() > MOST_THREADS {
        return Err(wrong("More than 1,000 threads would only wait."));
    }
    Ok(threads)
}

/// A line for each claim, and one for all of them.
fn tell(checks: &[Check], out: &mut Printer) -> Result<(), Failure> {
    for check in checks {
        let (word, measured) = (check.verdict().word(), check.measured.format(4));
        let (bounds, source) = (check.wanted.words(), check.source);
        let line = json!({
            "claim": check.claim, "verdict": word, "bounds": bounds, "source": source,
            "measured": check.measured.value, "error": check.measured.error,
        });
        let claim = format_args!("{word:<12} {measured:>16}  {} ({bounds}; {source})", check.claim);
        out.result(&line, claim)?;
    }
    let counts = Counts::of(checks);
    if counts.all() > 0 {
        let Counts { consistent, contradicted, undecided } = counts;
        let line = json!({
            "consistent": consistent, "contradicted": contradicted, "undecided": undecided,
        });
        out.result(&json!({ "claims": line }), format_args!("{}.", counts.words()))?;
    }
    Ok(())
}

/// A line about the sources that a data set was read with.
fn used(name: &str, used: &[String], out: &mut Printer) -> Result<(), Failure> {
    let line = json!({ "data": name, "used": used });
    Ok(out.result(&line, format_args!("{name}: {}", used.join(" ")))?)
}

/// The last line: how long it took, and where the report is.
fn end(folder: &Path, seconds: f64, out: &mut Printer) -> Result<(), Failure> {
    let report = folder.join("report.html").display().to_string();
    let line = json!({ "seconds": seconds, "report": report });
    Ok(out.result(&line, format_args!("{seconds:.2} s, see {report}"))?)
}
