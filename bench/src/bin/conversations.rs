//! The time from a key of a contest's judge or confederate to the other's screen, while many
//! conversations go on at once.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Parser;
use luna_bench::figures::{Times, table};
use luna_bench::guest::Guest;
use luna_bench::http::{EventStream, open_stream};
use luna_bench::server::{Scratch, Server};
use luna_bench::socket::{SocketReader, SocketWriter, open_socket};
use luna_core::rng::Chance;
use serde_json::{Value, json};

#[derive(Parser)]
#[command(about = "Keys between the two seats of many conversations")]
struct Arguments {
    /// Conversations at once, each between a judge and a confederate who both type
    #[arg(long, default_value_t = 100)]
    conversations: usize,
    /// Seconds of typing
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Mean time between two keys of a person, in milliseconds
    #[arg(long, default_value_t = 200)]
    pause: u32,
    /// A new PostgreSQL database; judges and confederates then use a server each
    #[arg(long)]
    database: Option<String>,
    /// Pages with server-sent events and POST, as where something lets no WebSocket through
    #[arg(long)]
    events: bool,
}

/// A contest of a single round in which both conversations of the judge are open.
const CONTEST: &str = "
preset = \"2012\"

[rules]
name = \"Keys\"
judges = 1
entries = 1
confederates = 1

[[seats]]
seat = \"E1\"
machine = \"eliza\"
";

/// A page collects keys for this time before it sends them.
const COLLECTED_FOR: Duration = Duration::from_millis(5);

/// The time after which something that a page waits for is taken for lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// A person at the page of a seat.
struct Seat {
    guest: Guest,
    address: String,
    at: String,
    tab: String,
    /// None for a page that posts its keys.
    socket: Option<SocketWriter>,
}

/// What a page hears.
enum News {
    Events(EventStream),
    Socket(SocketReader),
}

/// A conversation that is open, as one of its pages knows it.
#[derive(Clone)]
struct Talk {
    side: String,
    round: u64,
    attempt: u64,
}

/// The moments at which the keys of one direction were sent.
type Sent = Mutex<Vec<Instant>>;

/// A judge and a confederate.
type Pair = [Seat; 2];

/// One direction of a conversation: a person who types and the page that shows it.
struct Direction {
    from: Seat,
    talk: Talk,
    to: News,
    /// The side by which the receiving page knows the conversation.
    shown_as: String,
    sent: Sent,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    let database = arguments.database.clone().unwrap_or_else(|| scratch.database("keys.db"));
    let first = Server::start(scratch.path(), &database)?;
    let second = arguments.database.as_ref();
    let second = second.map(|_| Server::start(scratch.path(), &database)).transpose()?;
    let other = second.as_ref().unwrap_or(&first).address();
    let file = scratch.path().join("contest.toml");
    std::fs::write(&file, CONTEST)?;
    let mut pairs = Vec::new();
    for _ in 0..arguments.conversations {
        pairs.push(conversation(&database, &file, [first.address(), other])?);
    }
    let cpu = || -> Result<Duration> {
        Ok(first.cpu()? + second.as_ref().map_or(Ok(Duration::ZERO), Server::cpu)?)
    };
    let before = cpu()?;
    let times = measure(pairs, &arguments)?;
    let share = 100.0 * cpu()?.saturating_sub(before).as_secs_f64() / f64::from(arguments.seconds);
    let row =
        |what: &str, measured: String, aim: &str| vec![what.to_owned(), measured, aim.to_owned()];
    let rows = [
        row("a key to the other's screen, p50 / p99 ms", times.p50_p99(), "20 / 60"),
        row("keys", times.count().to_string(), ""),
        row("processor of the servers, % of a core", format!("{share:.0}"), ""),
    ];
    print!("{}", table(&["", "measured", "aim"], &rows));
    first.stop()?;
    second.map_or(Ok(()), Server::stop)
}

/// Creates and starts a contest, and seats its judge and its confederate.
fn conversation(database: &str, file: &Path, addresses: [&str; 2]) -> Result<Pair> {
    let file = file.to_str().context("the path is not Unicode")?;
    let created = luna(database, &["new", file])?;
    let id = created["contest"].as_str().context("no contest was created")?;
    let sit = |seat: &str, address: &str| {
        let invitations = created["invitations"].as_array().into_iter().flatten();
        let token =
            invitations.filter(|it| it["seat"] == seat).find_map(|it| it["invitation"].as_str());
        Seat::take(id, seat, token.context("no invitation")?, address)
    };
    let [judge, confederate] = addresses;
    let seats = [sit("J1", judge)?, sit("C1", confederate)?];
    luna(database, &["start", id])?;
    Ok(seats)
}

