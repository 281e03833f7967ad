//! The documents, followed as a reader follows them: each command is typed, each file is saved and
//! each answer compared. A document that no longer holds fails.

mod help;
mod markdown;
mod reader;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_bench::http::{Client, field};
use luna_machines::task::{OutsideTask, Task as _};
use luna_store::{machine, player};
use luna_testkit::offline::{ONE, moment, register, runtime, write};
use luna_testkit::people::{Page, Person};
use luna_testkit::school::School;
use luna_testkit::server::{Server, luna, sqlite};
use serde_json::Value;

use self::help::{all_help, has, help_of};
use self::markdown::{Note, anchors, blocks, inline_code, links};
use self::reader::{Reader, values};
use crate::command::run;
use crate::predict::csv;
use crate::predict_beyond::mohler;
use crate::predict_train::teach;
use crate::tidy::{root, sources};

/// Documents with a test below that follows them.
const FOLLOWED: [&str; 12] = [
    "README.md",
    "clients/python/README.md",
    "docs/bot.md",
    "docs/contest.md",
    "docs/machines.md",
    "docs/measure.md",
    "docs/prediction.md",
    "docs/quickstart.md",
    "docs/quiz.md",
    "docs/ratings.md",
    "docs/running.md",
    "docs/simulations.md",
];

/// Blocks that no test can run. Each gives its reason above it.
const NOT_RUN: usize = 22;

/// Documents for users.
fn documents() -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "clients/python/README.md".to_owned()];
    let names = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| format!("docs/{}", name.to_str().unwrap()));
    found.extend(names.filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "md")));
    found.sort();
    found
}

fn text(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn every_block_is_followed_or_says_why_not() {
    let (mut followed, mut not_run) = (BTreeSet::new(), Vec::new());
    for document in documents() {
        for block in blocks(&text(&document)) {
            match block.note {
                Some(Note::NotRun(reason)) => {
                    assert!(reason.len() > 10, "{document}:{}: {reason}", block.line);
                    not_run.push(format!("{document}:{}: {reason}", block.line));
                }
                _ => drop(followed.insert(document.clone())),
            }
        }
    }
    assert_eq!(followed.into_iter().collect::<Vec<_>>(), FOLLOWED);
    assert_eq!(not_run.len(), NOT_RUN, "{not_run:#?}");
}

#[test]
fn the_settings_of_the_readme_start_a_server() {
    let settings = blocks(&text("README.md")).into_iter().find(|block| block.language == "toml");
    let place = luna_testkit::server::folder("settings");
    fs::write(place.join("luna.toml"), settings.unwrap().text).unwrap();
    let erased = place.join("erased").display().to_string();
    let mut command = luna();
    command.current_dir(&place);
    // The database and the list of erasures are on other machines.
    let address = format!("127.0.0.1:{}", free_port());
    let elsewhere = ["--erasure-log", erased.as_str()];
    let server = Server::start_as(command, &address, &sqlite(), &elsewhere);
    let page = Client::new(&server.address).get("/contact").unwrap().text().into_owned();
    for expected in ["The Luna Society", "1 Moon Road, Reading", "you@example.org"] {
        assert!(page.contains(expected), "{page}");
    }
}

/// A mail server that greets everybody and receives nothing.
fn greeter() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            drop((&stream).write_all(b"220 hello\r\n"));
            for line in BufReader::new(&stream).lines().map_while(Result::ok) {
                let reply: &[u8] = if line == "QUIT" { b"221 bye\r\n" } else { b"250 well\r\n" };
                drop((&stream).write_all(reply));
            }
        }
    });
    format!("smtp://{address}")
}

#[test]
fn the_readme_holds() {
    let address = format!("127.0.0.1:{}", free_port());
    let mut reader = Reader::new()
        .with("LUNA_LISTEN", &address)
        .replacing("https://luna.example.org", &format!("http://{address}"))
        .replacing("postgres://luna@db/luna", "sqlite:luna.db")
        .replacing("/var/lib/luna/erased", "luna.db.erased")
        .replacing("smtps://user:password@mail.example.org", &greeter())
        .beside("luna serve", |log| log.contains("Luna is open"));
    reader.follow("README.md");
    assert!(fs::metadata(reader.place.join("luna-2026-11-20.backup")).unwrap().len() > 1000);
}

