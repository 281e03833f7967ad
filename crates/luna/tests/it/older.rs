//! A database and a backup that Luna wrote on 24 November 2026, at commit 3fff55e, with a player, a
//! finished game, an open one, and a machine, and the Python client of that day: they work with every
//! later version.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use luna_bench::http::{Client, Response};
use luna_testkit::people::Person;
use luna_testkit::server::{QUICK, Server, empty_databases, folder, program};
use serde_json::{Value, json};

use crate::command::run;

const LOG_IN: [(&str, &str); 2] =
    [("email", "ann@example.org"), ("password", "correct horse battery staple")];
const FINISHED: &str = "/games/01m85t72tah2f2y4h6xmy5fc9c";
/// Of Ann's machine.
const TOKEN: &str = "luna_3b9a5bmnw7h8aq5cye5vhqt7mn";

fn unpacked(name: &str) -> PathBuf {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/older").join(name);
    let to = folder("older").join(name.trim_end_matches(".gz"));
    let mut from = GzDecoder::new(File::open(packed).unwrap());
    io::copy(&mut from, &mut File::create(&to).unwrap()).unwrap();
    to
}

#[test]
fn an_older_database_is_opened_and_played_on() {
    let database = format!("sqlite:{}", unpacked("luna.db.gz").display());
    holds_what_it_held_and_goes_on(&database);
}

#[test]
fn an_older_backup_is_restored_into_either_database() {
    let backup = unpacked("luna.backup.gz").display().to_string();
    for database in empty_databases() {
        let (code, _, words) = run(&["restore", &backup, "--database", &database]);
        assert_eq!(code, Some(0), "{words}");
        holds_what_it_held_and_goes_on(&database);
    }
}

/// A machine that says how its games have ended.
const MACHINE: &str = r#"
from luna_machine import run

def machine(task):
    if task.type == "ask":
        return [f"What is {nth}?" for nth in range(task.count)]
    if task.type == "answer":
        return [f"You asked: {question}" for question in task.questions]
    return 40 + len(task.exchanges)

run(machine, count=2, mode="sandbox", opponent="eliza", on_finish=lambda game: print(game.ending))
"#;

#[test]
fn an_older_client_plays_whole_games() {
    let database = format!("sqlite:{}", unpacked("luna.db.gz").display());
    let server = Server::start(&database, &QUICK);
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/older/luna_machine.zip");
    let played = program("python3")
        .args(["-c", MACHINE])
        .env("PYTHONPATH", client)
        .env("LUNA_SERVER", format!("http://{}", server.address))
        .env("LUNA_TOKEN", TOKEN)
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&played.stderr);
    assert_eq!(String::from_utf8_lossy(&played.stdout), "final\nfinal\n", "{words}");
    assert!(played.status.success(), "{words}");
}

fn holds_what_it_held_and_goes_on(database: &str) {
    let mut server = Server::start(database, &QUICK);
    let mut ann = Person::guest(&server.address);
    assert_eq!(ann.post("/login", &LOG_IN).unwrap().status, 303);
    let finished = ann.get(FINISHED).unwrap();
    for text in ["A tie", "I would say 5, or so", "Is 3 more than"] {
        assert!(finished.contains(text), "{text} is not on {finished}");
    }
    assert!(ann.get("/settings/machines").unwrap().contains("annbot"));
    // The text has changed since, so she is asked again.
    ann.get("/consent").unwrap();
    assert_eq!(ann.post("/consent", &[("adult", "yes")]).unwrap().status, 303);
    let game = ann.start().unwrap();
    let page = ann.page(&game).unwrap();
    assert!(ann.act(&game, page).unwrap(), "{page:?}");
    the_machine_plays(&server.address);
    let (code, said, words) = run(&["rating", "rebuild", "--database", database]);
    assert_eq!(code, Some(0), "{said}{words}");
    assert!(said.contains(", 0 of them different"), "{said}");
    assert_eq!(server.stop(), Some(0));
}

/// A sandbox game, with requests as an older client sends them.
fn the_machine_plays(address: &str) {
    let mut client = Client::new(address);
    let account = call(&mut client, "GET", "/account", "", &Value::Null);
    assert_eq!(account.status, 200, "{}", account.text());
    let body = json!({ "mode": "sandbox", "opponent": "eliza" });
    let game = call(&mut client, "POST", "/games", "open", &body);
    assert_eq!(game.status, 201, "{}", game.text());
    let game: Value = serde_json::from_slice(&game.body).unwrap();
    let questions: Vec<String> = (1..=5).map(|nth| format!("What is {nth}?")).collect();
    let path = format!("/games/{}/questions", game["id"].as_str().unwrap());
    let body = json!({ "questions": questions });
    for _ in 0..2 {
        let sent = call(&mut client, "POST", &path, "ask", &body);
        assert_eq!(sent.status, 200, "{}", sent.text());
    }
}

fn call(client: &mut Client, method: &str, path: &str, key: &str, body: &Value) -> Response {
    let authorization = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let headers = if key.is_empty() { &headers[..1] } else { &headers[..] };
    let body = if key.is_empty() { String::new() } else { body.to_string() };
    client.request(method, &format!("/api/v1{path}"), headers, body.as_bytes()).unwrap()
}
