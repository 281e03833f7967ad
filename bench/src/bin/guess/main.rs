//! Time of a guess at each keystroke of a question, of Luna's search guesser and of search
//! libraries over the same texts.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

mod data;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::{Scratch, rss_mb};
use luna_machines::search_guesser::{FitSettings, Index, Passages, Ranker, Terms};
use serde::Deserialize;

use crate::data::{Data, Question};

#[derive(Parser)]
#[command(about = "Guesses at each keystroke, compared with search libraries")]
struct Arguments {
    /// Tossups to learn from: JSON lines with `id`, `question` and `answer`
    tossups: PathBuf,
    /// Questions to guess: JSON lines with `text`, `page` and `same_text_as_qbreader`
    questions: PathBuf,
    /// A table of normalised answers and their pages
    pages: PathBuf,
    /// Questions that are typed
    #[arg(long, default_value_t = 20)]
    typed: usize,
    /// Passes over them; the fastest counts for each keystroke
    #[arg(long, default_value_t = 3)]
    passes: usize,
    /// Fit the ranker to the tossups that are not questions, and print and use its weights instead
    /// of the shipped ones
    #[arg(long)]
    fit: bool,
    /// A Python interpreter with the peers' packages
    #[arg(long, default_value = "target/peers/guess/bin/python")]
    python: PathBuf,
    /// The program of the peers in Python
    #[arg(long, default_value = "bench/peers/guess.py")]
    peers: PathBuf,
    /// An archive with Lucene's classes; without it, Lucene is left out
    #[arg(long, default_value = "target/peers/lucene/lucene.jar")]
    lucene: PathBuf,
    /// Measure no peers
    #[arg(long)]
    alone: bool,
}

/// Milliseconds for each keystroke of each peer, by its name.
#[derive(Deserialize)]
struct Peer {
    name: String,
    milliseconds: Vec<f64>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let data = Data::read(&arguments.tossups, &arguments.questions, &arguments.pages)?;
    let before = rss_mb("self")?;
    let begun = Instant::now();
    let mut index = Index::build(data.tossups.clone());
    println!(
        "{} tossups indexed in {:.2} s and {} MB",
        data.tossups.len(),
        begun.elapsed().as_secs_f64(),
        rss_mb("self")?.saturating_sub(before),
    );
    if arguments.fit {
        let ranker = Ranker::fit(&data.held_apart(), &FitSettings::default())?;
        println!("weights: {:?}", ranker.weights());
        index = index.with_ranker(ranker);
    }
    let typed: Vec<&Question> = data.questions.iter().take(arguments.typed).collect();
    let prefixes: Vec<Vec<&str>> =
        typed.iter().map(|question| keystrokes(&question.text)).collect();
    let mut reader = index.reader();
    let guesses = fastest(&prefixes, arguments.passes, |prefix| {
        std::hint::black_box(reader.guess(prefix, 5));
    });
    println!("\nfive answers with evidence: {}", percentiles(&guesses));
    let whole: Vec<Vec<&str>> = typed.iter().map(|question| vec!["", &question.text]).collect();
    let mut at_once = fastest(&whole, arguments.passes, |prefix| {
        std::hint::black_box(reader.guess(prefix, 5));
    });
    // Every second time is that of the empty text.
    at_once = at_once.into_iter().skip(1).step_by(2).collect();
    println!("the same of a whole question read at once: {}", percentiles(&at_once));
    passages(&arguments, &data, &prefixes)
}

/// The five best passages at each keystroke, by the size of passages.
fn passages(arguments: &Arguments, data: &Data, prefixes: &[Vec<&str>]) -> Result<()> {
    let mut rows = Vec::new();
    for (size, texts) in data.passages() {
        let mut all = Vec::new();
        for (name, terms) in [("Luna", Terms::WordsAndPairs), ("Luna, words alone", Terms::Words)] {
            let passages = Passages::build(texts.iter().copied(), terms);
            let mut reader = passages.reader();
            let times = fastest(prefixes, arguments.passes, |prefix| {
                std::hint::black_box(reader.search(prefix, 5));
            });
            all.push((name.to_owned(), times));
        }
        if !arguments.alone {
            all.extend(peers(arguments, &texts, prefixes)?);
        }
        let ours = all.first().map(|(_, times)| times.clone()).unwrap_or_default();
        for (name, times) in all {
            let ratio = |percent| ratio(at(&times, percent), at(&ours, percent));
            let (p50, p99) = (milliseconds(at(&times, 50)), milliseconds(at(&times, 99)));
            let size = format!("{} {size}", texts.len());
            rows.push(vec![size, name, p50, ratio(50), p99, ratio(99)]);
        }
    }
    let heads = ["five best of", "", "p50 ms", "Luna is", "p99 ms", "Luna is"];
    println!("\n{}", table(&heads, &rows));
    Ok(())
}

fn peers(
    arguments: &Arguments,
    texts: &[&str],
    prefixes: &[Vec<&str>],
) -> Result<Vec<(String, Vec<Duration>)>> {
    let scratch = Scratch::new()?;
    let path = scratch.path().join("work.json");
    let work = serde_json::json!({
        "texts": texts, "prefixes": prefixes, "passes": arguments.passes,
    });
    std::fs::write(&path, work.to_string())?;
    let mut python = Command::new(&arguments.python);
    python.arg(&arguments.peers).arg(&path);
    let mut peers = output(&mut python)?;
    if arguments.lucene.exists() {
        let mut java = Command::new("java");
        java.arg("-cp").arg(&arguments.lucene).arg("bench/peers/Lucene.java").arg(&path);
        peers.extend(output(java.arg(scratch.path().join("lucene")))?);
    }
    let times = |peer: Peer| {
        let times = peer.milliseconds.iter().map(|time| Duration::from_secs_f64(time / 1e3));
        (peer.name, times.collect())
    };
    Ok(peers.into_iter().map(times).collect())
}

/// Runs a program of peers.
fn output(program: &mut Command) -> Result<Vec<Peer>> {
    let output = program.output().with_context(|| format!("start {program:?}"))?;
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program:?}: {problem}");
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The text up to each of its characters.
fn keystrokes(text: &str) -> Vec<&str> {
    let ends = text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]);
    ends.filter_map(|end| text.get(..end)).collect()
}

/// The fastest time of several passes for each prefix: another program may interrupt one pass, and
/// hardly the same place in all.
fn fastest(prefixes: &[Vec<&str>], passes: usize, mut work: impl FnMut(&str)) -> Vec<Duration> {
    let mut best: Vec<Duration> = Vec::new();
    for pass in 0..passes.max(1) {
        for (nth, prefix) in prefixes.iter().flatten().enumerate() {
            let begun = Instant::now();
            work(prefix);
            let took = begun.elapsed();
            match best.get_mut(nth) {
                Some(least) if pass > 0 => *least = took.min(*least),
                _ => best.push(took),
            }
        }
    }
    best
}

fn at(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

fn ratio(theirs: Duration, ours: Duration) -> String {
    format!("{:.1}×", theirs.as_secs_f64() / ours.as_secs_f64().max(1e-9))
}

fn percentiles(times: &[Duration]) -> String {
    let [middle, high] = [50, 99].map(|percent| milliseconds(at(times, percent)));
    format!("p50 {middle} ms, p99 {high} ms, {} times", times.len())
}
