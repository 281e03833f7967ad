//! Whole games per second through the forms of the pages, by 1, 8 and 64 simultaneous players.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use luna_bench::figures::{Times, Window, flushes, ms, table};
use luna_bench::guest::Guest;
use luna_bench::server::{Scratch, Server, cpu};
use luna_bench::steps::Step;
use luna_bench::texts::{ANSWERS, QUESTIONS, fields, five};

#[derive(Parser)]
#[command(about = "Whole games per second through the forms of the pages")]
struct Arguments {
    /// Numbers of simultaneous players
    #[arg(long, value_delimiter = ',', default_value = "1,8,64")]
    players: Vec<usize>,
    /// The duration of the measurement for each number of players
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Fetch each page that a form leads to, as a browser does
    #[arg(long)]
    with_pages: bool,
    /// The database, such as postgres://… [default: a new SQLite file]
    #[arg(long)]
    database: Option<String>,
}

/// The number of open games of each player, enough that the partner has usually moved when the
/// player returns to a game.
const HANDS: usize = 4;

/// The players of one thread: one player with several games, or both players of one game.
struct Table {
    guests: Vec<Guest>,
    games: Vec<Seat>,
}

struct Seat {
    whose: usize,
    /// Its page.
    path: String,
}

/// The target and the period of a measurement.
#[derive(Clone, Copy)]
struct Run {
    window: Window,
    with_pages: bool,
}

#[derive(Default)]
struct Tally {
    posts: [Times; 4],
    pages: Times,
    /// Moves sent before the other player was ready; they are repeated.
    early: usize,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let flush = flushes(scratch.path(), 64 * 1024)?;
    println!("A flush of 64 KiB to this disk takes {} ms (p50 / p99).", flush.p50_p99());
    let database = arguments.database.clone().unwrap_or_else(|| scratch.database("games.db"));
    let server = Server::start(scratch.path(), &database)?;
    let mut rows = Vec::new();
    for &players in &arguments.players {
        rows.push(measure(&server, players, &arguments)?);
    }
    server.stop()?;
    println!("Processor time in ms a game; answers in ms, p50 / p99.\n");
    let mut head = vec!["players", "games/s", "server cpu", "our cpu", "POST /games"];
    head.extend(["/questions", "/responses", "/guess", "early", "GET"]);
    print!("{}", table(&head, &rows));
    Ok(())
}

fn measure(server: &Server, players: usize, arguments: &Arguments) -> Result<Vec<String>> {
    let mut tables = tables(server.address(), players)?;
    let window = Window::soon(arguments.seconds);
    let run = Run { window, with_pages: arguments.with_pages };
    let (tally, server_cpu, our_cpu) = thread::scope(|scope| {
        let play = |table| scope.spawn(move || play(table, run));
        let threads: Vec<_> = tables.iter_mut().map(play).collect();
        let [before, after] = window.watch(|| anyhow::Ok((server.cpu()?, cpu("self")?)));
        let (before, after) = (before?, after?);
        let mut all = Tally::default();
        for thread in threads {
            all.add(thread.join().ok().context("a player panicked")??);
        }
        anyhow::Ok((all, after.0.saturating_sub(before.0), after.1.saturating_sub(before.1)))
    })?;
    leave(&mut tables)?;
    let [.., guesses] = &tally.posts;
    let games = u32::try_from(guesses.count() / 2)?;
    ensure!(games > 0, "no game was finished: does anybody else wait in this database?");
    let mut row = vec![
        players.to_string(),
        format!("{:.0}", f64::from(games) / (window.until - window.from).as_secs_f64()),
        ms(server_cpu / games),
        ms(our_cpu / games),
    ];
    row.extend(tally.posts.iter().map(Times::p50_p99));
    row.push(tally.early.to_string());
    row.push(if arguments.with_pages { tally.pages.p50_p99() } else { "–".to_owned() });
    Ok(row)
}

/// One player alone plays both sides.
fn tables(address: &str, players: usize) -> Result<Vec<Table>> {
    let seat = |whose| Seat { whose, path: String::new() };
    let table = |guests: usize, games: &[usize]| {
        let guests = (0..guests).map(|_| Guest::arrive(address)).collect::<Result<_>>()?;
        Ok(Table { guests, games: games.iter().copied().map(seat).collect() })
    };
    match players {
        1 => Ok(vec![table(2, &[0, 1])?]),
        _ => (0..players).map(|_| table(1, &[0; HANDS])).collect(),
    }
}

/// Plays round after round until the time is over: each step in every game, then the next step.
fn play(table: &mut Table, run: Run) -> Result<Tally> {
    let mut tally = Tally::default();
    for round in 0.. {
        for step in Step::ALL {
            for (nth, seat) in table.games.iter_mut().enumerate() {
                let guest = table.guests.get_mut(seat.whose).context("a game is somebody's")?;
                if !make(guest, seat, step, round + nth, run, &mut tally)? {
                    return Ok(tally);
                }
                if run.with_pages {
                    let begun = Instant::now();
                    let page = guest.client.get(&seat.path)?;
                    ensure!(page.status == 200, "{} answers {}", seat.path, page.status);
                    run.window.note(begun, &mut tally.pages);
                }
            }
        }
    }
    Ok(tally)
}

/// Makes one step of one game as soon as possible; false once the time is over.
fn make(
    player: &mut Guest,
    seat: &mut Seat,
    step: Step,
    nth: usize,
    run: Run,
    tally: &mut Tally,
) -> Result<bool> {
    let [open, ask, answer, guess] = &mut tally.posts;
    let path = &seat.path;
    let (times, path, fields) = match step {
        Step::Open => (open, "/games".to_owned(), Vec::new()),
        Step::Ask => (ask, format!("{path}/questions"), fields("q", five(&QUESTIONS, nth))),
        Step::Answer => (answer, format!("{path}/responses"), fields("r", five(&ANSWERS, nth))),
        Step::Guess => {
            let points = (20 + nth % 70).to_string();
            (guess, format!("{path}/guess"), vec![("guess".to_owned(), points)])
        }
    };
    while !run.window.is_over() {
        let begun = Instant::now();
        let answer = player.post(&path, &fields)?;
        if answer.status == 409 && answer.text().contains("are not here yet") {
            tally.early += usize::from(begun >= run.window.from);
            thread::sleep(Duration::from_millis(1));
            continue;
        }
        let to = answer.header("location").unwrap_or_default();
        if answer.status != 303 || !to.starts_with("/games/") {
            bail!("{path} answers {} {to}: {}", answer.status, words(&answer.text()));
        }
        run.window.note(begun, times);
        to.clone_into(&mut seat.path);
        return Ok(true);
    }
    Ok(false)
}

/// The sentence of a page that refuses a form.
fn words(page: &str) -> &str {
    let alert = page.split_once("role=\"alert\">").map(|(_, rest)| rest);
    alert.and_then(|rest| rest.split('<').next()).unwrap_or(page)
}

/// Leaves unfinished games, so that nobody is paired into them.
fn leave(tables: &mut [Table]) -> Result<()> {
    // A player who has guessed can leave only after the partner has guessed too.
    for _ in 0..2 {
        for table in &mut *tables {
            for seat in &table.games {
                let guest = table.guests.get_mut(seat.whose).context("a game is somebody's")?;
                guest.post(&format!("{}/leave", seat.path), &[])?;
            }
        }
    }
    Ok(())
}

impl Tally {
    fn add(&mut self, other: Tally) {
        for (times, more) in self.posts.iter_mut().zip(other.posts) {
            times.append(more);
        }
        self.pages.append(other.pages);
        self.early += other.early;
    }
}
