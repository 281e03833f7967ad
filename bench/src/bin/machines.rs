//! Whole sandbox games per second between machines with kept connections, on Luna and on its
//! peers.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::{Times, Window, flushes, ms, table};
use luna_bench::hosts::{Host, Machine, Synchronous};
use luna_bench::post_connection::PostConnection;
use luna_bench::server::{Scratch, Server, cpu};
use luna_bench::steps::Step;
use luna_bench::texts::{ANSWERS, QUESTIONS, five};
use serde::Deserialize;
use serde_json::json;

#[derive(Parser)]
#[command(about = "Whole sandbox games per second between machines, on Luna and on its peers")]
struct Arguments {
    /// The servers to measure
    #[arg(long, value_enum, value_delimiter = ',', default_value = "luna,express,fastapi")]
    only: Vec<Host>,
    /// The number of simultaneous games, each on its own connection
    #[arg(long, value_delimiter = ',', default_value = "1,16,32,64")]
    widths: Vec<usize>,
    /// The durability of SQLite
    #[arg(long, value_enum, value_delimiter = ',', default_value = "full,normal")]
    sync: Vec<Synchronous>,
    /// The duration of each measurement
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The number of processes of each peer
    #[arg(long, default_value_t = 1)]
    workers: usize,
}

/// One of the two machines of a game.
struct Player {
    token: String,
    /// The body that asks for a game with the other.
    open: String,
}

/// The part of a response that the measurement needs.
#[derive(Deserialize)]
struct Game {
    id: String,
    phase: String,
}

/// The request bodies, built once because the driver shares the processors with the server.
struct Bodies {
    questions: Vec<String>,
    responses: Vec<String>,
}

/// The times of each step and the number of finished games.
#[derive(Default)]
struct Tally {
    posts: [Times; 4],
    games: u32,
}

struct Figures {
    host: Host,
    synchronous: Synchronous,
    width: usize,
    games_per_second: f64,
    /// Processor time per game, of the server and of this program.
    server_cpu: Duration,
    our_cpu: Duration,
    posts: [Times; 4],
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let flush = flushes(scratch.path(), 64 * 1024)?;
    println!("A flush of 64 KiB to this disk takes {} ms (p50 / p99).", flush.p50_p99());
    let machines = 2 * arguments.widths.iter().max().context("no width is given")?;
    let bodies = Bodies::new();
    let mut all = Vec::new();
    for &synchronous in &arguments.sync {
        for &host in &arguments.only {
            let (server, machines) =
                host.start(scratch.path(), synchronous, arguments.workers, machines)?;
            for &width in &arguments.widths {
                let pairs = machines.chunks(2).take(width).map(pair).collect::<Result<_>>()?;
                let (tally, cpus) = measure(&server, pairs, &bodies, arguments.seconds)
                    .with_context(|| format!("{}, {width} at once", host.name()))?;
                all.push(Figures::new(host, synchronous, width, arguments.seconds, tally, cpus)?);
            }
            server.stop()?;
        }
    }
    println!("Processor time in ms a game; answers in ms, p50 / p99.\n");
    let mut head = vec!["synchronous", "at once", "host", "games/s", "Luna is"];
    head.extend(["server cpu", "our cpu", "POST /games", "/questions", "/responses", "/guess"]);
    let rows: Vec<_> = arguments
        .sync
        .iter()
        .flat_map(|&sync| arguments.widths.iter().map(move |&width| (sync, width)))
        .flat_map(|setting| all.iter().filter(move |one| one.setting() == setting))
        .map(|figures| figures.row(&all))
        .collect();
    print!("{}", table(&head, &rows));
    Ok(())
}

fn pair(machines: &[Machine]) -> Result<[Player; 2]> {
    let [a, b] = machines else { anyhow::bail!("two machines play a game") };
    Ok([(a, b), (b, a)].map(|(own, other)| Player {
        token: own.token.clone(),
        open: json!({ "mode": "sandbox", "opponent": other.name }).to_string(),
    }))
}

/// The tally, and the processor time of the server and of this program.
fn measure(
    server: &Server,
    pairs: Vec<[Player; 2]>,
    bodies: &Bodies,
    seconds: u64,
) -> Result<(Tally, [Duration; 2])> {
    let window = Window::soon(seconds);
    thread::scope(|scope| {
        let play =
            |(nth, pair)| scope.spawn(move || play(server.address(), &pair, nth, bodies, window));
        let threads: Vec<_> = pairs.into_iter().enumerate().map(play).collect();
        let [before, after] = window.watch(|| anyhow::Ok([server.cpu()?, cpu("self")?]));
        let mut all = Tally::default();
        for thread in threads {
            all.add(thread.join().ok().context("a player panicked")??);
        }
        let ([server_before, our_before], [server_after, our_after]) = (before?, after?);
        Ok((
            all,
            [server_after.saturating_sub(server_before), our_after.saturating_sub(our_before)],
        ))
    })
}

