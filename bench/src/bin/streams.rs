//! Memory, open event streams, and the time from start to the first response.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::{Times, ms, table};
use luna_bench::guest::Guest;
use luna_bench::hosts::{Host, Synchronous};
use luna_bench::http::{EventStream, open_stream};
use luna_bench::server::{Scratch, Server};

#[derive(Parser)]
#[command(about = "Memory, open event streams, and the time of a start")]
struct Arguments {
    /// The number of streams of people
    #[arg(long, default_value_t = 5_000)]
    streams: usize,
    /// The number of machines that listen, with a stream and a token each
    #[arg(long, default_value_t = 10_000)]
    machines: usize,
    /// The number of starts
    #[arg(long, default_value_t = 20)]
    starts: u32,
    /// An existing database with its full path, such as `sqlite:/var/tmp/games-1000000.db`
    #[arg(long)]
    database: Option<String>,
}

const MOVES: u32 = 20;
/// The maximum number of streams of one player.
const STREAMS_OF_ONE: usize = 50;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    allow_files(arguments.streams.max(arguments.machines) + 100)?;
    let mut rows = starts(&scratch, &arguments)?;
    rows.append(&mut streams(&scratch, arguments.streams)?);
    rows.append(&mut machines(&scratch, arguments.machines)?);
    print!("{}", table(&["", "measured", "aim"], &rows));
    Ok(())
}

/// Measures the time from start to the first responses, on new databases and on an existing one.
fn starts(scratch: &Scratch, arguments: &Arguments) -> Result<Vec<Vec<String>>> {
    let existing = arguments.database.clone().unwrap_or_else(|| scratch.database("new-0.db"));
    let new = |nth: u32| scratch.database(&format!("new-{nth}.db"));
    let mut rows = Vec::new();
    for path in ["/healthz", "/"] {
        let (mut fresh, mut again) = (Times::default(), Times::default());
        for nth in 0..arguments.starts {
            let database = new(nth);
            if let Some(file) = database.strip_prefix("sqlite:") {
                drop(std::fs::remove_file(file));
            }
            start(scratch, &database, path, &mut fresh)?;
        }
        for _ in 0..arguments.starts {
            start(scratch, &existing, path, &mut again)?;
        }
        for (times, which) in [(fresh, "a new database"), (again, "an existing one")] {
            let what = format!("start to first answer of {path}, {which}, p50 / p99 ms");
            rows.push(vec![what, times.p50_p99(), "200".to_owned()]);
        }
    }
    Ok(rows)
}

fn start(scratch: &Scratch, database: &str, path: &str, times: &mut Times) -> Result<()> {
    let server = times.of(|| {
        let mut server = Server::spawn(scratch.path(), database)?;
        server.wait_for(path)?;
        anyhow::Ok(server)
    });
    server?.stop()
}

fn streams(scratch: &Scratch, many: usize) -> Result<Vec<Vec<String>>> {
    let server = Server::start(scratch.path(), &scratch.database("streams.db"))?;
    let mut guests = Vec::new();
    for _ in 0..many.div_ceil(STREAMS_OF_ONE) {
        guests.push(Guest::arrive(server.address())?);
    }
    guests.iter_mut().try_for_each(|guest| guest.client.get("/").map(drop))?;
    let at_rest = server.rss_mb()?;
    let begun = Instant::now();
    let mut streams = Vec::new();
    for nth in 0..many {
        let cookies =
            guests.get(nth / STREAMS_OF_ONE).context("too few guests")?.client.cookie_header();
        let mut stream =
            open_stream(server.address(), "/events", "text/event-stream", ("cookie", &cookies))?;
        // Each stream begins with the current state.
        next_event(&mut stream)?;
        streams.push(stream);
    }
    let opened = begun.elapsed();
    let with_streams = server.rss_mb()?;
    let (mut first, mut all) = (Times::default(), Times::default());
    let cpu = server.cpu()?;
    for _ in 0..MOVES {
        let begun = Instant::now();
        for guest in &mut guests {
            let moved = guest.post("/games", &[])?;
            ensure!(moved.status == 303, "no game was opened: {}", moved.status);
        }
        for (nth, stream) in streams.iter_mut().enumerate() {
            next_event(stream)?;
            if nth == 0 {
                first.add(begun.elapsed());
            }
        }
        all.add(begun.elapsed());
    }
    let cpu = server.cpu()?.saturating_sub(cpu) / MOVES;
    let after = server.rss_mb()?;
    let begun = Instant::now();
    drop(streams);
    Guest::arrive(server.address())?;
    let row =
        |what: &str, measured: String, aim: &str| vec![what.to_owned(), measured, aim.to_owned()];
    let rows = vec![
        row("memory at rest, MB", at_rest.to_string(), "60"),
        row(&format!("memory with {many} streams, MB"), with_streams.to_string(), ""),
        row(&format!("memory after {MOVES} moves, MB"), after.to_string(), ""),
        row(&format!("opening {many} streams one by one, ms"), ms(opened), ""),
        row("a move to the first stream's event, p50 / p99 ms", first.p50_p99(), ""),
        row(&format!("a move to the event on all {many}, p50 / p99 ms"), all.p50_p99(), ""),
        row("processor time of the server for that, ms", ms(cpu), ""),
        row("answering again after all have gone, ms", ms(begun.elapsed()), ""),
    ];
    server.stop()?;
    Ok(rows)
}

