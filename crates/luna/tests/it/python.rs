//! The Python client: its own tests, and machines written with it that meet a
//! person, a server that dies, limits, and a token that is revoked.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use luna_store::machine;
use luna_store::token;
use luna_testkit::control::offered;
use luna_testkit::machine::hash;
use luna_testkit::offline::{ONE, TWO, moment, read, register, write};
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{QUICK, Server, folder, program, sqlite};

/// A machine that says on its standard output what it was asked and how each
/// game has ended.
const TELLING: &str = r#"
import os
from luna_machine import run

def tell(game, what):
    os.write(1, f"{game} {what}\n".encode())

def machine(task):
    tell(task.game, task.type)
    if task.type == "ask":
        return [f"What is {nth}?" for nth in range(task.count)]
    if task.type == "answer":
        return [f"You asked: {question}" for question in task.questions]
    return 40

run(machine, mode=os.environ["MODE"], opponent=os.environ.get("OPPONENT"), games=2,
    count=int(os.environ["COUNT"]), on_finish=lambda game: tell(game.id, game.ending))
"#;

#[test]
fn the_clients_own_tests_pass() {
    let (database, server) = open(&["--machine-wait-seconds", "600"]);
    register(&database);
    let done = python(&server.address)
        .args(["-W", "error", "-m", "unittest", "discover", "-s", "tests"])
        .env("LUNA_TOKEN_ONE", ONE)
        .env("LUNA_TOKEN_TWO", TWO)
        .output()
        .unwrap();
    succeeded(&done);
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("\nOK\n"), "some were skipped: {said}");
}

#[test]
fn a_person_meets_a_machine_in_one_function() {
    let (database, server) = without_house_machines();
    let mut playing = tell(&server.address, ONE, "rated", None, 1);
    let mut said = BufReader::new(playing.stdout.take().unwrap()).lines();
    let id = asked(&mut said, "ask");
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    assert_eq!(ann.play_on(&game), Page::Final);
    assert!(ann.get(&game).unwrap().contains("You asked: What is number 1? \u{263e}"));
    let rest: Vec<String> = said.map(Result::unwrap).collect();
    // The second game it keeps going is never begun: one was wanted.
    assert_eq!(rest, ["answer", "guess", "final"].map(|what| format!("{id} {what}")));
    assert!(playing.wait().unwrap().success());
    let rated = read(&database, |tx| Ok(machine::ranked(tx, "one")?.spread.map(|it| it.rating)));
    assert_eq!(rated.unwrap().mean().to_string(), "61.5");
}

#[test]
fn a_machine_reads_which_games_it_is_to_forget() {
    let (_, server) = without_house_machines();
    let playing = tell(&server.address, ONE, "rated", None, 3);
    let mut people: Vec<Person> = (0..3).map(|_| Person::guest(&server.address)).collect();
    for person in &mut people {
        let game = person.start().unwrap();
        assert_eq!(person.play_on(&game), Page::Final);
    }
    let done = playing.wait_with_output().unwrap();
    succeeded(&done);
    let told = String::from_utf8(done.stdout).unwrap();
    let over = told.lines().filter_map(|line| line.strip_suffix(" final"));
    let games: BTreeSet<String> = over.map(str::to_owned).collect();
    assert_eq!(games.len(), 3, "{told}");
    let erasures = || -> Vec<String> {
        let script = "
import luna_machine
with luna_machine.Client() as client:
    for erasure in client.erasures(limit=1):
        print(erasure.game, erasure.at)
";
        let mut python = python(&server.address);
        let done = python.args(["-c", script]).env("LUNA_TOKEN", ONE).output().unwrap();
        succeeded(&done);
        String::from_utf8(done.stdout).unwrap().lines().map(str::to_owned).collect()
    };
    assert_eq!(erasures(), Vec::<String>::new());
    for mut person in people {
        person.get("/settings/erase").unwrap();
        assert_eq!(person.post("/settings/erase", &[("sure", "yes")]).unwrap().status, 303);
    }
    let all = erasures();
    let [ids, times] = [0, 1]
        .map(|nth| all.iter().map(|line| line.split(' ').nth(nth).unwrap()).collect::<Vec<&str>>());
    assert_eq!(ids.iter().map(|&id| id.to_owned()).collect::<BTreeSet<String>>(), games);
    // Zeros at the end of a second are left out, so the texts do not sort as the times do.
    let in_full = |time: &str| format!("{:0<23}", time.trim_end_matches('Z'));
    assert!(times.is_sorted_by(|a, b| in_full(a) >= in_full(b)), "the latest first: {times:?}");
}

