//! Nothing but what they type tells a judge which side is the program: two classifiers are trained on
//! everything else that the judge's browser gets, by a stream of events or on a WebSocket with its
//! frames, over the pairs of several contests in which people and programs type alike, and find nothing.

use std::net::SocketAddr;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_app::contest::console;
use luna_app::contest::creation::{self, NewContest, Purpose};
use luna_app::contest::file::ContestFile;
use luna_core::contest::clock::Command;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::schedule::{Pair, Schedule};
use luna_core::rng::Chance;
use luna_store::Tx;
use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::stopwatch::patience;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::classify::{BY_CHANCE, Rule, logistic, off_half, right, stumps};

const FILE: &str = "
preset = \"2012\"
seats = [
    { seat = \"E1\", program = \"one\" },
    { seat = \"E2\", program = \"two\" },
    { seat = \"E3\", program = \"three\" },
    { seat = \"E4\", program = \"four\" },
]
";
const CONTESTS: usize = 12;
/// The places of parties and judges by number.
const MANY: usize = 4;

/// Judges and confederates at browsers; the entries are programs.
struct World {
    app: TestApp,
    boss: Persona,
    judges: Vec<Persona>,
    confederates: Vec<Persona>,
    chance: Chance,
    /// Where judges open a WebSocket; none if they read streams of events.
    address: Option<SocketAddr>,
}

/// One contest, with the links of its entries.
struct Contest {
    id: String,
    schedule: Schedule,
    links: Vec<String>,
}

/// Everything but the texts that a judge's browser gets of one side.
#[derive(Default)]
struct Seen {
    headers: usize,
    markup: usize,
    /// The place of the side on the first screen.
    nth: usize,
    first_screen: usize,
    last_screen: usize,
    /// The bytes of each event beside its keys, and the number of keys.
    events: Vec<(usize, usize)>,
    /// The receipts of what the judge typed there.
    receipts: Vec<usize>,
    /// The times at which events came, from the judge's question on.
    times: Vec<i64>,
    /// The milliseconds within a second at which they came.
    phases: Vec<i64>,
    /// Events of the other side between the typing and the arrival.
    between: usize,
    /// The first byte of each frame and the length of its head; of an event nothing.
    frames: Vec<[usize; 2]>,
    /// The real time from the receipt of who typed to the arrival, in units of 10 ms. What comes
    /// before it is how the test types, which differs between a browser and a program.
    delays: Vec<usize>,
}

/// The news of a judge's seat, on either connection.
enum News {
    Events(Events),
    Socket(Socket),
}

/// A WebSocket, frame by frame.
struct Socket {
    stream: TcpStream,
    unread: Vec<u8>,
    /// The first byte of the last frame and the length of its head.
    frame: [usize; 2],
}

/// The first byte of a frame that asks whether somebody is still there, which comes after a while.
const PING: u8 = 0x89;

impl Socket {
    /// Opens a seat; returns the length of the headers of the response as well.
    async fn of(person: &Persona, address: SocketAddr, path: &str) -> (Socket, usize) {
        let jar = person.jar.iter().map(|(name, value)| format!("{name}={value}"));
        let cookies = jar.collect::<Vec<_>>().join("; ");
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookies}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: THVuYSBvbiBhIHNvY2tldA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut socket = Socket { stream, unread: Vec::new(), frame: [0; 2] };
        let headers = loop {
            let end = socket.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            match end {
                Some(end) => break socket.unread.drain(..end + 4).count(),
                None => socket.fill().await,
            }
        };
        (socket, headers)
    }

    async fn fill(&mut self) {
        assert!(self.stream.read_buf(&mut self.unread).await.unwrap() > 0, "the socket is closed");
    }

    async fn next(&mut self) -> Value {
        loop {
            if let [first, second, rest @ ..] = &self.unread[..] {
                assert_eq!(second & 0x80, 0, "a server masks nothing");
                let (head, length) = match (second, rest) {
                    (126, [high, low, ..]) => (4, usize::from(u16::from_be_bytes([*high, *low]))),
                    (126 | 127, _) => (2, usize::MAX),
                    (length, _) => (2, usize::from(*length)),
                };
                if self.unread.len().saturating_sub(head) >= length {
                    let kind = *first;
                    let frame: Vec<u8> = self.unread.drain(..head + length).collect();
                    if kind == PING {
                        continue;
                    }
                    self.frame = [usize::from(kind), head];
                    return serde_json::from_slice(&frame[head..]).unwrap();
                }
            }
            self.fill().await;
        }
    }

    /// Sends a short text, unmasked in effect.
    async fn send(&mut self, text: &str) {
        let length = u16::try_from(text.len()).unwrap();
        let mut frame = vec![0x81, 0xfe];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.bytes());
        self.stream.write_all(&frame).await.unwrap();
    }
}

impl News {
    async fn next(&mut self) -> Value {
        match self {
            News::Events(events) => events.next().await,
            News::Socket(socket) => socket.next().await,
        }
    }

    fn frame(&self) -> [usize; 2] {
        match self {
            News::Events(_) => [0; 2],
            News::Socket(socket) => socket.frame,
        }
    }
}

/// Lines of a stream.
struct Events(BodyDataStream);

impl Events {
    async fn of(person: &mut Persona, path: &str) -> (Events, usize) {
        let response = person.open(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200, "{path}");
        let headers = response.headers().iter().map(|(_, value)| value.len()).sum();
        (Events(response.into_body().into_data_stream()), headers)
    }

    async fn next(&mut self) -> Value {
        let bytes = self.0.next().await.unwrap().unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let text = text.trim();
        serde_json::from_str(text.strip_prefix("data: ").unwrap_or(text)).unwrap()
    }
}

impl World {
    async fn new(seed: u64, on_sockets: bool) -> World {
        let app = TestApp::new().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = on_sockets.then(|| listener.local_addr().unwrap());
        let router = app.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let boss = app.admin().await;
        let (mut judges, mut confederates) = (Vec::new(), Vec::new());
        for nth in 1..=MANY {
            judges.push(app.guest(&format!("judge{nth}")).await);
            confederates.push(app.guest(&format!("person{nth}")).await);
        }
        World { app, boss, judges, confederates, chance: Chance::from_seed(seed), address }
    }

    async fn contest(&mut self) -> Contest {
        let (at, file) = (self.app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let NewContest { id, invitations } = self.app.db.write(create).await.unwrap();
        let mut links = vec![String::new(); MANY];
        for invitation in invitations {
            let link = format!("/contests/join/{}", invitation.token);
            let person = match invitation.participant {
                Participant::Entry(number) => {
                    links[number - 1] = link;
                    continue;
                }
                Participant::Judge(number) => &mut self.judges[number - 1],
                Participant::Confederate(number) => &mut self.confederates[number - 1],
            };
            person.get(&link).await;
            person.press("Take my seat", &[("agree", "yes")]).await.leads_to("/contests/");
        }
        let schedule =
            self.app.db.column(&format!("SELECT schedule FROM contest WHERE id = '{id}'"));
        let schedule = serde_json::from_str(&schedule[0]).unwrap();
        let (at, contest) = (self.app.moment(), id.clone());
        let start =
            move |tx: &mut Tx<'_>| console::command(tx, &at, &contest, None, Command::Start);
        self.app.db.write(start).await.unwrap();
        self.app.work().await;
        Contest { id, schedule, links }
    }

    /// A conversation of a judge with both sides of a pair.
    async fn pair(&mut self, contest: &Contest, round: usize, pair: &Pair) -> [Seen; 2] {
        let seat = format!("/contests/{}/seat", contest.id);
        let judge = pair.cell.judge - 1;
        let page = self.judges[judge].get(&seat).await;
        let (mut news, headers) = self.opens(&seat, judge, round).await;
        let screen = news.next().await;
        let mut seen = Side::BOTH.map(|side| Seen {
            headers: headers + page.headers.len(),
            markup: markup(&page.body, side),
            nth: nth(&screen, side),
            first_screen: talk(&screen, side).len(),
            ..Seen::default()
        });
        let began = self.app.now();
        let mut plans = Vec::new();
        for side in Side::BOTH {
            let receipt = self.asks(contest, round, judge, side, &mut news).await;
            seen[index(side)].receipts.push(receipt);
            let mut at = began;
            for batch in 0..3 + self.chance.below(4) {
                at += 200 + i64::try_from(self.chance.below(20_000)).unwrap();
                plans.push((at, side, batch));
            }
        }
        plans.sort_by_key(|plan| plan.0);
        let mut typed = [0, 0];
        for (at, side, _) in plans {
            self.app.later(at - self.app.now());
            let keys: String =
                (0..=self.chance.below(6)).map(|_| self.letter()).chain(['\n']).collect();
            let first = &mut typed[index(side)];
            self.types(contest, round, pair, side, *first, &keys).await;
            let clock = patience();
            *first += keys.len();
            let seen = &mut seen[index(side)];
            let event = loop {
                let event = news.next().await;
                match event["kind"].as_str().unwrap() {
                    "keys" if event["side"] == side.name() => break event,
                    "keys" => seen.between += 1,
                    _ => {}
                }
            };
            assert_eq!(event["text"], keys.as_str());
            let beside =
                event.to_string().replace(side.name(), "").len() - json!(keys).to_string().len();
            seen.events.push((beside, keys.len()));
            seen.frames.push(news.frame());
            seen.delays.push(usize::try_from(clock().as_millis()).unwrap() / 10);
            seen.times.push(self.app.now() - began);
            seen.phases.push(self.app.now() % 1_000);
        }
        let screen = self.opens(&seat, judge, round).await.0.next().await;
        for side in Side::BOTH {
            seen[index(side)].last_screen = talk(&screen, side).len();
        }
        seen
    }

    /// Opens the seat of a judge; returns the length of the headers of the response as well.
    async fn opens(&mut self, seat: &str, judge: usize, round: usize) -> (News, usize) {
        let person = &mut self.judges[judge];
        let tab = format!("tab=judge{round}");
        match self.address {
            None => {
                let (events, headers) = Events::of(person, &format!("{seat}/events?{tab}")).await;
                (News::Events(events), headers)
            }
            Some(address) => {
                let path = format!("{seat}/socket?{tab}");
                let (socket, headers) = Socket::of(person, address, &path).await;
                (News::Socket(socket), headers)
            }
        }
    }

    fn letter(&mut self) -> char {
        char::from(b'a' + u8::try_from(self.chance.below(26)).unwrap())
    }

    /// The judge asks on a side; returns the size of the receipt.
    async fn asks(
        &mut self,
        contest: &Contest,
        round: usize,
        judge: usize,
        side: Side,
        news: &mut News,
    ) -> usize {
        if let News::Socket(socket) = news {
            let keys = json!({
                "side": side.name(), "round": round, "attempt": 1, "first": 0,
                "text": "Who are you?\n",
            });
            socket.send(&keys.to_string()).await;
            let receipt = socket.next().await;
            assert_eq!((&receipt["kind"], &receipt["refusal"]), (&json!("receipt"), &Value::Null));
            return receipt.to_string().replace(side.name(), "").len();
        }
        let (round, tab) = (round.to_string(), format!("judge{round}"));
        let fields = [
            ("tab", tab.as_str()),
            ("side", side.name()),
            ("round", &round),
            ("attempt", "1"),
            ("first", "0"),
            ("text", "Who are you?\n"),
        ];
        let path = format!("/contests/{}/seat/keys", contest.id);
        let receipt = self.judges[judge].post(&path, &fields).await;
        assert!(receipt.body.contains("\"refusal\":null"), "{}", receipt.body);
        receipt.body.len() + receipt.headers.len()
    }

    /// The party on a side types, from its browser or as a program.
    async fn types(
        &mut self,
        contest: &Contest,
        round: usize,
        pair: &Pair,
        side: Side,
        first: usize,
        keys: &str,
    ) {
        let body = if side == pair.entry_side {
            let link = &contest.links[pair.cell.entry - 1];
            let mut program = self.app.visitor();
            let stream = format!("{link}/stream?program=program1");
            let (mut events, _) = Events::of(&mut program, &stream).await;
            assert_eq!(events.next().await["may_type"], true);
            let keys = json!({
                "program": "program1", "round": round, "attempt": 1, "first": first, "text": keys,
            });
            let request = Request::post(format!("{link}/keys")).body(Body::from(keys.to_string()));
            program.send(request.unwrap()).await.body
        } else {
            let person = &mut self.confederates[pair.cell.confederate - 1];
            let seat = format!("/contests/{}/seat", contest.id);
            person.get(&seat).await;
            Events::of(person, &format!("{seat}/events?tab=person")).await.0.next().await;
            let (round, first) = (round.to_string(), first.to_string());
            let fields = [
                ("tab", "person"),
                ("side", "talk"),
                ("round", &round),
                ("attempt", "1"),
                ("first", &first),
                ("text", keys),
            ];
            person.post(&format!("{seat}/keys"), &fields).await.body
        };
        assert!(body.contains("\"refusal\":null"), "{body}");
    }
}

fn index(side: Side) -> usize {
    usize::from(side == Side::Right)
}

/// The length of a side's part of the page, without its names.
fn markup(page: &str, side: Side) -> usize {
    let (_, rest) = page.split_once(&format!("data-side=\"{}\"", side.name())).unwrap();
    let (part, _) = rest.split_once("</section>").unwrap();
    part.to_lowercase().replace(side.name(), "").len()
}

fn nth(screen: &Value, side: Side) -> usize {
    let talks = screen["talks"].as_array().unwrap();
    // By the side that it is on, one is first in each.
    talks.iter().position(|talk| talk["side"] == side.name()).unwrap()
}

/// The part of a screen about a side, with every key in it the same and without its name.
fn talk(screen: &Value, side: Side) -> String {
    let mut talk = screen["talks"][nth(screen, side)].clone();
    talk["side"].take();
    for key in talk["keys"].as_array_mut().unwrap() {
        key[1] = json!("x");
    }
    talk.to_string()
}

/// Where the feature stands that a leak is put into.
const HEADERS: usize = 0;

fn features(seen: &Seen, side: Side) -> Vec<f64> {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap());
    let time = |ms: i64| f64::from(i32::try_from(ms).unwrap());
    let mean = |all: &[f64]| all.iter().sum::<f64>() / number(all.len());
    let keys: usize = seen.events.iter().map(|(_, keys)| keys).sum();
    let beside: Vec<f64> = seen.events.iter().map(|(beside, _)| number(*beside)).collect();
    let gaps: Vec<f64> = seen.times.windows(2).map(|pair| time(pair[1] - pair[0])).collect();
    let phases: Vec<f64> = seen.phases.iter().map(|&phase| time(phase)).collect();
    vec![
        number(seen.headers),
        number(index(side)),
        number(seen.nth),
        number(seen.markup),
        number(seen.first_screen),
        number(seen.last_screen),
        // Of each key on the last screen.
        number(seen.last_screen - seen.first_screen) / number(keys + 13),
        number(seen.events.len()),
        number(keys),
        mean(&beside),
        beside[0],
        number(seen.receipts[0]),
        time(seen.times[0]),
        mean(&gaps),
        mean(&phases),
        number(seen.between),
        mean(&seen.frames.iter().map(|frame| number(frame[0])).collect::<Vec<_>>()),
        mean(&seen.frames.iter().map(|frame| number(frame[1])).collect::<Vec<_>>()),
        mean(&seen.delays.iter().map(|&delay| number(delay)).collect::<Vec<_>>()),
    ]
}

/// The sides of the pairs of several contests, and the pair of each.
async fn rows(number: u64, on_sockets: bool) -> (Vec<(Vec<f64>, bool)>, Vec<String>) {
    let mut world = World::new(number, on_sockets).await;
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    for _ in 0..CONTESTS {
        let contest = world.contest().await;
        for round in 1..=contest.schedule.rounds.len() {
            let began = world.app.now();
            for pair in contest.schedule.round(round).to_vec() {
                let seen = world.pair(&contest, round, &pair).await;
                for (side, seen) in Side::BOTH.iter().zip(seen) {
                    rows.push((features(&seen, *side), *side == pair.entry_side));
                    pairs.push(format!("{} {round} {}", contest.id, pair.cell));
                }
            }
            let length = 35 * MINUTE;
            assert!(world.app.now() < began + 25 * MINUTE, "the round was too short");
            world.app.later(began + length - world.app.now());
            world.app.work().await;
        }
        let page = world.boss.reads(&format!("/contests/{}", contest.id)).await;
        assert!(page.contains("The judges give their ranks."), "{page}");
    }
    (rows, pairs)
}

/// The classifiers that find something, and how often they are right.
fn tells(rows: &[(Vec<f64>, bool)], pairs: &[String]) -> Vec<String> {
    let classifiers: [(&str, fn(&[(Vec<f64>, bool)]) -> Rule); 2] =
        [("logistic", logistic), ("stumps", stumps)];
    let told = classifiers.into_iter().filter_map(|(name, train)| {
        let right = right(rows, train);
        let asked = pairs.iter().skip(pairs.len() - right.len()).map(String::as_str);
        let right: Vec<_> = right.into_iter().zip(asked).collect();
        let so = right.iter().filter(|(is, _)| *is).count();
        let found = off_half(&right).abs() > BY_CHANCE;
        found.then(|| format!("{name} is right in {so} of {}", right.len()))
    });
    told.collect()
}

#[tokio::test]
async fn a_classifier_that_sees_all_but_the_keys_does_not_find_the_program() {
    finds_nothing(2009, false).await;
}

#[tokio::test]
async fn a_classifier_that_sees_the_frames_of_a_socket_does_not_find_the_program() {
    finds_nothing(2012, true).await;
}

async fn finds_nothing(seed: u64, on_sockets: bool) {
    let (rows, pairs) = rows(seed, on_sockets).await;
    assert!(rows.len() >= 2 * 16 * CONTESTS, "{} rows", rows.len());
    assert_eq!(tells(&rows, &pairs), Vec::<String>::new());
    // With something telling in them it is found.
    let mut leaking = rows.clone();
    for (row, is_program) in &mut leaking {
        row[HEADERS] += f64::from(u8::from(*is_program));
    }
    assert_eq!(tells(&leaking, &pairs).len(), 2, "{:?}", tells(&leaking, &pairs));
}
