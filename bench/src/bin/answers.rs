//! Quizbowl answers judged in a second of the processor, by Luna and by qb-answer-checker under
//! Node.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::{Scratch, cpu};
use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use serde::Deserialize;
use serde_json::Value;

#[derive(Parser)]
#[command(about = "Quizbowl answers judged in a second, compared with qb-answer-checker")]
struct Arguments {
    /// A file with a JSON object in each line, whose `answer` is an answer line
    lines: PathBuf,
    /// The number of runs; the median counts
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// The folder in which the peer is installed
    #[arg(long, default_value = "target/peers/answers")]
    peer: PathBuf,
}

/// The verdicts of qb-answer-checker on a file of answers, and its processor time.
#[derive(Deserialize)]
struct Run {
    seconds: f64,
    verdicts: Vec<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let text = std::fs::read_to_string(&arguments.lines)
        .with_context(|| format!("reading {}", arguments.lines.display()))?;
    let mut lines = Vec::new();
    for row in text.lines() {
        let row: Value = serde_json::from_str(row)?;
        lines.push(row["answer"].as_str().context("a row has no answer")?.to_owned());
    }
    ensure!(!lines.is_empty(), "{} has no answer lines", arguments.lines.display());
    let mains: Vec<String> =
        lines.iter().map(|line| AnswerLine::parse(line).main().to_owned()).collect();
    let own = lines.iter().cloned().zip(mains.iter().cloned()).collect();
    // The answers of other lines, which are wrong but for a few.
    let others = lines.iter().cloned().zip(mains.iter().cycle().skip(lines.len() / 2).cloned());
    let mut rows = Vec::new();
    for (name, pairs) in [("own main answer", own), ("another line's", others.collect())] {
        rows.push(measure(name, &pairs, &arguments)?);
    }
    let head = [
        "answer",
        "Luna, a second",
        "accepted",
        "peer, a second",
        "accepted",
        "Luna is",
        "same verdict",
    ];
    print!("{}", table(&head, &rows));
    Ok(())
}

/// The row of the table for these lines and answers.
fn measure(
    name: &str,
    pairs: &Vec<(String, String)>,
    arguments: &Arguments,
) -> Result<Vec<String>> {
    let scratch = Scratch::new()?;
    let file = scratch.path().join("answers.json");
    std::fs::write(&file, serde_json::to_string(pairs)?)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut verdicts, mut peers) = (Vec::new(), Vec::new());
    // In turns, so that other load on the machine affects both alike.
    for _ in 0..arguments.times.max(1) {
        let begun = cpu("self")?;
        verdicts = pairs.iter().map(|(line, given)| judge(line, given)).collect();
        ours.push(cpu("self")?.saturating_sub(begun).as_secs_f64());
        if let Some(run) = peer(&arguments.peer, &file)? {
            theirs.push(run.seconds);
            peers = run.verdicts;
        }
    }
    let count = luna_learn::float(pairs.len());
    let share = |part: usize| format!("{:.2} %", 100.0 * luna_learn::float(part) / count);
    let accepted =
        |all: &mut dyn Iterator<Item = &str>| share(all.filter(|it| *it == "accept").count());
    let our_rate = count / median(&mut ours);
    let mut row =
        vec![name.to_owned(), format!("{our_rate:.0}"), accepted(&mut verdicts.iter().copied())];
    if theirs.is_empty() {
        row.extend(["–", "–", "–", "–"].map(str::to_owned));
        return Ok(row);
    }
    let their_rate = count / median(&mut theirs);
    let same = verdicts.iter().zip(&peers).filter(|(ours, theirs)| *ours == theirs).count();
    row.push(format!("{their_rate:.0}"));
    row.push(accepted(&mut peers.iter().map(String::as_str)));
    row.push(format!("{:.1}×", our_rate / their_rate));
    row.push(share(same));
    Ok(row)
}

fn judge(line: &str, given: &str) -> &'static str {
    match AnswerLine::parse(line).judge(given, HeardText::Unknown) {
        Verdict::Accept => "accept",
        Verdict::Prompt { .. } => "prompt",
        Verdict::Reject => "reject",
    }
}

/// The peer's run, if it is installed.
fn peer(folder: &Path, file: &Path) -> Result<Option<Run>> {
    let program = folder.join("judge.mjs");
    if !program.exists() {
        return Ok(None);
    }
    let output = Command::new("node").arg(&program).arg(file).output().context("starting node")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(Some(serde_json::from_slice(&output.stdout)?))
}

fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}