/// Runs a command of an organiser with the `luna` that lies beside this program.
fn luna(database: &str, arguments: &[&str]) -> Result<Value> {
    let program = std::env::current_exe()?.with_file_name("luna");
    let mut command = Command::new(program);
    command.arg("contest").args(arguments).args(["--json", "--database", database]);
    let output = command.output()?;
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "luna contest {arguments:?}: {problem}");
    Ok(serde_json::from_slice(&output.stdout)?)
}

impl Seat {
    fn take(id: &str, seat: &str, token: &str, address: &str) -> Result<Seat> {
        let mut guest = Guest::arrive(address)?;
        guest.take_seat(token)?;
        let (at, tab) = (format!("/contests/{id}/seat"), format!("{id}{seat}"));
        Ok(Seat { guest, address: address.to_owned(), at, tab, socket: None })
    }

    /// Opens the stream of the page. From then on somebody has to read it, or the server takes the
    /// page for gone.
    fn open(&mut self, by_events: bool) -> Result<News> {
        let Seat { guest, address, at, tab, socket } = self;
        let cookies = guest.client.cookie_header();
        let mut news = if by_events {
            let path = format!("{at}/events?tab={tab}");
            News::Events(open_stream(address, &path, "text/event-stream", ("cookie", &cookies))?)
        } else {
            let path = format!("{at}/socket?tab={tab}");
            let (writer, reader) = open_socket(address, &path, &cookies)?;
            *socket = Some(writer);
            News::Socket(reader)
        };
        news.set_timeout(PATIENCE)?;
        Ok(news)
    }

    /// Sends the key with this number.
    fn press(&mut self, talk: &Talk, number: usize, key: &str) -> Result<()> {
        if let Some(socket) = &mut self.socket {
            let keys = json!({
                "side": talk.side, "round": talk.round, "attempt": talk.attempt, "first": number,
                "text": key,
            });
            return Ok(socket.send(&keys.to_string())?);
        }
        let fields = [
            ("tab", self.tab.clone()),
            ("side", talk.side.clone()),
            ("round", talk.round.to_string()),
            ("attempt", talk.attempt.to_string()),
            ("first", number.to_string()),
            ("text", key.to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value));
        let answer = self.guest.post(&format!("{}/keys", self.at), &fields)?;
        let receipt: Value = serde_json::from_slice(&answer.body)
            .with_context(|| format!("{}: {}", answer.status, answer.text()))?;
        ensure!(receipt["refusal"].is_null(), "a key was refused: {receipt}");
        Ok(())
    }
}

impl News {
    fn set_timeout(&mut self, timeout: Duration) -> Result<()> {
        match self {
            News::Events(stream) => Ok(stream.set_timeout(timeout)?),
            News::Socket(socket) => Ok(socket.set_timeout(timeout)?),
        }
    }

    /// The next screen or keys.
    fn event(&mut self) -> Result<Value> {
        loop {
            let text = match self {
                News::Events(stream) => {
                    let line = stream.next_line()?.context("a stream has ended")?;
                    line.strip_prefix("data: ").map(str::to_owned)
                }
                News::Socket(socket) => Some(socket.next_text()?.context("a socket has ended")?),
            };
            let Some(text) = text else { continue };
            let news: Value = serde_json::from_str(&text)?;
            match news["kind"].as_str() {
                Some("receipt") => ensure!(news["refusal"].is_null(), "a key was refused: {news}"),
                Some("alive") => {}
                Some("lost") => bail!("a seat is lost: {news}"),
                _ => return Ok(news),
            }
        }
    }
}

/// The conversations of a page that are open, once there are any.
fn talks(stream: &mut News) -> Result<Vec<Talk>> {
    loop {
        let screen = stream.event()?;
        let open = screen["talks"].as_array().into_iter().flatten();
        let talk = |talk: &Value| {
            Some(Talk {
                side: talk["side"].as_str()?.to_owned(),
                round: talk["round"].as_u64()?,
                attempt: talk["attempt"].as_u64()?,
            })
        };
        let talks: Vec<Talk> =
            open.filter(|talk| talk["is_open"] == true).filter_map(talk).collect();
        if !talks.is_empty() {
            return Ok(talks);
        }
    }
}

/// The number of keys of the other that an event has shown of a conversation.
fn shown(event: &Value, side: &str) -> Option<usize> {
    if event["kind"] == "keys" && event["side"] == side {
        return usize::try_from(event["shown"].as_u64()?).ok();
    }
    let mut talks = event["talks"].as_array()?.iter();
    let keys = talks.find(|talk| talk["side"] == side)?["keys"].as_array()?;
    Some(keys.iter().filter(|key| key[0] == 0).count())
}