/// Plays game after game until the time is over, each to its end, so that nobody waits in vain.
fn play(
    address: &str,
    pair: &[Player; 2],
    first: usize,
    bodies: &Bodies,
    window: Window,
) -> Result<Tally> {
    let mut line = PostConnection::open(address)?;
    let mut tally = Tally::default();
    for round in first.. {
        if window.is_over() {
            break;
        }
        game(&mut line, pair, round, bodies, window, &mut tally)?;
        let now = Instant::now();
        tally.games += u32::from(now >= window.from && now <= window.until);
    }
    Ok(tally)
}

/// Plays one game of eight POSTs, the last of which must return a finished game.
fn game(
    line: &mut PostConnection,
    pair: &[Player; 2],
    round: usize,
    bodies: &Bodies,
    window: Window,
    tally: &mut Tally,
) -> Result<()> {
    let mut seats = [String::new(), String::new()];
    let mut phase = String::new();
    let guess = json!({ "guess": 20 + round % 70 }).to_string();
    for (step, times) in Step::ALL.into_iter().zip(&mut tally.posts) {
        for (nth, (player, seat)) in pair.iter().zip(&mut seats).enumerate() {
            let (path, body, expected) = match step {
                Step::Open => ("/api/v1/games".to_owned(), player.open.as_str(), 201),
                Step::Ask => (moves(seat, "questions"), bodies.ask(round + nth)?, 200),
                Step::Answer => (moves(seat, "responses"), bodies.answer(round + nth)?, 200),
                Step::Guess => (moves(seat, "guess"), guess.as_str(), 200),
            };
            let begun = Instant::now();
            let (status, answer) = line.post(&path, &player.token, body)?;
            window.note(begun, times);
            let text = || String::from_utf8_lossy(answer);
            ensure!(status == expected, "{path} answers {status}: {}", text());
            let game: Game = serde_json::from_slice(answer).with_context(|| text().into_owned())?;
            (*seat, phase) = (game.id, game.phase);
        }
    }
    ensure!(phase == "final", "a game of eight moves has not ended: {phase}");
    Ok(())
}

fn moves(seat: &str, kind: &str) -> String {
    format!("/api/v1/games/{seat}/{kind}")
}

impl Bodies {
    fn new() -> Bodies {
        let all = |name: &str, texts: &[&'static str; 10]| {
            (0..texts.len()).map(|first| json!({ name: five(texts, first) }).to_string()).collect()
        };
        Bodies { questions: all("questions", &QUESTIONS), responses: all("responses", &ANSWERS) }
    }

    fn ask(&self, nth: usize) -> Result<&str> {
        Ok(self.questions.get(nth % self.questions.len()).context("there are questions")?)
    }

    fn answer(&self, nth: usize) -> Result<&str> {
        Ok(self.responses.get(nth % self.responses.len()).context("there are responses")?)
    }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        for (times, more) in self.posts.iter_mut().zip(other.posts) {
            times.append(more);
        }
        self.games += other.games;
    }
}

impl Figures {
    fn new(
        host: Host,
        synchronous: Synchronous,
        width: usize,
        seconds: u64,
        tally: Tally,
        [server, ours]: [Duration; 2],
    ) -> Result<Figures> {
        let Tally { posts, games } = tally;
        ensure!(games > 0, "{} has finished no game", host.name());
        let games_per_second = f64::from(games) / Duration::from_secs(seconds).as_secs_f64();
        let (server_cpu, our_cpu) = (server / games, ours / games);
        Ok(Figures { host, synchronous, width, games_per_second, server_cpu, our_cpu, posts })
    }

    fn setting(&self) -> (Synchronous, usize) {
        (self.synchronous, self.width)
    }

    /// A row of the table, with Luna's throughput divided by this host's.
    fn row(&self, all: &[Figures]) -> Vec<String> {
        let luna = all
            .iter()
            .find(|other| other.host == Host::Luna && other.setting() == self.setting())
            .filter(|_| self.host != Host::Luna)
            .map(|luna| format!("{:.1}×", luna.games_per_second / self.games_per_second));
        let mut row = vec![
            self.synchronous.name().to_owned(),
            self.width.to_string(),
            self.host.name().to_owned(),
            format!("{:.0}", self.games_per_second),
            luna.unwrap_or_else(|| "–".to_owned()),
            ms(self.server_cpu),
            ms(self.our_cpu),
        ];
        row.extend(self.posts.iter().map(Times::p50_p99));
        row
    }
}