#[test]
fn running_an_instance_holds() {
    let mut reader = Reader::new();
    let database = format!("sqlite:{}", reader.place.join("luna.db").display());
    runtime().block_on(teach(&database, School { pupils: 3, fair: true }));
    write(&database, |tx| player::create(tx, "person", false, "NAME", 1));
    reader.follow("docs/running.md");
    let read = |name: &str| fs::read_to_string(reader.place.join(name)).unwrap();
    let responses = read("responses.csv");
    assert!(responses.lines().count() > 10, "{responses}");
    let data: Value = serde_json::from_str(&read("data.json")).unwrap();
    assert_eq!(data["player"]["name"], "NAME", "{data}");
    let log = read("luna.db.erased");
    assert!(log.contains("person"), "{log}");
}

#[test]
fn the_tasks_of_the_machines_page_hold() {
    let shown: Vec<Value> = blocks(&text("docs/machines.md"))
        .into_iter()
        .filter(|block| block.language == "json")
        .map(|block| serde_json::from_str(&block.text).unwrap())
        .collect();
    let [question, answers, conversation, lines, keys] = &shown[..] else { panic!("{shown:?}") };
    for (sent, replies) in [(question, vec![answers]), (conversation, vec![lines, keys])] {
        let task: OutsideTask = serde_json::from_value(sent.clone()).unwrap();
        assert_eq!(serde_json::to_value(&task).unwrap(), *sent);
        for reply in replies {
            assert_eq!(task.read_value(reply).unwrap().to_json(), *reply);
        }
    }
}

#[test]
fn measuring_holds() {
    let mut reader = Reader::new();
    reader.follow("docs/measure.md");
    let folder = reader.place.join("measurement");
    for file in ["report.html", "measures.json", "measures.csv", "log.jsonl", "selection.png"] {
        assert!(folder.join(file).exists(), "{file}");
    }
}

#[test]
fn luna_bot_holds() {
    let database = sqlite();
    register(&database);
    let server = Server::start(&database, &[]);
    let mut reader = Reader::new()
        .replacing("http://127.0.0.1:1950", &format!("http://{}", server.address))
        .replacing("luna_...", ONE);
    let machine = include_str!("api_machine.py").replace("sys.argv[1]", "\"deaf\"");
    fs::create_dir(reader.place.join("mine")).unwrap();
    fs::write(reader.place.join("mine/mine.py"), machine).unwrap();
    reader.follow("docs/bot.md");
}

#[test]
fn the_quickstart_holds() {
    let database = sqlite();
    register(&database);
    let server = Server::start(&database, &[]);
    let luna = Path::new(env!("CARGO_BIN_EXE_luna"));
    // What `luna bot new rust` writes is this example, which is built with the tests.
    let built = luna.with_file_name("examples").join("starter").display().to_string();
    let mut reader = Reader::new()
        .replacing("https://luna.example.org", &format!("http://{}", server.address))
        .replacing("luna_…", ONE)
        .replacing("cargo build --release --manifest-path", "test -f")
        .replacing("rust-machine/target/release/machine", &built);
    std::os::unix::fs::symlink(root().join("clients"), reader.place.join("clients")).unwrap();
    reader.follow("docs/quickstart.md");
    let mut client = Client::new(&server.address);
    let token = format!("Bearer {ONE}");
    let over = ("authorization", token.as_str());
    let over = client.request("GET", "/api/v1/games?state=over", &[over], b"").unwrap();
    let over: Value = serde_json::from_str(&over.text()).unwrap();
    let games = over["games"].as_array().unwrap();
    assert_eq!(games.len(), 4, "{over}");
    assert!(games.iter().all(|game| game["result"].is_object()), "{over}");
}

#[test]
fn the_contest_holds() {
    let entry = "luna bot run --lpp talk --instant --seed 7 --house eliza";
    let ready = |log: &str| log.contains("waiting for the judge to speak");
    Reader::new().beside(entry, ready).follow("docs/contest.md");
}

#[test]
fn the_page_of_a_starter_machine_holds() {
    let database = sqlite();
    register(&database);
    let server = Server::start(&database, &[]);
    let mut reader = Reader::new()
        .replacing("https://luna.example.org", &format!("http://{}", server.address))
        .replacing("luna_...", ONE)
        .until("luna bot run --games 3 --exec python3 machine.py", |log| log.contains("playing"));
    let new = luna().current_dir(&reader.place).args(["bot", "new", "python", "."]).output();
    assert!(new.unwrap().status.success());
    let page = reader.place.join("README.md").display().to_string();
    reader.follow(&page);
}

