//! The contest of 2009 from the invitations to the published result: a judge and a confederate in
//! real browsers, the others by HTTP, an entry behind a folder, one at the API, a language model and Eliza, on a clock of their
//! own, with a restart of the server in the third round. What the site publishes is worked out again
//! from what the script has people say.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::ChildStdin;
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_app::contest::creation::{self, NewContest, Purpose};
use luna_app::contest::file::ContestFile;
use luna_app::format::tenths;
use luna_app::readiness;
use luna_core::contest::participant::{Participant, Party, Side};
use luna_core::contest::schedule::{Pair, Schedule};
use luna_machines::encryption::Cipher;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::{Tx, player};
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::browser::Visitor;
use luna_testkit::machine::declared;
use luna_testkit::machine_server::MachineServer;
use luna_testkit::persona::Persona;
use luna_testkit::robot::Robot;
use luna_testkit::server::folder;
use luna_testkit::webdriver::{self, Browser, Options};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::contest::{BACKSPACE, ENTER, eventually, types};
use crate::contest_bridge::{Running, bridge, entry};

const FILE: &str = "
preset = \"2009\"
seats = [
    { seat = \"E1\", program = \"Elbot\" },
    { seat = \"E2\", machine = \"thinker\" },
    { seat = \"E3\", machine = \"model\" },
    { seat = \"E4\", machine = \"eliza\" },
    { seat = \"J1\", person = \"Professor One\" },
]
";
const ROUNDS: usize = 7;
/// Those who sit at real browsers, where there are any.
const AT_BROWSERS: [Participant; 2] = [Participant::Judge(1), Participant::Confederate(1)];
/// What a confederate types, and what is on the screens after it.
const REPLY: &str = "It is I?\u{8}.\n";
/// For what does not depend on the clock of the contest.
const LONG: Duration = Duration::from_secs(60);

/// The side that a judge takes for the human: twice the entry's, in rounds 1 and 2.
fn verdict(pair: &Pair, round: usize) -> Side {
    let deceived = round == 1 && pair.cell.judge == 2 || round == 2 && pair.cell.judge == 4;
    if deceived { pair.entry_side } else { pair.entry_side.other() }
}

/// The last judge of the last round has gone home.
fn is_missing(pair: &Pair, round: usize) -> bool {
    round == ROUNDS && pair.cell.judge == 3
}

/// What a judge types in a round on a side.
fn question(round: usize, side: Side) -> String {
    format!("Round {round}, who is on the {}?\n", side.name())
}

/// What somebody has on their screen after their reply.
fn is_reply(party: Party, round: usize, side: Side, text: &str) -> bool {
    match party {
        Party::Confederate(_) => text == "It is I.\n",
        // It counts lines, one in each of the first rounds, and their keys.
        Party::Entry(1) => {
            text == format!("Line {round} had {}\n", question(round, side).len() - 1)
        }
        Party::Entry(2) => text == "I am a thinker.\n",
        Party::Entry(3) => text == "I am fine.\nAnd you?\n",
        // Eliza says something.
        Party::Entry(_) => text.len() > 5 && text.ends_with('\n'),
    }
}

/// What the judges have decided: the human by round and judge, and the ranks by the same.
#[derive(Default)]
struct Decisions {
    verdicts: BTreeMap<(usize, usize), Side>,
    ranks: BTreeMap<(usize, usize), usize>,
}

struct Site {
    app: TestApp,
    address: SocketAddr,
    serving: JoinHandle<()>,
    id: String,
    schedule: Schedule,
    people: BTreeMap<Participant, Persona>,
    browsers: BTreeMap<Participant, Visitor>,
    boss: Persona,
    robot: Robot,
    decisions: Decisions,
    #[expect(dead_code, reason = "ends when it is dropped")]
    programs: (Running, Running, ChildStdin),
}

/// The events of a seat as they come.
struct Events(BodyDataStream);

impl Events {
    async fn next(&mut self) -> Value {
        let bytes = timeout(LONG, self.0.next()).await.unwrap().unwrap().unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        serde_json::from_str(text.trim().strip_prefix("data: ").unwrap()).unwrap()
    }
}

fn serve(app: &TestApp, listener: TcpListener) -> JoinHandle<()> {
    let (router, mut stopping) = (app.router.clone(), app.app().stopping.clone());
    let stop = async move { drop(stopping.wait_for(|&stop| stop).await) };
    let serving = axum::serve(listener, router).with_graceful_shutdown(stop);
    tokio::spawn(async move { serving.await.unwrap() })
}

/// A machine at the API, and a language model at another server.
async fn register(app: &TestApp, far: &MachineServer) -> Robot {
    app.guest("owner").await;
    let mut setup = far.model();
    setup["tokens_per_day"] = json!(1_000_000);
    let config = MachineConfig { setup: setup.to_string(), ..declared(Transport::Openai) };
    let sealed = Cipher::new("a secret of the tests").seal([7; 12], "01model", "sk-of-ann");
    app.acts(move |tx, at| {
        let owner = player::by_name(tx, "owner")?.id;
        machine::register(tx, at.now, "01model", "model", Some(&owner), &config)?;
        machine::set_secret(tx, "01model", Some(&sealed))?;
        readiness::schedule_probe(tx, at, "01model")
    })
    .await;
    app.work().await;
    app.robot("thinker", "owner").await
}

impl Site {
    async fn new(app: TestApp, far: &MachineServer) -> Site {
        let robot = register(&app, far).await;
        let boss = app.admin().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = serve(&app, listener);
        let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let NewContest { id, invitations } = app.db.write(create).await.unwrap();
        let (mut people, mut link) = (BTreeMap::new(), String::new());
        for invitation in invitations {
            let path = format!("/contests/join/{}", invitation.token);
            if invitation.participant == Participant::Entry(1) {
                link = format!("http://{address}{path}");
            } else {
                let person = comes(&app, &path, invitation.participant).await;
                people.insert(invitation.participant, person);
            }
        }
        let mut browsers = BTreeMap::new();
        for seat in AT_BROWSERS.into_iter().filter(|_| webdriver::available()) {
            let visitor = Visitor::at(&address.to_string(), "wide", &Options::default());
            visitor.go("/how");
            visitor.browser.set_cookie("luna", &people[&seat].jar["luna"]);
            visitor.go(&format!("/contests/{id}/seat"));
            visitor.browser.wait_for("#seat[data-connection=socket]");
            browsers.insert(seat, visitor);
        }
        let place = folder("entry");
        let program = entry(&place);
        // What it types first is there before the bridge, which drops it.
        while std::fs::read_dir(&place).unwrap().count() < "me first\n".len() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (bridge, stdin) = bridge(&[&link], &[&place], false);
        let schedule = app.db.column("SELECT schedule FROM contest").remove(0);
        Site {
            address,
            serving,
            id,
            schedule: serde_json::from_str(&schedule).unwrap(),
            people,
            browsers,
            boss,
            robot,
            decisions: Decisions::default(),
            programs: (program, bridge, stdin),
            app,
        }
    }

    fn at(&self, rest: &str) -> String {
        format!("/contests/{}{rest}", self.id)
    }

    async fn stops(&mut self) {
        self.app.replace();
        timeout(LONG, &mut self.serving).await.unwrap().unwrap();
    }

    /// Another server takes over at the same address, which knows nothing but the database.
    async fn starts(&mut self) {
        self.app.restarts().await;
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.serving = serve(&self.app, listener);
        self.robot = self.robot.at(&self.app.router);
        let seat = self.at("/seat");
        for person in self.people.values_mut() {
            *person = person.at(&self.app.router);
            assert!(person.reads(&seat).await.contains("Your seat:"));
        }
    }

    /// The stream of a seat, with its first screen.
    async fn opens(&mut self, seat: Participant) -> (Events, Value) {
        let path = self.at(&format!("/seat/events?tab=tab{seat}"));
        let person = self.people.get_mut(&seat).unwrap();
        let response = person.open(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        let mut events = Events(response.into_body().into_data_stream());
        let screen = events.next().await;
        assert_eq!(screen["kind"], "screen", "{screen}");
        (events, screen)
    }

    async fn sends(&mut self, seat: Participant, action: &str, fields: &[(&str, &str)]) -> Value {
        let (path, tab) = (self.at(&format!("/seat/{action}")), format!("tab{seat}"));
        let fields = [&[("tab", tab.as_str())], fields].concat();
        let answer = self.people.get_mut(&seat).unwrap().post(&path, &fields).await;
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Types the first keys of a conversation; returns the number of those that have arrived.
    async fn types(&mut self, seat: Participant, round: usize, side: &str, text: &str) -> Value {
        let round = round.to_string();
        let fields = [("round", round.as_str()), ("attempt", "1"), ("side", side), ("first", "0")];
        let receipt = self.sends(seat, "keys", &[&fields[..], &[("text", text)]].concat()).await;
        assert_eq!(receipt["refusal"], Value::Null, "{seat}: {receipt}");
        receipt["next"].clone()
    }

    /// What somebody has typed in a conversation, as it is stored.
    fn stored(&self, pair: &Pair, (round, side): (usize, Side), speaker: &str) -> String {
        let sql = format!(
            "SELECT strokes FROM contest_keystroke WHERE round = {round} AND judge = {}
             AND side = '{}' AND speaker = '{speaker}' ORDER BY number",
            pair.cell.judge,
            side.name()
        );
        self.app.db.column(&sql).concat()
    }

    /// A judge asks. At a browser the server stops in the midst of it, in the third round.
    async fn asks(&mut self, pair: &Pair, round: usize, side: Side) {
        let (judge, asked) = (Participant::Judge(pair.cell.judge), question(round, side));
        let expected = format!("Round {round} of {ROUNDS}: {}", side.name().to_uppercase());
        if let Some(visitor) = self.browsers.get(&judge) {
            let clock = "return document.getElementById('clock').textContent";
            let at_browser = || visitor.browser.execute(clock);
            eventually(
                || json!(at_browser().as_str().unwrap().starts_with(&expected)),
                &json!(true),
            );
            types_at(visitor, side.name(), &asked[..asked.len() - CUT]);
            if is_cut(round, side) {
                return;
            }
            types_at(visitor, side.name(), &asked[asked.len() - CUT..]);
            eventually(|| json!(self.stored(pair, (round, side), "judge")), &json!(asked));
            return;
        }
        let (_, screen) = self.opens(judge).await;
        let clock = screen["clock"].as_str().unwrap();
        assert!(clock.starts_with(&expected), "{clock}");
        assert_eq!(self.types(judge, round, side.name(), &asked).await, asked.len());
    }

    /// The server stops and starts again. Judges have typed before, and at a browser go on meanwhile.
    async fn restart(&mut self, round: usize, side: Side) {
        self.stops().await;
        let (pairs, asked) = (self.schedule.round(round).to_vec(), question(round, side));
        let judge = |pair: &Pair| Participant::Judge(pair.cell.judge);
        for visitor in pairs.iter().filter_map(|pair| self.browsers.get(&judge(pair))) {
            visitor.browser.wait_for_text("The server cannot be reached.");
            types_at(visitor, side.name(), &asked[asked.len() - CUT..]);
        }
        self.starts().await;
        for pair in &pairs {
            if self.browsers.contains_key(&judge(pair)) {
                eventually(|| json!(self.stored(pair, (round, side), "judge")), &json!(asked));
                continue;
            }
            // A page whose receipt was lost sends the same keys again.
            self.opens(judge(pair)).await;
            assert_eq!(self.types(judge(pair), round, side.name(), &asked).await, asked.len());
        }
    }

    /// The judge of a pair sees the reply of the party on a side.
    async fn sees_the_reply(&mut self, pair: &Pair, round: usize, side: Side) {
        let (judge, party) = (Participant::Judge(pair.cell.judge), pair.party(side));
        if let Some(visitor) = self.browsers.get(&judge) {
            let reply = || is_reply(party, round, side, &shown_at(visitor, side));
            eventually(|| json!(reply()), &json!(true));
            return;
        }
        let (_, screen) = self.opens(judge).await;
        let text = typed(&screen, side);
        assert!(is_reply(party, round, side, &text), "{party:?}: {text:?}");
    }

    /// A confederate replies to what they see, and takes a key back.
    async fn replies(&mut self, pair: &Pair, round: usize, side: Side) {
        let seat = pair.party(side).participant();
        if let Some(visitor) = self.browsers.get(&seat) {
            visitor.browser.wait_for_text(question(round, side).trim());
            types_at(visitor, "talk", REPLY);
            eventually(|| json!(self.stored(pair, (round, side), "party")), &json!(REPLY));
            return;
        }
        let (_, screen) = self.opens(seat).await;
        assert!(screen.to_string().contains("\"is_open\":true"), "{screen}");
        assert_eq!(self.types(seat, round, "talk", REPLY).await, REPLY.len());
    }

    async fn plays(&mut self, round: usize) {
        for side in Side::BOTH {
            self.app.passes(SECOND, SECOND).await;
            self.converses(round, side).await;
            // Machines are typing.
            self.app.passes(2 * MINUTE, 10 * SECOND).await;
            for pair in self.schedule.round(round).to_vec() {
                self.sees_the_reply(&pair, round, side).await;
            }
            self.app.passes(3 * MINUTE - SECOND, MINUTE).await;
        }
        self.app.passes(MINUTE, MINUTE).await;
        for pair in self.schedule.round(round).to_vec() {
            if !is_missing(&pair, round) {
                self.decides(&pair, round).await;
            }
        }
        self.app.passes(14 * MINUTE, MINUTE).await;
    }

    /// Judges ask on a side, and the party there replies.
    async fn converses(&mut self, round: usize, side: Side) {
        let pairs = self.schedule.round(round).to_vec();
        for pair in &pairs {
            self.asks(pair, round, side).await;
        }
        if is_cut(round, side) {
            self.restart(round, side).await;
        }
        self.app.work().await;
        let open = self.robot.get("/tasks").await.ok();
        for task in open["tasks"].as_array().unwrap() {
            let path = format!("/tasks/{}/reply", task["id"].as_str().unwrap());
            let reply = json!({ "lines": ["I am a thinker."] });
            self.robot.post(&path, &reply).await.ok();
        }
        for pair in &pairs {
            let party = pair.party(side).participant();
            if matches!(party, Participant::Confederate(_)) {
                self.replies(pair, round, side).await;
            } else if party == Participant::Entry(1) {
                self.hears_a_line(pair, round, side).await;
            }
        }
    }

    /// Until the other side of a judge has typed a line, by a clock that is not the contest's.
    async fn hears_a_line(&mut self, pair: &Pair, round: usize, side: Side) {
        let judge = Participant::Judge(pair.cell.judge);
        if self.browsers.contains_key(&judge) {
            return self.sees_the_reply(pair, round, side).await;
        }
        let (mut events, screen) = self.opens(judge).await;
        let mut heard = typed(&screen, side);
        while !heard.contains('\n') {
            let event = events.next().await;
            if event["side"] == side.name() {
                heard.push_str(event["text"].as_str().unwrap());
            }
        }
    }

    async fn decides(&mut self, pair: &Pair, round: usize) {
        let (judge, human) = (pair.cell.judge, verdict(pair, round));
        self.decisions.verdicts.insert((round, judge), human);
        if let Some(Visitor { browser, .. }) = self.browsers.get(&Participant::Judge(judge)) {
            browser.click(&format!("input[name=human][value={}]", human.name()));
            let side = human.name().to_uppercase();
            return sends_form(browser, &format!("Your verdict: {side} is the human."));
        }
        let (_, screen) = self.opens(Participant::Judge(judge)).await;
        assert_eq!(screen["may_judge"], true, "{screen}");
        let number = round.to_string();
        let fields = [("round", number.as_str()), ("human", human.name())];
        let answer = self.sends(Participant::Judge(judge), "verdict", &fields).await;
        assert_eq!(answer["refusal"], Value::Null, "{answer}");
    }

    /// The judges rank: the earlier they met a party, the more human it was.
    async fn rank(&mut self) {
        for judge in 1..=4 {
            if self.browsers.contains_key(&Participant::Judge(judge)) {
                self.ranks_at_a_browser(judge);
                continue;
            }
            let (_, screen) = self.opens(Participant::Judge(judge)).await;
            let ranking = &screen["ranking"];
            let rounds = ranking["parties"].as_array().unwrap();
            let mut rank = ranking["highest"].as_u64().unwrap();
            let mut fields = Vec::new();
            for round in rounds.iter().map(|party| party["round"].as_u64().unwrap()) {
                fields.push((format!("rank{round}"), rank.to_string()));
                let key = (usize::try_from(round).unwrap(), judge);
                self.decisions.ranks.insert(key, usize::try_from(rank).unwrap());
                rank -= 1;
            }
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, rank)| (name.as_str(), rank.as_str())).collect();
            let answer = self.sends(Participant::Judge(judge), "ranks", &fields).await;
            assert_eq!(answer["refusal"], Value::Null, "{answer}");
        }
    }

    /// The same at a browser, whose judge has come back to the page.
    fn ranks_at_a_browser(&mut self, judge: usize) {
        let visitor = &self.browsers[&Participant::Judge(judge)];
        let browser = &visitor.browser;
        visitor.go(&self.at("/seat"));
        browser.wait_for_text("How human was each?");
        let selects = "[...document.querySelectorAll('select[id^=rank]')]";
        let rounds = browser.execute(&format!("return {selects}.map((it) => it.id.slice(4))"));
        let highest = browser.execute(&format!("return {selects}[0].lastChild.value"));
        let mut rank: usize = highest.as_str().unwrap().parse().unwrap();
        for round in rounds.as_array().unwrap().iter().map(|round| round.as_str().unwrap()) {
            browser.set_value(&format!("#rank{round}"), &rank.to_string());
            self.decisions.ranks.insert((round.parse().unwrap(), judge), rank);
            rank -= 1;
        }
        sends_form(browser, "Thank you. You have given your ranks.");
    }

    /// Works the totals, the mean ranks and the places out from what was decided, and compares them
    /// with what a stranger reads.
    async fn check_result(&self) {
        let page = self.app.visitor().reads(&self.at("")).await;
        let (mut totals, mut ranks) = ([0_u32; 5], [const { Vec::new() }; 5]);
        // By entry and judge.
        let mut matrix = [["0"; 4]; 5];
        for (round, pair) in self.schedule.pairs() {
            let cell = pair.cell;
            let key = (round, cell.judge);
            let human = self.decisions.verdicts.get(&key);
            let rank = self.decisions.ranks.get(&key).copied();
            let said = match human {
                None => "none",
                Some(human) if *human == pair.entry_side => {
                    totals[cell.entry] += 1;
                    matrix[cell.entry][cell.judge - 1] = "1";
                    "the entry is human"
                }
                Some(_) => {
                    ranks[cell.entry].extend(rank);
                    "the person is human"
                }
            };
            let side = pair.entry_side;
            let first = if side == Side::Left { "the entry" } else { "the person" };
            let (judge, entry, person) = (cell.judge, cell.entry, cell.confederate);
            let rank = rank.map_or_else(String::new, |rank| format!("{rank} "));
            let row = format!(
                "{round} | J{judge} | E{entry} | C{person} | {} | {first} | {said} | {rank}| ",
                side.name()
            );
            assert!(page.contains(&row), "{row}: {page}");
        }
        let mean = |entry: usize| {
            let ranks: &Vec<usize> = &ranks[entry];
            let sum: u32 = ranks.iter().map(|&rank| u32::try_from(rank).unwrap()).sum();
            // In 12ths, in which the means of up to four ranks are whole.
            sum * 12 / u32::try_from(ranks.len()).unwrap()
        };
        let merit = |entry: usize| (totals[entry], mean(entry));
        let names = ["", "Elbot", "thinker", "model", "eliza"];
        for entry in 1..=4 {
            let place = 1 + (1..=4).filter(|&other| merit(other) > merit(entry)).count();
            let rank = tenths(f64::from(mean(entry)) / 12.0);
            let (name, total) = (names[entry], totals[entry]);
            let cells = matrix[entry].join(" | ");
            let row = format!("E{entry} {name} | {cells} | {total} | {rank} | {place}");
            assert!(page.lines().any(|line| line == row), "{row}: {page}");
            let wins = page.contains(&format!("E{entry} {name} is in first place."));
            assert_eq!(wins, place == 1, "E{entry}: {page}");
        }
        assert_eq!(totals, [0, 1, 0, 1, 0]);
        assert!(page.contains("Judges found the human in 13 of 15 pairs"), "{page}");
        let rules = self.app.db.column("SELECT rules FROM contest").remove(0);
        let page = self.app.visitor().get(&self.at("")).await.body;
        assert!(page.contains(&luna_app::hash_secret(&rules)), "{page}");
    }

    /// What people typed is there, each key once, and only where they let others read it.
    async fn check_transcripts(&self) {
        let (mut hidden, mut stranger) = (0, self.app.visitor());
        for (round, pair) in self.schedule.pairs() {
            for side in Side::BOTH {
                let path = format!("/{round}/{}/{}/keys", pair.cell.judge, side.name());
                let answer = stranger.get(&self.at(&path)).await;
                let party = pair.party(side);
                if party == Party::Confederate(2) {
                    assert_eq!(answer.status, 404, "C2 lets nobody read");
                    hidden += 1;
                    continue;
                }
                let keys = answer.body.lines().map(|line| serde_json::from_str(line).unwrap());
                let keys: Vec<Value> = keys.collect();
                let of = |by: &str| {
                    let own = keys.iter().filter(|key| key["by"] == by);
                    line_of(own.map(|key| key["key"].as_str().unwrap()))
                };
                assert_eq!(of("judge"), question(round, side));
                assert!(is_reply(party, round, side, &of("party")), "{party:?}: {}", answer.body);
            }
        }
        assert_eq!(hidden, 4);
    }
}

/// The keys that a judge at a browser types while the server is away.
const CUT: usize = 4;

fn is_cut(round: usize, side: Side) -> bool {
    (round, side) == (3, Side::Left)
}

/// Types into a pane of a page, once it is open.
fn types_at(visitor: &Visitor, pane: &str, text: &str) {
    let field = format!("#type-{pane}");
    visitor.browser.wait_for(&format!("{field}:enabled"));
    visitor.browser.click(&field);
    for key in text.chars() {
        let key = match key {
            '\n' => ENTER,
            '\u{8}' => BACKSPACE,
            key => key,
        };
        types(visitor, &key.to_string());
    }
}

/// Presses the button of a judge's form until it is taken: after a jump of the clock a page has to
/// take its seat again.
fn sends_form(browser: &Browser, taken: &str) {
    let press = "document.querySelector('#decision button')?.click()";
    let is_taken = || {
        let is_there = browser.text("body").contains(taken);
        if !is_there {
            browser.execute(press);
        }
        json!(is_there)
    };
    eventually(is_taken, &json!(true));
}

/// The lines of the partner on a judge's page.
fn shown_at(visitor: &Visitor, side: Side) -> String {
    let lines = visitor.browser.execute(&format!(
        "return [...document.querySelectorAll('[data-side={}] .talk p')]
            .filter(({{ children: [by] }}) => by.textContent === 'Partner: ')
            .map(({{ children: [, words] }}) => words.textContent + '\\n').join('')",
        side.name()
    ));
    lines.as_str().unwrap().to_owned()
}

/// Follows an invitation as a guest and agrees. C2 lets nobody read.
async fn comes(app: &TestApp, link: &str, seat: Participant) -> Persona {
    let mut person = app.guest(&format!("person{seat}")).await;
    person.get(link).await;
    let mut fields = vec![("agree", "yes")];
    if seat != Participant::Confederate(2) {
        fields.push(("publication", "yes"));
    }
    let place = person.press("Take my seat", &fields).await.leads_to("/contests/");
    assert!(person.reads(&place).await.contains("Your seat:"));
    person
}

/// What the other side has typed on a judge's screen.
fn typed(screen: &Value, side: Side) -> String {
    let talks = screen["talks"].as_array().unwrap();
    let talk = talks.iter().find(|talk| talk["side"] == side.name()).unwrap();
    let keys = talk["keys"].as_array().unwrap().iter().filter(|key| key[0] == 0);
    line_of(keys.map(|key| key[1].as_str().unwrap()))
}

/// Keys with Backspace carried out.
fn line_of<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for key in keys {
        match key {
            "\u{8}" => drop(text.pop()),
            key => text.push_str(key),
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_contest_with_every_kind_of_entry_runs_through_a_restart_to_the_result_it_publishes() {
    for app in TestApp::each().await {
        let far = MachineServer::start().await;
        let mut site = Site::new(app, &far).await;
        let console = site.at("/console");
        site.boss.get(&console).await;
        site.boss.press("Start", &[]).await.leads_to(&console);
        for round in 1..=ROUNDS {
            site.plays(round).await;
            let early = site.app.visitor().reads(&site.at("")).await;
            assert!(early.contains("The results will appear here by themselves."), "{early}");
        }
        site.rank().await;
        site.check_result().await;
        site.check_transcripts().await;
    }
}
