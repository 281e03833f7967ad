//! The paper's whole prediction experiment, compared with the same in Python (NLTK, rapidfuzz,
//! scikit-learn): processor time and the largest difference of any number.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::cpu;
use luna_lab::predict::dataset::Scale;
use luna_lab::predict::language::Sources;
use luna_lab::predict::read::{Persons, read};
use luna_lab::predict::trials::{Plan, PreparedDataset, Results};
use luna_lab::predict::{Feature, Ties};
use serde_json::Value;

#[derive(Parser)]
#[command(about = "The paper's prediction experiment, compared with the same in Python")]
struct Arguments {
    /// Powergrading's folder
    powergrading: PathBuf,
    /// Mohler's folder, with answers.tsv
    mohler: PathBuf,
    /// `WordNet`'s files
    #[arg(long, default_value = "/usr/share/wordnet")]
    wordnet: PathBuf,
    #[arg(long, default_value_t = 100)]
    trials: usize,
    /// Let the peer search `WordNet` with its own code instead of NLTK's
    #[arg(long)]
    tuned: bool,
    /// A Python interpreter with the peers' packages
    #[arg(long, default_value = "target/peers/predict/bin/python")]
    python: PathBuf,
}

const SEED: u64 = 1;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let theirs = their_run(&arguments)?;
    let mut rows = Vec::new();
    let begun = (Instant::now(), cpu("self")?);
    let ours = our_run(&arguments)?;
    let (wall, ours_cpu) = (begun.0.elapsed(), cpu("self")?.saturating_sub(begun.1));
    let peer_cpu = theirs["seconds"].as_f64().context("the peer says no seconds")?;
    rows.push(vec![
        format!("{:.1}", ours_cpu.as_secs_f64()),
        format!("{:.1}", wall.as_secs_f64()),
        format!("{peer_cpu:.1}"),
        format!("{:.1}×", peer_cpu / ours_cpu.as_secs_f64()),
    ]);
    print!(
        "{}",
        table(&["Luna, processor s", "by the clock", "Python, processor s", "Luna is"], &rows)
    );
    let mut rows = Vec::new();
    for (prepared, ran) in &ours {
        let their = &theirs[&ran.name];
        let parts = their["seconds"].as_object().context("the peer says no seconds")?;
        let parts = parts
            .iter()
            .map(|(part, seconds)| format!("{part} {:.1}", seconds.as_f64().unwrap_or(f64::NAN)));
        rows.push(vec![
            ran.name.clone(),
            format!("{:.0e}", values(prepared, their)?),
            format!("{:.0e}", errors(ran, their)?),
            parts.collect::<Vec<_>>().join(", "),
        ]);
    }
    let head = ["data", "features differ by", "errors differ by", "Python, processor s"];
    print!("{}", table(&head, &rows));
    Ok(())
}

fn our_run(arguments: &Arguments) -> Result<Vec<(PreparedDataset, Results)>> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let plan =
        Plan { trials: arguments.trials, seed: SEED, ties: Ties::First, alpha: 0.1, threads };
    let sources = Sources { wordnet: Some(arguments.wordnet.clone()), ..Sources::default() };
    let net = sources.wordnet(|_| None).map_err(|why| anyhow!(why))?;
    let mut all = Vec::new();
    for path in [&arguments.powergrading, &arguments.mohler] {
        let refused = |why: String| anyhow!(why);
        let problems =
            read(path, None, Persons::Complete).map_err(|why| refused(why.to_string()))?;
        for problem in problems {
            let prepared = PreparedDataset::new(problem, Scale::Range, &sources, net.clone())
                .map_err(|why| refused(why.to_string()))?;
            let ran = prepared.run(&plan, &|_, _| ()).map_err(|why| refused(why.to_string()))?;
            all.push((prepared, ran));
        }
    }
    Ok(all)
}

fn their_run(arguments: &Arguments) -> Result<Value> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/predict.py");
    let mut command = Command::new(&arguments.python);
    command.envs([("OMP_NUM_THREADS", "1"), ("OPENBLAS_NUM_THREADS", "1")]);
    command.arg(program).args([&arguments.wordnet, &arguments.powergrading, &arguments.mohler]);
    command.args(["--trials", &arguments.trials.to_string(), "--seed", &SEED.to_string()]);
    if arguments.tuned {
        command.arg("--tuned");
    }
    let output =
        command.output().with_context(|| format!("starting {}", arguments.python.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The largest difference of any feature of any response.
fn values(prepared: &PreparedDataset, their: &Value) -> Result<f64> {
    let mut known: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut questions, mut most) = (0, 0.0_f64);
    for (_, question, values) in prepared.compared() {
        let (nth, person) = known.entry(question).or_insert_with(|| {
            questions += 1;
            (questions - 1, 0)
        });
        for (feature, value) in Feature::IDEAL.into_iter().zip(values) {
            let theirs = &their["features"][feature.name()][*person][*nth];
            let theirs = theirs.as_f64().context("the peer lacks a value")?;
            most = most.max((value - theirs).abs());
        }
        *person += 1;
    }
    Ok(most)
}

/// The largest difference of any model's error in any split.
fn errors(ran: &Results, their: &Value) -> Result<f64> {
    let mut most = 0.0_f64;
    for scores in &ran.scores {
        let theirs = &their["errors"][scores.model.name()];
        for (nth, (ols, lasso)) in scores.ols.iter().zip(&scores.lasso).enumerate() {
            for (ours, at) in [(ols, 0), (lasso, 1)] {
                let theirs = theirs[nth][at].as_f64().context("the peer lacks an error")?;
                most = most.max((ours - theirs).abs());
            }
        }
    }
    Ok(most)
}
