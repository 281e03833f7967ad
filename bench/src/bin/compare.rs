//! Processor time from a CSV of comparisons to Bradley-Terry ratings with a bootstrap, of
//! luna-learn and of packages from `PyPI`.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::{Scratch, cpu};
use luna_core::rng::Chance;
use luna_learn::match_log::Log;
use luna_learn::rank::{Model, Settings, rank};
use serde::Deserialize;

/// The peers. They read the CSV with Arrow, except where pandas is named.
const PEERS: [&str; 6] =
    ["choix", "choix, pandas", "evalica", "scikit-learn", "scikit-learn, L-BFGS", "arena-rank"];

#[derive(Parser)]
#[command(about = "Processor time from a CSV of comparisons to ratings, compared with PyPI's")]
struct Arguments {
    #[arg(long, default_value_t = 2_000_000)]
    comparisons: usize,
    #[arg(long, default_value_t = 100)]
    players: usize,
    #[arg(long, default_value_t = 100)]
    rounds: u64,
    /// The number of rounds, in which the programs take turns; the median counts
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// The peers to measure [default: all]
    #[arg(long = "peer")]
    peers: Vec<String>,
    /// A Python interpreter with the peers' packages
    #[arg(long, default_value = "target/peers/ratings/bin/python")]
    python: PathBuf,
}

/// The times and the results of one run.
#[derive(Deserialize)]
struct Run {
    /// Seconds from opening the file to the ratings, and to the last bootstrap round.
    fit: f64,
    all: f64,
    strengths: BTreeMap<String, f64>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let file = scratch.path().join("comparisons.csv");
    std::fs::write(&file, log(arguments.comparisons, arguments.players))?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // In turns, so that other load on the machine affects all programs alike.
    for peer in PEERS.into_iter().filter(|&peer| arguments.measures(peer)) {
        let mut runs = Vec::new();
        for _ in 0..arguments.times.max(1) {
            ours.push(our_run(&file, arguments.rounds)?);
            let run = their_run(&arguments.python, peer, &file, arguments.rounds);
            runs.push(run.with_context(|| peer.to_owned())?);
        }
        theirs.push((peer, median(runs)));
    }
    let ours = median(ours);
    let peers = theirs.iter().map(|(peer, run)| row(peer, run, &ours));
    let rows: Vec<Vec<String>> = [row("Luna", &ours, &ours)].into_iter().chain(peers).collect();
    let head = ["processor seconds", "ratings", "Luna is", "and rounds", "Luna is", "differs by"];
    print!("{}", table(&head, &rows));
    Ok(())
}

fn row(name: &str, run: &Run, ours: &Run) -> Vec<String> {
    let off = run.strengths.iter().map(|(name, strength)| {
        ours.strengths.get(name).map_or(f64::INFINITY, |own| (own - strength).abs())
    });
    vec![
        name.to_owned(),
        format!("{:.2}", run.fit),
        format!("{:.1}×", run.fit / ours.fit),
        format!("{:.2}", run.all),
        format!("{:.1}×", run.all / ours.all),
        format!("{:.0e}", off.fold(0.0, f64::max)),
    ]
}

impl Arguments {
    fn measures(&self, peer: &str) -> bool {
        self.peers.is_empty() || self.peers.iter().any(|one| one == peer)
    }
}

/// The run with the median total time.
fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by(|one, other| one.all.total_cmp(&other.all));
    runs.swap_remove(runs.len() / 2)
}

/// Runs with and without the bootstrap, each from the file on.
fn our_run(file: &Path, rounds: u64) -> Result<Run> {
    let rated = |rounds| {
        let begun = cpu("self")?;
        let log = Log::read(std::fs::File::open(file)?)?;
        let settings = Settings { rounds, seed: 1, ..Settings::default() };
        let rated = rank(&log, Model::BradleyTerry, &settings)?;
        anyhow::Ok((cpu("self")?.saturating_sub(begun).as_secs_f64(), rated))
    };
    let ((fit, rated), (all, _)) = (rated(0)?, rated(rounds)?);
    let scale = std::f64::consts::LN_10 / 400.0;
    let strength = |rating: f64| (rating - 1500.0) * scale;
    let strengths = rated.players.into_iter().map(|one| (one.name, strength(one.rating)));
    Ok(Run { fit, all, strengths: strengths.collect() })
}

fn their_run(python: &Path, peer: &str, file: &Path, rounds: u64) -> Result<Run> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/ratings.py");
    let mut command = Command::new(python);
    command.args(["-W", "ignore"]).arg(program).arg(peer).arg(file).arg(rounds.to_string());
    let output = command.output().with_context(|| format!("starting {}", python.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Random comparisons of players with normally distributed strengths, with ties.
fn log(comparisons: usize, players: usize) -> String {
    let mut chance = Chance::from_seed(7);
    let strengths: Vec<f64> = (0..players).map(|_| chance.normal()).collect();
    let mut csv = "left,right,winner\n".to_owned();
    for _ in 0..comparisons {
        let left = chance.below(players);
        let right = (left + 1 + chance.below(players.saturating_sub(1))) % players.max(1);
        let up = (0.5 * (strengths[left] - strengths[right])).exp();
        let (sum, unit) = (up + 1.0 / up + 0.5, chance.unit());
        let winner = match unit * sum {
            at if at < up => "left",
            at if at < up + 0.5 => "tie",
            _ => "right",
        };
        csv.push_str(&format!("player-{left:02},player-{right:02},{winner}\n"));
    }
    csv
}
