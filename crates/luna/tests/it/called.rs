//! Machines that Luna calls, and they and the server are killed in the midst
//! of calls: no move is lost, and none is made twice.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use luna_app::readiness;
use luna_core::game::Move;
use luna_core::rng::Chance;
use luna_machines::HouseMachine;
use luna_machines::encryption::Cipher;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::{Db, player};
use luna_testkit::machine::declared;
use luna_testkit::offline::{moment, runtime, write};
use luna_testkit::people::{Page, Person, pause};
use luna_testkit::server::{QUICK, Server, folder, luna, postgres, program, sqlite};
use luna_testkit::stopwatch::patience;
use serde_json::{Value, json};

use crate::crash::live;
use crate::python::home;

const KILLS: usize = 8;
const PLAYERS: usize = 3;
/// Of each way in.
const MACHINES: usize = 8;
const WAYS: [Transport; 2] = [Transport::Push, Transport::Openai];

/// As `called.py` has it.
const SIGNING: &str = "what deliveries are signed with";
const SECRET: &str = "the secret of the instance";
fn settings() -> Vec<&'static str> {
    [&QUICK[..], &["--private-machines", "--secret", SECRET]].concat()
}

#[test]
fn kills_on_both_ends_lose_no_move_and_double_none() {
    survives(&sqlite());
}

#[test]
fn the_same_on_postgresql() {
    if let Some(database) = postgres() {
        survives(&database);
    }
}

/// Its lease would be over long before the reply comes.
#[test]
fn one_that_thinks_for_longer_than_a_lease_is_called_once() {
    let (tell, heard) = mpsc::channel();
    let far = MachineServer::start(Transport::Push, 0, 12.0, &tell);
    let database = sqlite();
    let server = Server::start(&database, &settings());
    register(&database, &[&far], 1);
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    assert!(ann.act(&game, Page::Interview).unwrap());
    let clock = patience();
    while ann.page(&game).unwrap() != Page::Response {
        assert!(clock() < Duration::from_secs(120), "its questions do not come");
        pause(Duration::from_millis(50));
    }
    let asked: Vec<String> = heard.try_iter().filter(|line| line.ends_with(" ask")).collect();
    let games: BTreeSet<&String> = asked.iter().collect();
    assert_eq!((asked.len(), games.len()), (2, 2), "{asked:?}");
}

fn survives(database: &str) {
    let (tell, heard) = mpsc::channel();
    let mut fars = WAYS.map(|way| MachineServer::start(way, 0, 0.3, &tell));
    let mut server = Server::start(database, &settings());
    let address = server.address.clone();
    register(database, &fars.each_ref(), MACHINES);
    // Their questions are in, so that people are given them rather than each other.
    for _ in 0..WAYS.len() * MACHINES * 2 {
        heard.recv_timeout(Duration::from_secs(60)).unwrap();
    }
    let players: Vec<Person> = (0..PLAYERS).map(|_| Person::guest(&address)).collect();
    let (over, finished) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut all = Vec::new();
    std::thread::scope(|threads| {
        let (over, finished) = (&over, &finished);
        let playing: Vec<_> = players
            .into_iter()
            .map(|player| threads.spawn(move || live(player, over, finished)))
            .collect();
        threads.spawn(move || {
            let db = Db::open(database).unwrap();
            while playing.iter().any(|player| !player.is_finished()) {
                enlist(&db);
                pause(Duration::from_millis(300));
            }
        });
        let mut chance = Chance::from_seed(1951);
        let mut ms = |below| Duration::from_millis(u64::try_from(chance.below(below)).unwrap());
        for nth in 0..KILLS {
            pause(ms(1_500));
            all.extend(heard.try_iter());
            // A call of this one is under way now.
            let far = &mut fars[nth % 2];
            let clock = patience();
            while clock() < Duration::from_secs(30)
                && let Ok(line) = heard.recv_timeout(Duration::from_secs(30))
            {
                let its = line.starts_with('?') == (far.way == Transport::Openai);
                all.push(line);
                if its {
                    break;
                }
            }
            if nth < KILLS / 2 {
                far.end();
                pause(ms(200));
            }
            server.kill();
            if nth < KILLS / 2 {
                *far = MachineServer::start(far.way, far.port, far.seconds, &tell);
            }
            server = Server::start_at(&address, database, &settings());
        }
        // On a busy computer not much has been played by then.
        let clock = patience();
        while finished.load(Ordering::Relaxed) < 24 && clock() < Duration::from_secs(120) {
            pause(Duration::from_millis(50));
        }
        over.store(true, Ordering::Relaxed);
    });
    assert_eq!(server.stop(), Some(0));
    all.extend(heard.try_iter());
    all.retain(|line| !line.starts_with('?'));
    let tasks: BTreeSet<&String> = all.iter().collect();
    assert!(tasks.len() < all.len(), "no call was under way at a kill");
    whole(database, finished.into_inner());
    let rebuilt = luna().args(["rating", "rebuild", "--database", database]).output().unwrap();
    let said = String::from_utf8(rebuilt.stdout).unwrap();
    assert!(said.contains(" 0 of them different"), "{said}");
}