#[test]
fn a_server_killed_again_and_again_costs_two_machines_nothing() {
    const GAMES: usize = 24;
    let (database, mut server) = open(&[]);
    register(&database);
    let address = server.address.clone();
    let mut one = tell(&address, ONE, "sandbox", Some("two"), GAMES);
    let two = tell(&address, TWO, "sandbox", Some("one"), GAMES);
    let two = std::thread::spawn(move || two.wait_with_output().unwrap());
    let mut told = Vec::new();
    for line in BufReader::new(one.stdout.take().unwrap()).lines() {
        told.push(line.unwrap());
        // Each time at another point of a game.
        if told.len() % 11 == 0 {
            server.kill();
            server = Server::start_at(&address, &database, &[]);
        }
    }
    assert!(told.len() > 33, "it was killed only a few times");
    assert!(one.wait().unwrap().success());
    let two = two.join().unwrap();
    succeeded(&two);
    let theirs = String::from_utf8(two.stdout).unwrap();
    for mut told in [told, theirs.lines().map(str::to_owned).collect()] {
        let all = told.len();
        told.sort();
        told.dedup();
        assert_eq!((told.len(), all), (4 * GAMES, 4 * GAMES), "lost or doubled: {told:#?}");
        assert_eq!(told.iter().filter(|line| line.ends_with(" final")).count(), GAMES);
    }
    let open = read(&database, |tx| luna_store::game::list::open_count(tx, "one")).to_string();
    assert_eq!(open, "0", "a game was begun twice");
}

#[test]
fn a_revoked_token_ends_a_machine_with_a_sentence() {
    let (database, server) = open(&[]);
    register(&database);
    let mut playing = tell(&server.address, ONE, "sandbox", Some("eliza"), 1_000_000);
    let mut said = BufReader::new(playing.stdout.take().unwrap()).lines();
    asked(&mut said, "final");
    write(&database, |tx| token::revoke(tx, "one", &hash(ONE), 1));
    let more = std::thread::spawn(move || said.map_while(Result::ok).count());
    let done = playing.wait_with_output().unwrap();
    assert!(more.join().is_ok() && !done.status.success());
    let error = String::from_utf8(done.stderr).unwrap();
    let last = error.trim_end().lines().last().unwrap();
    assert_eq!(
        last,
        "luna_machine.errors.Unauthorized: This token is unknown or has been revoked. \
         (401 unauthorized)"
    );
}

#[test]
fn a_client_that_is_told_to_wait_waits() {
    let (database, server) = open(&["--machine-requests-per-minute", "120"]);
    register(&database);
    let script = "
import logging, luna_machine
logging.basicConfig(level=logging.INFO)
with luna_machine.Client() as client:
    for _ in range(124):
        client.account()
";
    let done =
        python(&server.address).args(["-c", script]).env("LUNA_TOKEN", ONE).output().unwrap();
    succeeded(&done);
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(
        said.contains("Too many attempts. Please try again in "),
        "it was never told to: {said}"
    );
}

#[test]
fn pip_installs_it() {
    let Some(flit) = offered("LUNA_TEST_FLIT") else { return };
    let there = folder("pip");
    copy(&home(), &there.join("python"));
    let sources = names(&there.join("python"));
    let installed = there.join("installed");
    let done = program("python3")
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"])
        .args(["--root-user-action=ignore", "--no-deps", "--no-build-isolation", "--target"])
        .arg(&installed)
        .arg(there.join("python"))
        .env("PYTHONPATH", flit)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    succeeded(&done);
    assert!(installed.join("luna_machine/py.typed").exists());
    assert_eq!(names(&there.join("python")), sources, "nothing is left beside the sources");
    let done = program("python3")
        .args(["-m", "luna_machine", "example", "--help"])
        .env("PYTHONPATH", &installed)
        .current_dir(&there)
        .output()
        .unwrap();
    succeeded(&done);
}

/// Every file below a folder.
fn names(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { names(&path) } else { [path].into() }).collect()
}

pub(crate) fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/python")
}

/// Python, which finds the client, with a server.
fn python(address: &str) -> Command {
    let mut command = program("python3");
    command
        .current_dir(home())
        .stdin(Stdio::null())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONPATH", home().join("src"))
        .env("LUNA_SERVER", format!("http://{address}"));
    command
}

fn tell(address: &str, token: &str, mode: &str, opponent: Option<&str>, count: usize) -> Child {
    let mut command = python(address);
    command.args(["-c", TELLING]).env("LUNA_TOKEN", token).env("MODE", mode);
    command.env("COUNT", count.to_string()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(opponent) = opponent {
        command.env("OPPONENT", opponent);
    }
    command.spawn().unwrap()
}

/// Reads on until a machine tells of `what`; gives the game's id.
fn asked(said: &mut Lines<BufReader<ChildStdout>>, what: &str) -> String {
    let line = said.map(Result::unwrap).find(|line| line.ends_with(what));
    line.unwrap().split(' ').next().unwrap().to_owned()
}

#[track_caller]
fn succeeded(done: &Output) {
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Ann's machines play with everybody, and no others do.
fn without_house_machines() -> (String, Server) {
    let (database, server) = open(&QUICK);
    register(&database);
    let at = moment();
    write(&database, move |tx| {
        for house in luna_machines::HouseMachine::ALL {
            machine::kill(tx, &at, house.id(), "The tests want the other one.")?;
        }
        Ok(())
    });
    (database, server)
}

fn open(settings: &[&str]) -> (String, Server) {
    let database = sqlite();
    let server = Server::start(&database, settings);
    (database, server)
}
