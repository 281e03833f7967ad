//! `luna predict`: guessing a rating from the words of the answers.

mod beyond;
mod explain;
mod grade;
mod train;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use luna_figures::csv_cell;
use luna_lab::claims::Check;
use luna_lab::predict::language::Sources;
use luna_lab::predict::problem::{Problem, Scale};
use luna_lab::predict::read::{Who, read};
use luna_lab::predict::trials::{Plan, Prepared, Ran};
use luna_lab::predict::{Feature, Ties, report};
use luna_text::wordnet::WordNet;

use crate::config::Options;
use crate::failure::Failure;
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

/// What is learned from.
#[derive(Args)]
struct Source {
    /// Powergrading's folder, Mohler's, a CSV of person, question, response, rating, or what a
    /// player has downloaded of Luna (my-luna-data.json)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A CSV of question and answer, for a file of responses
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Who is a person in Mohler's data, which names nobody
    #[arg(long, value_enum, default_value = "complete")]
    people: People,
    /// What ratings are: as given, divided by the largest, or from smallest to largest
    /// [default: given for a file, else range]
    #[arg(long, value_enum)]
    scale: Option<Scaled>,
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
enum People {
    /// The n-th line of every question, for all 87 questions: 24 people
    Complete,
    /// The n-th line within one assignment: twelve problems
    Assignments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scaled {
    Given,
    Maximum,
    Range,
}

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

pub(crate) fn run(
    command: &Command,
    options: Options,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match command {
        Command::Train(train) => train.run(options, out),
        Command::Run(run) => run.run(out),
        Command::Features(data) => features(data, out),
        Command::Beyond(beyond) => beyond.run(out),
        Command::Grade(grade) => grade.run(out),
        Command::Explain(explain) => explain.run(out),
    }
}

/// An option with a value that it cannot have.
fn wrong(why: &str) -> Failure {
    Failure::Usage(why.to_owned())
}

fn refused(why: impl std::fmt::Display) -> Failure {
    Failure::Refused(why.to_string())
}

impl Source {
    /// Each path's problems.
    fn read(&self) -> Result<Vec<Vec<Problem>>, Failure> {
        let who = match self.people {
            People::Complete => Who::Complete,
            People::Assignments => Who::Assignments,
        };
        let one = |path: &PathBuf| match (who, path.is_file()) {
            (Who::Assignments, true) => {
                let path = path.display();
                Err(wrong(&format!("--people is for Mohler's data, and {path} is a file.")))
            }
            _ => read(path, self.key.as_deref(), who).map_err(refused),
        };
        let mut all = self.paths.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        // Two files in two folders may have one name, and reports tell them apart by it.
        let mut known = BTreeMap::new();
        for problem in all.iter_mut().flatten() {
            let times = known.entry(problem.name.clone()).or_insert(0);
            *times += 1;
            if *times > 1 {
                problem.name = format!("{} ({times})", problem.name);
            }
        }
        Ok(all)
    }

    fn scale(&self, path: &Path) -> Scale {
        match self.scale {
            Some(Scaled::Given) => Scale::Given,
            Some(Scaled::Maximum) => Scale::Maximum,
            None if path.is_file() => Scale::Given,
            Some(Scaled::Range) | None => Scale::Range,
        }
    }
}

impl Data {
    /// The words that name it all again.
    fn command(&self, command: &str) -> Vec<String> {
        let Data { source: Source { paths, key, people, scale }, wordnet, vectors, corpus } = self;
        let mut words = vec![format!("luna predict {command}")];
        words.extend(paths.iter().map(|path| as_typed(path)));
        let files = [("key", key), ("wordnet", wordnet), ("vectors", vectors), ("corpus", corpus)];
        for (name, path) in files {
            words.extend(path.as_ref().map(|path| format!("--{name} {}", as_typed(path))));
        }
        if let People::Assignments = people {
            words.push("--people assignments".to_owned());
        }
        words.extend(scale.map(|scale| format!("--scale {}", named(&scale))));
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
        net: &(Option<Arc<WordNet>>, String),
    ) -> Result<Vec<Vec<Prepared>>, Failure> {
        let sources = self.sources();
        let one = |(path, problems): (&PathBuf, Vec<Problem>)| {
            let scale = self.source.scale(path);
            let prepared = |problem| Prepared::new(problem, scale, &sources, net.clone());
            problems.into_iter().map(prepared).collect::<Result<_, _>>().map_err(refused)
        };
        self.source.paths.iter().zip(self.source.read()?).map(one).collect()
    }
}

/// A line for each response.
fn features(data: &Data, out: &mut impl Write) -> Result<(), Failure> {
    let all = data.prepared(&data.net()?)?;
    let names = Feature::IDEAL.map(Feature::name).join(",");
    writeln!(out, "data,person,question,{names}")?;
    for prepared in all.iter().flatten() {
        let name = csv_cell(prepared.name());
        for (person, question, values) in prepared.compared() {
            let values = values.map(|value| value.to_string()).join(",");
            writeln!(out, "{name},{},{},{values}", csv_cell(person), csv_cell(question))?;
        }
    }
    Ok(())
}

impl Run {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let plan = self.plan()?;
        let folder = crate::folder::Folder::new(&self.out)?;
        let begun = Begun::now();
        let all = self.data.prepared(&self.data.net()?)?;
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
                several => Ran::joined("Mohler by assignment", several),
            });
        }
        begun.end();
        let part = report::part(&ran, plan.trials);
        let page = luna_lab::report::prediction(std::slice::from_ref(&part), &self.command());
        folder.write("report.html", page)?;
        folder.write("predictions.csv", part.table.csv())?;
        folder.write("predictions.json", report::json(&part, &ran, &plan))?;
        for chart in &part.charts {
            folder.chart(chart.id(), chart)?;
        }
        write!(out, "{}", report::text(&ran))?;
        tell(&part.checks, out)?;
        for one in &ran {
            writeln!(out, "{}: {}", one.name, one.used.join(" "))?;
        }
        let report = self.out.join("report.html");
        writeln!(out, "{:.2} s, see {}", begun.seconds(), report.display())?;
        Ok(())
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
    fn command(&self) -> String {
        let mut words = self.data.command("run");
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

/// A line for each thing said or wanted.
fn tell(checks: &[Check], out: &mut impl Write) -> Result<(), Failure> {
    for check in checks {
        let (word, measured) = (check.verdict().word(), check.measured.shown(4));
        writeln!(out, "{word:<4} {measured:>16}  {}", check.claim)?;
    }
    Ok(())
}
