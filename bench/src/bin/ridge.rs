//! The learning curve of a ranker, 111 ridge regressions with a strength selected by leaving one
//! out, compared with scikit-learn's `RidgeCV` on the same rows: processor time and the largest
//! difference of a coefficient.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::{Scratch, cpu};
use luna_core::rng::Chance;
use luna_learn::design::Design;
use luna_learn::linear::{Ridge, ridge};
use serde::Deserialize;

/// The questions and features of the paper.
const ROWS: usize = 995;
const COLUMNS: usize = 326;
/// Draws of each size, and the sizes but for the whole.
const DRAWS: usize = 10;
const SIZES: usize = 11;
const STRENGTHS: [f64; 13] =
    [1.0, 3.0, 10.0, 30.0, 60.0, 100.0, 200.0, 300.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0];

#[derive(Parser)]
#[command(about = "A learning curve by ridge regression, compared with scikit-learn's RidgeCV")]
struct Arguments {
    /// Runs of Luna, of which the median counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// A Python interpreter with the peers' packages
    #[arg(long, default_value = "target/peers/predict/bin/python")]
    python: PathBuf,
    /// The program of the peer
    #[arg(long, default_value = "bench/peers/ridge.py")]
    peer: PathBuf,
    /// Measure no peer
    #[arg(long)]
    alone: bool,
}

/// One way of scikit-learn to leave one out.
#[derive(Deserialize)]
struct Peer {
    mode: String,
    seconds: f64,
    /// For each fit: the strength, the intercept and the coefficients.
    fits: Vec<Vec<f64>>,
}

struct Problem {
    rows: Vec<Vec<f64>>,
    target: Vec<f64>,
    samples: Vec<Vec<usize>>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let problem = Problem::new();
    let design = Design::dense(&problem.rows)?;
    let mut all = Vec::new();
    let mut fits = Vec::new();
    for _ in 0..arguments.runs.max(1) {
        let begun = cpu("self")?;
        let each = problem.samples.iter();
        fits = each
            .map(|rows| ridge(&design, rows, &problem.target, &STRENGTHS))
            .collect::<std::result::Result<Vec<Ridge>, _>>()?;
        all.push(cpu("self")?.saturating_sub(begun).as_secs_f64());
    }
    all.sort_unstable_by(f64::total_cmp);
    let seconds = all.get(all.len() / 2).copied().unwrap_or_default();
    let mut lines =
        vec![vec!["Luna".to_owned(), format!("{seconds:.2}"), String::new(), String::new()]];
    if !arguments.alone {
        for Peer { mode, seconds: theirs, fits: their_fits } in peers(&arguments, &problem)? {
            ensure!(their_fits.len() == fits.len(), "the peer has made other fits");
            let off = fits.iter().zip(&their_fits).map(|(one, other)| difference(one, other));
            lines.push(vec![
                format!("RidgeCV, {mode}"),
                format!("{theirs:.2}"),
                format!("{:.1}×", theirs / seconds),
                format!("{:.1e}", off.fold(0.0, f64::max)),
            ]);
        }
    }
    println!("{} fits of up to {ROWS} by {COLUMNS}", problem.samples.len());
    println!("\n{}", table(&["", "processor s", "Luna is", "differs by"], &lines));
    Ok(())
}

impl Problem {
    /// Counts and flags as a ranker has them, most of them zero, and ratings that follow some.
    fn new() -> Problem {
        let mut chance = Chance::from_words(&["ridge"]);
        let rates: Vec<f64> = (0..COLUMNS).map(|_| 0.6 * chance.unit().powi(2)).collect();
        let weights: Vec<f64> = (0..COLUMNS)
            .map(|nth| if nth % 7 == 0 { 0.2 * chance.normal() } else { 0.0 })
            .collect();
        let mut rows = Vec::new();
        let mut target = Vec::new();
        for _ in 0..ROWS {
            let value = |(nth, rate): (usize, &f64)| match nth % 8 {
                // A length, a logarithm of a probability, and six flags.
                0 => (20.0 * rate * chance.unit()).floor(),
                1 => -8.0 * chance.unit(),
                _ => f64::from(u8::from(chance.unit() < *rate)),
            };
            let row: Vec<f64> = rates.iter().enumerate().map(value).collect();
            let sum: f64 = row.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            target.push((2.5 + sum + 0.8 * chance.normal()).clamp(1.0, 5.0));
            rows.push(row);
        }
        let mut samples = Vec::new();
        for size in (0..SIZES).map(|nth| 50 + 90 * nth) {
            for _ in 0..DRAWS {
                let mut order: Vec<usize> = (0..ROWS).collect();
                for nth in (1..ROWS).rev() {
                    order.swap(nth, chance.below(nth + 1));
                }
                order.truncate(size);
                samples.push(order);
            }
        }
        samples.push((0..ROWS).collect());
        Problem { rows, target, samples }
    }

    /// Little-endian numbers: the sizes, the matrix, the target, the strengths, and each sample
    /// after its size.
    fn bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for size in [ROWS, COLUMNS, STRENGTHS.len(), self.samples.len()] {
            bytes.extend(u32::try_from(size)?.to_le_bytes());
        }
        let numbers = self.rows.iter().flatten().chain(&self.target).chain(&STRENGTHS);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        for sample in &self.samples {
            bytes.extend(u32::try_from(sample.len())?.to_le_bytes());
            for &row in sample {
                bytes.extend(u32::try_from(row)?.to_le_bytes());
            }
        }
        Ok(bytes)
    }
}

/// The largest difference of a coefficient; infinite if another strength was selected.
fn difference(ours: &Ridge, theirs: &[f64]) -> f64 {
    let [strength, intercept, weights @ ..] = theirs else { return f64::INFINITY };
    if (ours.strength - strength).abs() > 0.0 || weights.len() != ours.model.weights.len() {
        return f64::INFINITY;
    }
    let each = ours.model.weights.iter().zip(weights).map(|(one, other)| (one - other).abs());
    each.fold((ours.model.intercept - intercept).abs(), f64::max)
}

fn peers(arguments: &Arguments, problem: &Problem) -> Result<Vec<Peer>> {
    let scratch = Scratch::new()?;
    let path = scratch.path().join("problem");
    std::fs::write(&path, problem.bytes()?)?;
    let mut command = Command::new(&arguments.python);
    command.envs([("OMP_NUM_THREADS", "1"), ("OPENBLAS_NUM_THREADS", "1")]);
    let output = command.arg(&arguments.peer).arg(&path).output();
    let output = output.with_context(|| format!("start {}", arguments.python.display()))?;
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {problem}", arguments.peer.display());
    Ok(serde_json::from_slice(&output.stdout)?)
}
