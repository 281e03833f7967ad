//! The decomposition of `AnalogySpace`, compared with scipy's PROPACK on the same matrix: processor
//! time, memory and the largest difference of any singular value.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::{Times, table};
use luna_bench::server::{Scratch, cpu, peak_rss_mb};
use luna_learn::analogy_space::{FeatureMatrix, Weighting};
use luna_learn::sparse_svd::{SparseMatrix, TruncatedSvd};
use luna_machines::common_sense::{LinkWeight, links};
use luna_machines::tossup_file::unpack;
use luna_text::knowledge::{Builder, Concept, KnowledgeBase, Relation, Side};
use serde::Deserialize;

#[derive(Parser)]
#[command(about = "AnalogySpace, compared with scipy's PROPACK")]
struct Arguments {
    /// Assertions: the table of `ConceptNet` 4, compressed with gzip or not
    assertions: PathBuf,
    /// Singular values
    #[arg(short, default_value_t = 100)]
    k: usize,
    /// Every this many concepts, one is looked up
    #[arg(long, default_value_t = 7)]
    every: usize,
    /// A Python interpreter with the peers' packages
    #[arg(long, default_value = "target/peers/analogy/bin/python")]
    python: PathBuf,
    /// The program of the peers
    #[arg(long, default_value = "bench/peers/analogy.py")]
    peers: PathBuf,
    /// Measure no peers
    #[arg(long)]
    alone: bool,
}

#[derive(Deserialize)]
struct Peer {
    seconds: f64,
    megabytes: f64,
    values: Vec<f64>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let path = scratch.path().join("knowledge.base");
    import(&arguments, &path)?;
    let mut opened = Times::default();
    let base = opened.of(|| KnowledgeBase::open(&path))?;
    println!("opened in {} ms", opened.percentile(50).as_secs_f64() * 1e3);
    look_up(&base, arguments.every);

    let features = FeatureMatrix::new(&links(&base, LinkWeight::Votes), 3);
    drop(base);
    let matrix = features.matrix(Weighting::PUBLISHED.association);
    let (rows, columns) = matrix.norms();
    let factors = |norms: Vec<f64>| -> Vec<f64> {
        norms.iter().map(|norm| if *norm > 0.0 { norm.sqrt().recip() } else { 0.0 }).collect()
    };
    let matrix = matrix.scaled(&factors(rows), &factors(columns));
    let begun = cpu("self")?;
    let svd = TruncatedSvd::new(&matrix, arguments.k);
    let seconds = cpu("self")?.saturating_sub(begun).as_secs_f64();
    let megabytes = peak_rss_mb("self")?;
    let size = format!("{} × {}, {}", matrix.rows(), matrix.columns(), matrix.entries());
    let ours = vec![size, "Luna".to_owned(), format!("{seconds:.2}"), megabytes.to_string()];
    let mut table_rows = vec![ours];
    if !arguments.alone {
        let peer = peer(&arguments, &scratch, &matrix)?;
        let off = svd.values.iter().zip(&peer.values).map(|(one, other)| (one - other).abs());
        table_rows.push(vec![
            String::new(),
            "scipy, PROPACK".to_owned(),
            format!("{:.2}", peer.seconds),
            format!("{:.0}", peer.megabytes),
        ]);
        println!("the singular values differ by {:.1e} at most", off.fold(0.0, f64::max));
        println!("Luna takes {:.2} of the time", seconds / peer.seconds);
    }
    let head = ["matrix, entries", "", "processor s", "largest memory, MB"];
    println!("\n{}", table(&head, &table_rows));
    Ok(())
}

/// Reads the assertions and writes the file of the knowledge base.
fn import(arguments: &Arguments, to: &std::path::Path) -> Result<()> {
    let begun = Instant::now();
    let mut builder = Builder::default();
    builder.read(&unpack(&std::fs::read(&arguments.assertions)?)?)?;
    let built = builder.build(|_| false);
    std::fs::write(to, &built.bytes)?;
    println!(
        "{} concepts and {} assertions imported into {:.1} MB in {:.2} s",
        built.concepts,
        built.assertions,
        f64::from(u32::try_from(built.bytes.len()).unwrap_or(u32::MAX)) / 1e6,
        begun.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// Looks concepts up by name, side and relation, and goes through the assertions found.
fn look_up(base: &KnowledgeBase, every: usize) {
    let names: Vec<&str> =
        (0..base.concepts()).step_by(every.max(1)).map(|nth| base.name(Concept(nth))).collect();
    for pass in ["cold", "warm"] {
        let mut times = Times::default();
        for name in &names {
            for (side, relation) in
                [(Side::Left, Relation::IsA), (Side::Right, Relation::AtLocation)]
            {
                let sum = times.of(|| {
                    let concept = base.concept(name)?;
                    Some(base.related(concept, side, relation).map(|it| u32::from(it.score)).sum())
                });
                std::hint::black_box::<Option<u32>>(sum);
            }
        }
        let [p50, p99] = [50, 99].map(|percent| times.percentile(percent).as_nanos());
        println!("{} look-ups, {pass}: p50 {p50} ns, p99 {p99} ns", times.count());
    }
}

fn peer(arguments: &Arguments, scratch: &Scratch, matrix: &SparseMatrix) -> Result<Peer> {
    let number = |count: usize| u32::try_from(count).context("the matrix is too large");
    let sizes = [matrix.rows(), matrix.columns(), matrix.entries(), arguments.k];
    let mut bytes = Vec::new();
    for size in sizes {
        bytes.extend(number(size)?.to_le_bytes());
    }
    bytes.extend(matrix.iter().flat_map(|(row, ..)| row.to_le_bytes()));
    bytes.extend(matrix.iter().flat_map(|(_, column, _)| column.to_le_bytes()));
    bytes.extend(matrix.iter().flat_map(|(.., value)| value.to_le_bytes()));
    let path = scratch.path().join("matrix");
    std::fs::write(&path, bytes)?;
    let mut command = Command::new(&arguments.python);
    command.envs([("OMP_NUM_THREADS", "1"), ("OPENBLAS_NUM_THREADS", "1")]);
    let output = command.arg(&arguments.peers).arg(&path).output();
    let output = output.with_context(|| format!("start {}", arguments.python.display()))?;
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {problem}", arguments.peers.display());
    Ok(serde_json::from_slice(&output.stdout)?)
}