/// A machine that keeps its tasks in a file and gives the replies of the document.
const RECORDER: &str = "
import json, sys
ask, answer, guess = open('replies').read().splitlines()
with open('tasks', 'w') as tasks:
    for line in sys.stdin:
        tasks.write(line)
        tasks.flush()
        kind = json.loads(line)['type']
        if kind != 'hello':
            print({'ask': ask, 'answer': answer, 'guess': guess}[kind], flush=True)
";

#[test]
fn tasks_and_replies_are_as_documented() {
    let text = text("docs/bot.md");
    let samples = blocks(&text).into_iter().filter(|block| block.language == "json");
    let [tasks, replies] = samples.map(|block| block.text).collect::<Vec<_>>().try_into().unwrap();
    let place = luna_testkit::server::folder("tasks");
    fs::write(place.join("replies"), replies).unwrap();
    let check = ["bot", "check", "--exec", "python3", "-c", RECORDER];
    let done = luna().current_dir(&place).args(check).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    // The last game was a real one, on an instance.
    let received = values("tasks", &fs::read_to_string(place.join("tasks")).unwrap());
    let shapes: Vec<Value> = received.iter().map(shape).collect();
    let documented = values("docs/bot.md", &tasks);
    assert_eq!(documented.len(), 4);
    for task in documented {
        assert!(shapes.contains(&shape(&task)), "{task} in {received:#?}");
    }
}

/// A value with its texts and numbers left out; a task keeps its type.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| match name.as_str() {
                "type" => (name.clone(), value.clone()),
                _ => (name.clone(), shape(value)),
            });
            Value::Object(fields.collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(shape).collect()),
        Value::String(_) => "".into(),
        Value::Number(_) => 0.into(),
        other => other.clone(),
    }
}

#[test]
fn the_python_client_holds() {
    let database = sqlite();
    register(&database);
    let at = moment();
    let only = move |tx: &mut luna_store::Tx<'_>| {
        for house in [luna_machines::HouseMachine::Gibberish, luna_machines::HouseMachine::Recall] {
            machine::kill(tx, &at, house.id(), "The test wants the other ones.")?;
        }
        Ok(())
    };
    let settings = ["--machine-percent", "100", "--machine-wait-seconds", "1"];
    let server =
        Server::start(&database, &[&settings[..], &["--machine-pace-seconds", "0"]].concat());
    write(&database, only);
    let address = server.address.clone();
    let service = format!("127.0.0.1:{}", free_port());
    let (_, port) = service.split_once(':').unwrap();
    let ready = service.clone();
    let mut reader = Reader::new()
        .replacing("https://luna.example.org", &format!("http://{}", server.address))
        .replacing("luna_…", ONE)
        .replacing("port=8000", &format!("port={port}"))
        .replacing("127.0.0.1:8000", &service)
        .until("python my_machine.py", move |_| is_met(&address))
        .beside("python push_machine.py", move |_| std::net::TcpStream::connect(&ready).is_ok());
    reader.follow("clients/python/README.md");
}

/// Plays until the machine of the document answers a person, at most once after Eliza.
fn is_met(address: &str) -> bool {
    let mut ann = Person::guest(address);
    let game = ann.start().unwrap();
    assert_eq!(ann.play_on(&game), Page::Final);
    ann.get(&game).unwrap().contains("You asked: What is number 1?")
}

#[test]
fn prediction_holds() {
    let mut reader = Reader::new();
    let database = format!("sqlite:{}", reader.place.join("luna.db").display());
    runtime().block_on(teach(&database, School { pupils: 31, fair: true }));
    fs::rename(csv(&reader.place), reader.place.join("answers.csv")).unwrap();
    fs::create_dir(reader.place.join("mohler")).unwrap();
    mohler(&reader.place.join("mohler"));
    powergrading(&reader.place.join("powergrading"));
    reader.follow("docs/prediction.md");
}

/// Fifty students who were asked four questions.
fn powergrading(folder: &Path) {
    fs::create_dir(folder).unwrap();
    let mut key = "question_id\tquestion\tanswers\n".to_owned();
    let mut answers = "student_id\tstudent_uuid\tquestion_id\tanswer\tg1\tg2\tg3\n".to_owned();
    for question in 1..=4 {
        writeln!(key, "{question}\tWhat is number {question}?\tthe {question} law | law").unwrap();
        for student in 1..=50 {
            let right = (student * 7 + question * 3) % 5;
            let answer = ["", "a king", "some law", "the law", "the law of it"][right];
            let grade = right / 3;
            let row = format!("s{student:03}\tu{student}\t{question}\t{answer}");
            writeln!(answers, "{row}\t{grade}\t{grade}\t{grade}").unwrap();
        }
    }
    fs::write(folder.join("questions_answer_key.tsv"), key).unwrap();
    fs::write(folder.join("student_answers_698.tsv"), answers).unwrap();
}