/// Both directions between a judge and a confederate. The judge's page does not tell on which
/// side the person is, so the judge presses the first letter of each side on it, and the confederate
/// sees one of them.
fn directions(pair: Pair, by_events: bool) -> Result<[Direction; 2]> {
    let [mut judge, mut confederate] = pair;
    let (mut of_judge, mut of_confederate) = (judge.open(by_events)?, confederate.open(by_events)?);
    let [theirs, ..] = &talks(&mut of_confederate)?[..] else { bail!("no conversation is open") };
    let theirs = theirs.clone();
    let mine = talks(&mut of_judge)?;
    let begun = Instant::now();
    for talk in &mine {
        judge.press(talk, 0, &talk.side[..1])?;
    }
    let letter = loop {
        let event = of_confederate.event().context("no key of the judge arrives")?;
        if let Some(text) = event["text"].as_str() {
            break text.to_owned();
        }
    };
    let talk = mine.into_iter().find(|talk| talk.side.starts_with(&letter));
    let talk = talk.with_context(|| format!("nobody has pressed “{letter}”"))?;
    let (heard, side) = (theirs.side.clone(), talk.side.clone());
    let sent = Mutex::new(vec![begun]);
    let out = Direction { from: judge, talk, to: of_confederate, shown_as: heard, sent };
    let sent = Sent::default();
    let back = Direction { from: confederate, talk: theirs, to: of_judge, shown_as: side, sent };
    Ok([out, back])
}

/// Lets everybody type, and gives the time of each key.
fn measure(pairs: Vec<Pair>, arguments: &Arguments) -> Result<Times> {
    let &Arguments { pause, events, .. } = arguments;
    let opening: Vec<_> = pairs
        .into_iter()
        .map(|pair| std::thread::spawn(move || directions(pair, events)))
        .collect();
    let mut all = Vec::new();
    for pair in opening {
        all.extend(pair.join().map_err(|_| anyhow!("a pair has failed"))??);
    }
    let until = Instant::now() + Duration::from_secs(arguments.seconds.into());
    // Every page stays open until all keys have arrived.
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (seed, direction) in (0..).zip(&mut all) {
            let Direction { from, talk, to, shown_as, sent } = direction;
            let (talk, side, sent) = (&*talk, &*shown_as, &*sent);
            let typist = scope.spawn(move || types(from, talk, sent, seed, pause, until));
            threads.push((typist, scope.spawn(move || reads(to, side, sent, until))));
        }
        let mut times = Times::default();
        for (typist, reader) in threads {
            let count = typist.join().map_err(|_| anyhow!("a typist has failed"))??;
            let heard = reader.join().map_err(|_| anyhow!("a reader has failed"))??;
            ensure!(heard.count() == count, "{} of {count} keys have arrived", heard.count());
            times.append(heard);
        }
        Ok(times)
    })
}

/// Types at random moments, and gives the number of keys.
fn types(
    from: &mut Seat,
    talk: &Talk,
    sent: &Sent,
    seed: u64,
    pause: u32,
    until: Instant,
) -> Result<usize> {
    let mut chance = Chance::from_seed(seed);
    let mut count = 0;
    loop {
        let wait = chance.unit() * 2.0 * f64::from(pause);
        std::thread::sleep(Duration::from_secs_f64(wait / 1e3));
        if Instant::now() >= until {
            return Ok(count);
        }
        let number = {
            let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
            sent.push(Instant::now());
            sent.len() - 1
        };
        std::thread::sleep(COLLECTED_FOR);
        from.press(talk, number, "e")?;
        count += 1;
    }
}

/// Notes when each key is shown, until all are.
fn reads(to: &mut News, side: &str, sent: &Sent, until: Instant) -> Result<Times> {
    to.set_timeout(Duration::from_secs(1))?;
    let mut times = Times::default();
    let mut seen = sent.lock().unwrap_or_else(PoisonError::into_inner).len();
    let total = || sent.lock().unwrap_or_else(PoisonError::into_inner).len();
    // The last key is pressed a moment after the end.
    while Instant::now() < until + Duration::from_secs(1) || seen < total() {
        ensure!(Instant::now() < until + PATIENCE, "{seen} of {} keys have arrived", total());
        let event = match to.event() {
            Ok(event) => event,
            Err(error) if is_timeout(&error) => continue,
            Err(error) => return Err(error),
        };
        let now = Instant::now();
        let sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
        for begun in sent.iter().take(shown(&event, side).unwrap_or(0)).skip(seen) {
            times.add(now - *begun);
            seen += 1;
        }
    }
    Ok(times)
}

fn is_timeout(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut))
}
