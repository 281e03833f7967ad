//! Processor time per game for the paper's eight figures at full size, compared with drawing the
//! random numbers alone and with the same simulation in numpy and numba.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::cpu;
use luna_core::rng::Chance;
use luna_lab::figures::{Figure, FigureData, Scale, draw, games, paper};
use luna_lab::{Bell, Crowd, Draw, Interpretation, Settings, World};

#[derive(Parser)]
#[command(about = "Nanoseconds per simulated game, compared with numpy and numba")]
struct Arguments {
    /// The number of runs; the fastest counts
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Python with numpy and numba
    #[arg(long, default_value = "target/peers/simulate/bin/python")]
    python: String,
    /// The folder of the peers' programs
    #[arg(long, default_value = "bench/peers")]
    peers: String,
    /// Only simulate a million players of this strategy for ten million steps, and report the memory
    #[arg(long)]
    million: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(crowd) = &arguments.million {
        return million(crowd);
    }
    let scale = scale(100, 1000);
    let figures = paper();
    let best = |figures: &[Figure], scale: &Scale| {
        best_of(arguments.rounds, || processor(|| drawn(figures, scale, 1)))
    };
    let mut rows = Vec::new();
    for figure in &figures {
        let one = std::slice::from_ref(figure);
        rows.push(row(figure.number, best(one, &Scale { trials: 1000, ..scale.clone() })?, {
            games(&undrawn(one, 1000), &scale)
        }));
    }
    let ours = best(&figures, &Scale { trials: 400, ..scale.clone() })? / 4;
    let all = games(&undrawn(&figures, scale.trials), &scale);
    rows.push(row("all", ours, all));
    let numbers = best_of(arguments.rounds, || processor(|| numbers(4 * all)))? / 4;
    rows.push(row("random numbers alone", numbers, all));
    println!("{}", table(&["figure", "games", "processor ms", "ns a game"], &rows));
    for (what, scale) in [
        ("as long again", self::scale(100, 2000)),
        ("ten times as long", self::scale(100, 10_000)),
        ("ten times the trials", self::scale(1000, 1000)),
    ] {
        let took = best(&figures, &scale)?.as_secs_f64() / ours.as_secs_f64();
        println!("{what}: {took:.1} times the time");
    }
    let begun = Instant::now();
    drawn(&figures, &scale, 2);
    println!("on two threads: {:.3} s by the clock", begun.elapsed().as_secs_f64());
    let own = std::env::current_exe()?;
    for crowd in ["honest", "mean", "quantile"] {
        ensure!(Command::new(&own).args(["--million", crowd]).status()?.success(), "{crowd}");
    }
    for peer in ["simulate_numba.py", "simulate_numpy.py"] {
        let theirs = peer_seconds(&arguments, peer)?;
        let times = theirs / ours.as_secs_f64();
        println!("{peer}: {theirs:.2} processor seconds, {times:.1} times ours");
    }
    Ok(())
}

/// The peers' reading of the paper: noise at each guess.
fn scale(trials: u32, steps: u32) -> Scale {
    let reading = Interpretation { draw: Draw::Guess, ..Interpretation::literal() };
    Scale { trials, steps, reading, ..Scale::default() }
}

/// The figures to count games of, without their points.
fn undrawn(figures: &[Figure], trials: u32) -> Vec<FigureData> {
    let of = |figure: &Figure| FigureData { figure: figure.clone(), trials, points: Vec::new() };
    figures.iter().map(of).collect()
}

fn drawn(figures: &[Figure], scale: &Scale, threads: usize) {
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    std::hint::black_box(draw(figures, scale, threads, &|_, _| ()));
}

/// The random draws of one game: two players and two normal numbers.
fn numbers(games: u64) {
    let (bell, mut chance) = (Bell::get(), Chance::from_seed(1));
    for _ in 0..games {
        std::hint::black_box((chance.below(100), chance.below(99)));
        std::hint::black_box((bell.draw(&mut chance), bell.draw(&mut chance)));
    }
}

fn processor(work: impl FnOnce()) -> Result<Duration> {
    let before = cpu("self")?;
    work();
    Ok(cpu("self")?.saturating_sub(before))
}

fn best_of(rounds: u32, mut work: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let all = (0..rounds).map(|_| work()).collect::<Result<Vec<_>>>()?;
    all.into_iter().min().context("no round")
}

fn row(name: &str, took: Duration, games: u64) -> Vec<String> {
    let took = took.as_secs_f64();
    let each = took * 1e9 / f64::from(u32::try_from(games).unwrap_or(u32::MAX));
    vec![name.to_owned(), games.to_string(), format!("{:.0}", took * 1e3), format!("{each:.1}")]
}

/// Simulates a large site and prints its peak memory.
fn million(crowd: &str) -> Result<()> {
    let settings = Settings {
        players: 1_000_000,
        steps: 10_000_000,
        crowd: Crowd::parse(crowd).map_err(anyhow::Error::msg)?,
        reading: Interpretation::literal(),
        seed: 1,
        name: "million".to_owned(),
    };
    let took = processor(|| {
        let mut world = World::new(&settings, 0);
        (0..settings.steps).for_each(|_| world.step());
        std::hint::black_box(world.errors());
    })?;
    let status = std::fs::read_to_string("/proc/self/status")?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = most.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: u64 = kilobytes.context("no VmHWM in /proc")?.parse()?;
    let (seconds, megabytes) = (took.as_secs_f64(), kilobytes * 1024 / 1_000_000);
    println!("a million {crowd} players, ten million steps: {seconds:.1} s, {megabytes} MB");
    Ok(())
}

/// The last line of a peer's output, its best of three.
fn peer_seconds(arguments: &Arguments, program: &str) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let output = Command::new(&arguments.python)
            .arg(Path::new(&arguments.peers).join(program))
            .envs(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"].map(|name| (name, "1")))
            .stderr(Stdio::null())
            .output()
            .with_context(|| format!("{} for {program}", arguments.python))?;
        ensure!(output.status.success(), "{program} failed");
        let text = String::from_utf8_lossy(&output.stdout);
        best = best.min(text.lines().last().context("no seconds")?.trim().parse()?);
    }
    Ok(best)
}