#[test]
fn trivia_holds() {
    let mut reader = Reader::new();
    let packet = "1. It is black.\nANSWER: raven\n<Science - Biology>\n";
    fs::write(reader.place.join("packet.txt"), packet).unwrap();
    let row = r#"{"question": "An old city.", "answer": "Rome"}"#;
    let file = fs::File::create(reader.place.join("tossups.jsonl.gz")).unwrap();
    let mut file = GzEncoder::new(file, Compression::default());
    file.write_all(row.as_bytes()).unwrap();
    file.finish().unwrap();
    fs::write(reader.place.join("answer_to_page.tsv"), "rome\tRome\n").unwrap();
    let row = r#"{"qanta_id": 1, "text": "A city on hills.", "page": "Rome"}"#;
    fs::write(reader.place.join("ordinary.jsonl"), row).unwrap();
    let row = r#"{"id": "t1", "text": "Seven hills.", "answer": "Rome"}"#;
    fs::write(reader.place.join("challenge.jsonl"), row).unwrap();
    let row = r#"{"id": "t1", "words": 2, "guesses": [["Rome", 0.7]]}"#;
    fs::write(reader.place.join("guesses.jsonl"), row).unwrap();
    let mut plays = "event\tquestion_set\tcorrect\tbuzz_position\n".to_owned();
    for (set, right, position) in [("adv", 1, 0.5), ("adv", 0, 0.6), ("control", 1, 0.9)] {
        writeln!(plays, "club\t{set}\t{right}\t{position}").unwrap();
    }
    fs::write(reader.place.join("plays.tsv"), plays).unwrap();
    reader.follow("docs/quiz.md");
    for file in ["report.html", "evaluation.json", "accuracy.csv", "figure-3.svg"] {
        assert!(reader.place.join("evaluation").join(file).exists(), "{file}");
    }
}

#[test]
fn ratings_hold() {
    let mut reader = Reader::new();
    let database = format!("sqlite:{}", reader.place.join("luna.db").display());
    runtime().block_on(teach(&database, School { pupils: 3, fair: true }));
    let names = ["ann", "bob", "cleo", "dan"];
    let (mut battles, mut matches) =
        ("left,right,winner,judge\n".to_owned(), "left,right,winner,time\n".to_owned());
    for nth in 0..60 {
        let (left, right) = (names[nth % 4], names[(nth + 1 + nth % 3) % 4]);
        let winner = ["left", "right", "tie"][nth * nth % 7 % 3];
        writeln!(battles, "{left},{right},{winner},judge {}", nth % 5).unwrap();
        writeln!(matches, "{left},{right},{winner},{}", nth * 1_000_000).unwrap();
    }
    let mut grades = "judge,subject,points\n".to_owned();
    for nth in 0..60 {
        writeln!(grades, "{},q{},{}", names[nth % 4], nth / 4, 1 + nth * nth % 5).unwrap();
    }
    fs::write(reader.place.join("grades.csv"), &grades).unwrap();
    let packed = fs::File::create(reader.place.join("grades.tsv.gz")).unwrap();
    let mut packed = GzEncoder::new(packed, Compression::default());
    packed.write_all(grades.replace(',', "\t").as_bytes()).unwrap();
    packed.finish().unwrap();
    fs::write(reader.place.join("battles.csv"), battles).unwrap();
    fs::write(reader.place.join("matches.csv"), matches).unwrap();
    reader.follow("docs/ratings.md");
    let ratings = fs::read_to_string(reader.place.join("ratings.csv")).unwrap();
    for model in ["bradley-terry", "davidson", "rao-kupper", "elo", "glicko-2", "trueskill"] {
        assert!(ratings.contains(model), "{ratings}");
    }
}

#[test]
fn simulations_hold() {
    let mut reader = Reader::new();
    reader.follow("docs/simulations.md");
    for file in ["simulations/report.html", "judges/report.html", "readings/readings.csv"] {
        assert!(reader.place.join(file).exists(), "{file}");
    }
}