/// Measures idle machines: their memory at once, and after a few keep-alive messages.
fn machines(scratch: &Scratch, many: usize) -> Result<Vec<Vec<String>>> {
    let (server, all) = Host::Luna.start(scratch.path(), Synchronous::Full, 1, many)?;
    let at_rest = server.rss_mb()?;
    let begun = Instant::now();
    let mut streams = Vec::new();
    for machine in &all {
        let bearer = format!("Bearer {}", machine.token);
        let kind = "application/x-ndjson";
        let header = ("authorization", bearer.as_str());
        let mut stream = open_stream(server.address(), "/api/v1/stream/event", kind, header)?;
        while !stream.next_line()?.context("a stream has ended")?.contains("\"ready\"") {}
        streams.push(stream);
    }
    let opened = begun.elapsed();
    let with_streams = server.rss_mb()?;
    let (from, cpu) = (Instant::now(), server.cpu()?);
    for _ in 0..KEPT_ALIVE {
        for stream in &mut streams {
            let line = stream.next_line()?.context("a stream has ended")?;
            let alive = line == r#"{"type":"alive"}"#;
            ensure!(alive, "something happened to a machine that does nothing: {line}");
        }
    }
    let (idle, cpu) = (from.elapsed(), server.cpu()?.saturating_sub(cpu));
    let share = 100.0 * cpu.as_secs_f64() / idle.as_secs_f64();
    let after = server.rss_mb()?;
    drop(streams);
    server.stop()?;
    let row =
        |what: &str, measured: String, aim: &str| vec![what.to_owned(), measured, aim.to_owned()];
    Ok(vec![
        row(&format!("memory with {many} machines registered, MB"), at_rest.to_string(), ""),
        row(&format!("memory with {many} machines listening, MB"), with_streams.to_string(), "400"),
        row("memory after a few kept-alives, MB", after.to_string(), "400"),
        row(&format!("opening {many} of their streams one by one, ms"), ms(opened), ""),
        row("processor the server takes to keep them alive, %", format!("{share:.1}"), ""),
    ])
}

const KEPT_ALIVE: u32 = 3;

/// Reads one event to its end and skips keep-alive messages.
fn next_event(stream: &mut EventStream) -> Result<()> {
    let mut told = false;
    loop {
        let line = stream.next_line()?.context("a stream has ended")?;
        if line.is_empty() && told {
            return Ok(());
        }
        told |= line.starts_with("data:");
    }
}

/// Raises the limit of open files of this process and of the server it starts.
fn allow_files(many: usize) -> Result<()> {
    let (process, limit) = (std::process::id().to_string(), format!("--nofile={many}:"));
    let raised = Command::new("prlimit").args(["--pid", &process, &limit]).status()?;
    ensure!(raised.success(), "{many} open files are not allowed here: see ulimit -Hn");
    Ok(())
}
