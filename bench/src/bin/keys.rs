//! Keys through the contest's folder: the time until the other side sees one, keys in a second, the
//! processor time of a reader while nothing happens, and a long run of keys under bad scheduling.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::Scratch;
use luna_core::contest::conversation::Speaker;
use luna_core::rng::Chance;
use luna_core::typing::stroke::Stroke;
use luna_machines::lpp::{Arrival, Folder, Leftovers, Notification, Settings};

#[derive(Parser)]
#[command(about = "Keys through the contest's folder, with notification and by polling")]
struct Arguments {
    /// The number of keys whose latency is measured
    #[arg(long, default_value_t = 2_000)]
    keys: usize,
    /// The seconds of doing nothing
    #[arg(long, default_value_t = 30)]
    idle: u64,
    /// The number of keys of the long run
    #[arg(long, default_value_t = 1_000_000)]
    long: usize,
    /// The folder in which the folders are made [default: one for scratch files]
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// A key arrives within this time or never.
const LONG: Duration = Duration::from_secs(60);

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let place = arguments.folder.clone().unwrap_or_else(|| scratch.path().to_owned());
    let mut rows = Vec::new();
    for (name, notification) in
        [("notification", Notification::Kernel), ("polling", Notification::Polling)]
    {
        let settings =
            Settings { notification, leftovers: Leftovers::Resume, ..Settings::default() };
        let folder = place.join(name);
        std::fs::create_dir(&folder).with_context(|| format!("making {}", folder.display()))?;
        let mut latencies = latencies(&folder, settings, arguments.keys)?;
        latencies.sort_unstable();
        let rate = rate(&folder, settings, arguments.keys * 10)?;
        let idle = idle(&folder, settings, Duration::from_secs(arguments.idle))?;
        rows.push(vec![
            name.to_owned(),
            milliseconds(at(&latencies, 50)),
            milliseconds(at(&latencies, 99)),
            format!("{rate:.0}"),
            format!("{:.3} %", idle * 100.0),
        ]);
    }
    println!("{}", table(&["", "p50, ms", "p99, ms", "keys a second", "idle"], &rows));
    println!("aims: 0.5 ms, 5 ms, 2,000, 0.1 % with notification and 1 % polling\n");
    let folder = place.join("long");
    std::fs::create_dir(&folder)?;
    let begun = Instant::now();
    long(&folder, arguments.long)?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} keys arrived once and in order in {seconds:.0} s", arguments.long);
    Ok(())
}

fn at(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1_000.0)
}

/// The times from before a key is written until the other side has it, at random moments.
fn latencies(folder: &Path, settings: Settings, keys: usize) -> Result<Vec<Duration>> {
    let mut judge = Folder::open(folder, Speaker::Judge, settings)?;
    let mut entry = Folder::open(folder, Speaker::Party, settings)?;
    let (sender, written) = channel();
    let writer = thread::spawn(move || -> Result<()> {
        let mut chance = Chance::from_seed(1);
        for nth in 0..keys {
            thread::sleep(Duration::from_micros(1_000 + chance.bits() % 9_000));
            sender.send(Instant::now())?;
            judge.outbox.send(i64::try_from(nth)?, Stroke::Character('a'))?;
        }
        Ok(())
    });
    let mut latencies = Vec::new();
    while latencies.len() < keys {
        let arrivals = entry.inbox.wait(LONG)?;
        let now = Instant::now();
        ensure!(!arrivals.is_empty(), "a key does not arrive");
        for _ in arrivals {
            latencies.push(now.saturating_duration_since(written.recv()?));
        }
    }
    writer.join().map_err(|_| anyhow::anyhow!("the writer has failed"))??;
    Ok(latencies)
}

/// Keys in a second from one side to the other, written as fast as possible.
fn rate(folder: &Path, settings: Settings, keys: usize) -> Result<f64> {
    let mut judge = Folder::open(folder, Speaker::Judge, settings)?;
    let mut entry = Folder::open(folder, Speaker::Party, settings)?;
    let begun = Instant::now();
    let writer = thread::spawn(move || -> Result<()> {
        for _ in 0..keys {
            judge.outbox.send(0, Stroke::Character('a'))?;
        }
        Ok(())
    });
    let mut read = 0;
    while read < keys {
        read += entry.inbox.wait(LONG)?.len();
    }
    let seconds = begun.elapsed().as_secs_f64();
    writer.join().map_err(|_| anyhow::anyhow!("the writer has failed"))??;
    Ok(f64::from(u32::try_from(keys)?) / seconds)
}

/// The share of one core that a reader takes while nothing arrives.
fn idle(folder: &Path, settings: Settings, time: Duration) -> Result<f64> {
    let mut entry = Folder::open(folder, Speaker::Party, settings)?;
    let before = processor_time()?;
    let begun = Instant::now();
    while begun.elapsed() < time {
        entry.inbox.wait(time.saturating_sub(begun.elapsed()))?;
    }
    let used = processor_time()?.saturating_sub(before);
    Ok(used.as_secs_f64() / begun.elapsed().as_secs_f64())
}

/// The processor time of this thread, to the nanosecond.
fn processor_time() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let used = stat.split_whitespace().next().context("no time in /proc/thread-self/schedstat")?;
    Ok(Duration::from_nanos(used.parse()?))
}

/// Sends keys while both sides lose time and start again at random, and compares what arrives.
fn long(folder: &Path, keys: usize) -> Result<()> {
    let settings = Settings { leftovers: Leftovers::Resume, ..Settings::default() };
    let nth_key =
        |nth: usize| Stroke::Character(char::from(b'a' + u8::try_from(nth % 23).unwrap_or(0)));
    let open = |side| Folder::open(folder, side, settings);
    thread::scope(|scope| -> Result<()> {
        let writer = scope.spawn(|| -> Result<()> {
            let (mut outbox, mut chance) = (open(Speaker::Judge)?.outbox, Chance::from_seed(2));
            for nth in 0..keys {
                outbox.send(i64::try_from(nth / 4)?, nth_key(nth))?;
                if chance.below(2_000) == 0 {
                    thread::sleep(Duration::from_micros(chance.bits() % 20_000));
                }
                if chance.below(20_000) == 0 {
                    outbox = open(Speaker::Judge)?.outbox;
                }
            }
            Ok(())
        });
        let (mut inbox, mut chance) = (open(Speaker::Party)?.inbox, Chance::from_seed(3));
        let mut nth = 0;
        while nth < keys {
            let arrivals = inbox.wait(LONG)?;
            ensure!(!arrivals.is_empty(), "key {nth} does not arrive");
            for arrival in arrivals {
                let Arrival::Key(key) = arrival else { continue };
                ensure!(key.stroke == nth_key(nth), "key {nth} is {:?}", key.stroke);
                nth += 1;
            }
            if chance.below(2_000) == 0 {
                thread::sleep(Duration::from_micros(chance.bits() % 20_000));
            }
            if chance.below(20_000) == 0 {
                inbox = open(Speaker::Party)?.inbox;
            }
        }
        writer.join().map_err(|_| anyhow::anyhow!("the writer has failed"))?
    })
}