/// Somebody who may see every page.
fn administrator(database: &str, address: &str) -> Client {
    let create = ["admin", "create", "boss@example.org", "--json", "--database", database];
    let created: Value = serde_json::from_str(&run(&create).1).unwrap();
    let mut client = Client::new(address);
    let csrf = field(&client.get("/login").unwrap().text(), "csrf").unwrap();
    let password = created["password"].as_str().unwrap();
    let fields = [("csrf", &*csrf), ("email", "boss@example.org"), ("password", password)];
    assert_eq!(client.post_form("/login", &fields).unwrap().status, 303);
    client
}

#[test]
fn pages_in_sentences_exist() {
    let database = sqlite();
    let server = Server::start(&database, &["--metrics-token", "a token for metrics"]);
    let mut client = administrator(&database, &server.address);
    let is_page = |code: &String| {
        let elsewhere = ["/var/", "/etc/"].iter().any(|folder| code.starts_with(folder));
        // This one never ends.
        code.starts_with('/') && !elsewhere && code != "/events"
    };
    let pages: BTreeSet<String> = documents()
        .iter()
        .flat_map(|document| inline_code(&text(document)))
        .filter(is_page)
        .collect();
    assert!(pages.len() > 15, "{pages:?}");
    for page in pages {
        // Only the metrics ask for it.
        let token = ("authorization", "Bearer a token for metrics");
        assert_eq!(client.request("GET", &page, &[token], b"").unwrap().status, 200, "{page}");
    }
}

/// Every Markdown file that has readers outside of the source.
fn with_links() -> Vec<PathBuf> {
    let folders = ["", "bench", "clients/python", "docs", "docs/decisions", "docs/operators"];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|kind| kind == "md")).collect()
}

/// Paths are written without the `luna-` of a crate, and a module's file with its folder.
#[test]
fn files_in_documents_exist() {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let bare =
        |path: &Path| format!("/{}", path.to_str().unwrap().replace("crates/luna-", "crates/"));
    let files: Vec<String> = files.iter().map(|file| bare(file)).collect();
    let is_file = |code: &String| {
        Path::new(code).extension().is_some_and(|kind| kind == "rs")
            && code.contains('/')
            && !code.contains(' ')
    };
    // Decisions are about the code of their day.
    let documents = with_links().into_iter().filter(|path| !path.ends_with("CHANGELOG.md"));
    let documents = documents.filter(|path| !path.to_str().unwrap().contains("/decisions/"));
    let named: BTreeSet<String> = documents
        .flat_map(|path| inline_code(&fs::read_to_string(path).unwrap()))
        .filter(is_file)
        .collect();
    assert!(named.len() > 20, "{named:?}");
    let exists = |code: &&String| {
        let end = bare(&Path::new("/").join(code)).replace("//", "/");
        files.iter().any(|file| file.ends_with(&end))
    };
    let missing: Vec<&String> = named.iter().filter(|code| !exists(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let all = with_links();
    assert!(all.len() > 40, "{} documents", all.len());
    let mut broken = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let there = target.exists();
            let is_section =
                || anchors(&fs::read_to_string(&target).unwrap()).iter().any(|it| it == anchor);
            if !(there && (anchor.is_empty() || is_section())) {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn commands_and_flags_in_sentences_exist() {
    let everything = all_help(&[]);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for document in documents() {
        for code in inline_code(&text(&document)) {
            let words: Vec<&str> = code.split([' ', '=']).collect();
            let (help, arguments) = match words[0] {
                "luna" if words.len() > 1 => help_of(&code).unwrap_or_default(),
                flag if flag.starts_with("--") => (everything.clone(), Vec::new()),
                _ => continue,
            };
            tried += 1;
            // An argument may be one of the values that the help lists.
            let mut named = words.iter().filter(|word| word.starts_with("--")).chain(&arguments);
            if help.is_empty() || !named.all(|word| has(&help, word)) {
                wrong.push(format!("{document}: {code}"));
            }
        }
    }
    assert!(tried > 80, "{tried} in all");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn times_of_people_are_used_from_the_number_that_the_document_gives() {
    let game = fs::read_to_string(root().join("docs/game.md")).unwrap();
    let enough = luna_core::machine_delay::ENOUGH;
    let words = format!("until there are {enough} such times");
    assert!(game.split_whitespace().collect::<Vec<_>>().join(" ").contains(&words), "{words}");
}