/// What the database has in the end; people have seen so many games of theirs finished.
fn whole(database: &str, finished: usize) {
    let tables = tables(database);
    let mut moves: BTreeMap<[String; 4], usize> = BTreeMap::new();
    let mut revealed = BTreeSet::new();
    for row in &tables["game_move"] {
        let (game, side, player) =
            (text(row, "game_id"), text(row, "side"), text(row, "player_id"));
        let kind = match serde_json::from_str(&text(row, "body")).unwrap() {
            Move::Ask(_) => "ask",
            Move::Answer(_) => "answer",
            Move::Guess(_) => "guess",
            Move::Reveal(_) => {
                assert!(revealed.insert(game.clone()), "{game} was revealed twice");
                continue;
            }
            Move::Join | Move::Leave | Move::Expire | Move::Remove => continue,
        };
        *moves.entry([game, side, player, kind.to_owned()]).or_default() += 1;
    }
    moves.retain(|_, times| *times > 1);
    assert!(moves.is_empty(), "made more than once: {moves:?}");
    let mut people = 0;
    let (mut games, mut ways) = (BTreeSet::new(), [0; WAYS.len()]);
    for seat in tables["seat"].iter().filter(|seat| !seat["ending"].is_null()) {
        let (game, player) = (text(seat, "game_id"), text(seat, "player_id"));
        let way = WAYS.iter().position(|way| player.starts_with(way.name()));
        // Nobody has left, or was given up.
        assert_eq!(seat["ending"], "final", "{player} in {game}");
        match way {
            Some(way) => ways[way] += 1,
            None => people += 1,
        }
        games.insert(game);
    }
    assert_eq!(games, revealed);
    assert_eq!(tables["guess"].len(), 2 * games.len());
    assert_eq!(people, finished, "a game that was finished is not there");
    assert!(ways.iter().all(|&games| games >= 4), "hardly anything was played: {ways:?}");
    let invalid = tables["spent"].iter().filter(|line| line["invalid"] != 0).count();
    assert_eq!(invalid, 0, "a broken reply was taken for a bad one");
}

type Row = BTreeMap<String, Value>;

fn text(row: &Row, column: &str) -> String {
    row[column].as_str().unwrap().to_owned()
}

/// Every row, read from a backup, which is the same for both databases.
fn tables(database: &str) -> BTreeMap<String, Vec<Row>> {
    let file = folder("called").join("luna.backup").display().to_string();
    let saved = luna().args(["backup", &file, "--database", database]).output().unwrap();
    assert!(saved.status.success());
    let (mut tables, mut columns) = (BTreeMap::<String, Vec<Row>>::new(), Vec::new());
    let mut name = String::new();
    for line in std::fs::read_to_string(&file).unwrap().lines() {
        match serde_json::from_str(line).unwrap() {
            Value::Array(row) => {
                let row = columns.iter().cloned().zip(row).collect();
                tables.entry(name.clone()).or_default().push(row);
            }
            mark => {
                mark["table"].as_str().unwrap_or_default().clone_into(&mut name);
                columns = serde_json::from_value(mark["columns"].clone()).unwrap_or_default();
            }
        }
    }
    tables
}

fn ids(way: Transport, count: usize) -> impl Iterator<Item = String> {
    (0..count).map(move |nth| format!("{}-{nth}", way.name()))
}

/// Ann's machines; people are given no others.
fn register(database: &str, fars: &[&MachineServer], count: usize) {
    let places: Vec<(Transport, u16)> = fars.iter().map(|far| (far.way, far.port)).collect();
    write(database, move |tx| {
        let at = moment();
        for house in HouseMachine::ALL {
            machine::kill(tx, &at, house.id(), "The tests want others.")?;
        }
        player::create(tx, "ann", false, "ann", 1)?;
        let mut nonce = [0; 12];
        for (way, port) in places {
            let url = format!("http://127.0.0.1:{port}");
            let setup = match way {
                Transport::Push => json!({ "url": url }),
                _ => json!({ "base_url": format!("{url}/v1"), "model": "m" }),
            };
            for id in ids(way, count) {
                machine::register(tx, 1, &id, &id, Some("ann"), &elsewhere(way, &setup))?;
                nonce[0] += 1;
                let sealed = Cipher::new(SECRET).seal(nonce, &id, SIGNING);
                machine::set_secret(tx, &id, Some(&sealed))?;
                readiness::schedule_probe(tx, &at, &id)?;
            }
        }
        Ok(())
    });
}

fn elsewhere(way: Transport, setup: &Value) -> MachineConfig {
    MachineConfig { setup: setup.to_string(), most_open: 50, most_daily: 1_000, ..declared(way) }
}

/// New games wait for people now, rather than in half a minute.
fn enlist(db: &Db) {
    let enlisted = db.write(|tx| {
        let mut all = WAYS.into_iter().flat_map(|way| ids(way, MACHINES));
        all.try_for_each(|id| readiness::schedule_probe(tx, &moment(), &id))
    });
    runtime().block_on(enlisted).unwrap();
}

/// A server of machines, which tells what it is asked.
struct MachineServer {
    way: Transport,
    port: u16,
    seconds: f64,
    child: Child,
}

impl MachineServer {
    /// Waits until it is open; port 0 is any.
    fn start(way: Transport, port: u16, seconds: f64, tell: &Sender<String>) -> MachineServer {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/called.py");
        let mut child = program("python3")
            .args([script, way.name(), &port.to_string(), &seconds.to_string()])
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PYTHONPATH", home().join("src"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let opened = lines.next().unwrap();
        let port = opened.strip_prefix("open ").unwrap().parse().unwrap();
        let tell = tell.clone();
        // Nobody may be listening any more; the pipe is to be emptied all the same.
        std::thread::spawn(move || lines.for_each(|line| drop(tell.send(line))));
        MachineServer { way, port, seconds, child }
    }

    fn end(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for MachineServer {
    fn drop(&mut self) {
        self.end();
    }
}
