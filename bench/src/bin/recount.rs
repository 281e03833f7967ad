//! Recomputation of the derived ratings: its duration, the delay of moves during it, and its
//! memory.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::{Times, ms};
use luna_bench::server::Scratch;
use luna_core::rng::Chance;
use luna_store::{Db, setting};

#[derive(Parser)]
#[command(about = "Recomputes the ratings of a large instance while others write")]
struct Arguments {
    /// The number of rated games, with two guesses each
    #[arg(long, default_value_t = 67_000)]
    games: i64,
    #[arg(long, default_value_t = 5_000)]
    people: usize,
    #[arg(long, default_value_t = 5_000)]
    machines: usize,
    /// A new PostgreSQL database to use instead of SQLite
    #[arg(long)]
    database: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let path = scratch.path().join("luna.db");
    let url = format!("sqlite:{}", path.display());
    drop(Db::open(&url)?);
    fill(&rusqlite::Connection::open(&path)?, &arguments)?;
    let url = match &arguments.database {
        Some(other) => {
            move_to(other, &url, scratch.path())?;
            other.clone()
        }
        None => url,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(&Db::open(&url)?))
}

/// Moves the instance to another database by backup and restore, with the `luna` next to this
/// program.
fn move_to(other: &str, url: &str, folder: &Path) -> Result<()> {
    let luna = std::env::current_exe()?.with_file_name("luna");
    let file = folder.join("luna.backup");
    for (what, database) in [("backup", url), ("restore", other)] {
        let mut command = Command::new(&luna);
        command.args([what, "--database", database]).arg(&file).stdout(Stdio::null());
        ensure!(command.status()?.success(), "luna {what} has failed");
    }
    Ok(())
}

/// Guesses of a player's level; each judge has their own noise.
fn fill(db: &rusqlite::Connection, arguments: &Arguments) -> Result<()> {
    let &Arguments { games, people, machines, .. } = arguments;
    let mut chance = Chance::from_seed(1);
    db.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    let mut player = db.prepare(
        "INSERT INTO player (id, kind, name, name_key, created_at)
         VALUES (?1, ?2, ?1, ?1, 0)",
    )?;
    for number in 0..people + machines {
        player.execute((id(number), if number < people { "human" } else { "machine" }))?;
    }
    let mut game = db.prepare(
        "INSERT INTO game (id, questions, max_chars, practice, phase, started_at, ended_at)
         VALUES (?1, 5, 5000, FALSE, 'final', ?2, ?2)",
    )?;
    let mut guess = db.prepare(
        "INSERT INTO guess (game_id, side, by_player, of_player, points, counts, rating_sum,
                            rating_count, answer_chars, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, ?7)",
    )?;
    for number in 0..games {
        let one = chance.below(people);
        let other = (one + 1 + chance.below(people + machines - 1)) % (people + machines);
        let (name, at) = (format!("game{number:022}"), number * 60_000);
        game.execute((&name, at))?;
        for (side, by, of) in [("A", one, other), ("B", other, one)] {
            let noise = 1 + 3 * (by % 8);
            let points = (of * 7 % 80 + chance.below(2 * noise)).min(100);
            let points = i64::try_from(points)? * 1_000_000;
            guess.execute((&name, side, id(by), id(of), points, by < people, at))?;
        }
    }
    db.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}

fn id(number: usize) -> String {
    format!("player{number:020}")
}

async fn measure(db: &Db) -> Result<()> {
    let before = memory("VmRSS")?;
    for round in ["first", "again"] {
        let done = Arc::new(AtomicBool::new(false));
        let writing = tokio::spawn(write_meanwhile(db.clone(), Arc::clone(&done)));
        let began = Instant::now();
        let known = luna_app::rating::recount(db, i64::MAX).await?;
        let took = began.elapsed();
        done.store(true, Ordering::Relaxed);
        let waits = writing.await??;
        println!(
            "{round}: {took:.2?} for {} players; {} small writes meanwhile took {} ms (p50 / p99), \
             at most {} ms; {} MB more memory than before",
            known.unwrap_or(0),
            waits.count(),
            waits.p50_p99(),
            ms(waits.percentile(100)),
            (memory("VmHWM")? - before) / 1024,
        );
        db.write(|tx| setting::clear(tx, "recounted")).await?;
    }
    Ok(())
}

/// Runs small writes one after the other and records their durations.
async fn write_meanwhile(db: Db, done: Arc<AtomicBool>) -> Result<Times> {
    let mut waits = Times::default();
    while !done.load(Ordering::Relaxed) {
        let began = Instant::now();
        db.write(|tx| setting::set(tx, "bench", "")).await?;
        waits.add(began.elapsed());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(waits)
}

/// The peak memory of this process in KB, from `/proc`.
fn memory(what: &str) -> Result<i64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(what)).context("no such line")?;
    Ok(line.trim_matches(|c: char| !c.is_ascii_digit()).parse()?)
}
