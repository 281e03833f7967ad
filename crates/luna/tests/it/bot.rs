//! `luna bot`: machines that play on a real instance, through crashes of
//! theirs and of its, and machines that are checked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use luna_core::game::Ending;
use luna_core::rng::Chance;
use luna_store::game::SeatRecord;
use luna_store::game::list::places_since;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::token::{self, Scope};
use luna_store::{Db, player};
use luna_testkit::control::offered;
use luna_testkit::machine::{declared, token as key};
use luna_testkit::people::{Page, Person, pause};
use luna_testkit::server::{QUICK, Server, folder, luna, program, sqlite};
use luna_testkit::stopwatch::patience;
use serde_json::Value;

/// The id of the machine that is registered, and its token.
pub(crate) const ID: &str = "01machine";
pub(crate) const TOKEN: &str = "luna_abcdefghijklmnopqrstuvwxyz";
const OTHER_TOKEN: &str = "luna_zyxwvutsrqponmlkjihgfedcba";
const NOW: i64 = 1_790_000_000_000;
/// The text of an owner.
const ARTICLE: &str = "# A short history\n\nMarie Curie discovered radium in 1898. Vasco da Gama reached \
                       India in 1498. The king built a castle on the hill. The plague killed 46,000 \
                       people. *Lise Meitner* died in Cambridge in 1968. The committee published the \
                       report in March.\n";

pub(crate) fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// A database in which somebody has registered a machine, and another one.
pub(crate) fn with_machine() -> String {
    let database = sqlite();
    let db = Db::open(&database).unwrap();
    let declared = MachineConfig {
        model: "python".into(),
        most_open: 20,
        most_daily: 1_000,
        ..declared(Transport::Pull)
    };
    let made = db.write(move |tx| {
        player::create(tx, "01owner", false, "owner", NOW)?;
        machine::register(tx, NOW, ID, "snake", Some("01owner"), &declared)?;
        token::create(tx, ID, &key(TOKEN, Scope::Play, NOW))?;
        machine::register(tx, NOW, "01other", "cobra", Some("01owner"), &declared)?;
        token::create(tx, "01other", &key(OTHER_TOKEN, Scope::Play, NOW))
    });
    block(made).unwrap();
    database
}

/// Every game that the machine has ever had, over or not.
fn places(database: &str) -> Vec<SeatRecord> {
    let db = Db::open(database).unwrap();
    let places = block(db.read(|tx| places_since(tx, ID, 0, 10_000))).unwrap();
    places.into_iter().map(|(place, _)| place).collect()
}

/// Whether the machine has made its guess in a game that is not over.
fn has_guessed(database: &str) -> bool {
    let open: Vec<SeatRecord> =
        places(database).into_iter().filter(|place| place.ending.is_none()).collect();
    let db = Db::open(database).unwrap();
    open.into_iter().any(|SeatRecord { game_id, seat, .. }| {
        let loaded = block(db.read(move |tx| luna_store::game::load(tx, &game_id))).unwrap();
        loaded.game.view(seat).my_guess.is_some()
    })
}

/// Whether the machine has asked, and waits for somebody.
fn waits(database: &str) -> bool {
    let db = Db::open(database).unwrap();
    block(db.read(|tx| machine::waiting_count(tx, ID))).unwrap() > 0
}

/// Until there is something to do in a game.
fn wait(person: &mut Person, game: &str) {
    let patience = patience();
    while person.page(game).unwrap() == Page::Waiting {
        assert!(patience() < Duration::from_secs(60), "still waiting in {game}");
        pause(Duration::from_millis(20));
    }
}

fn ended(places: &[SeatRecord], how: &str) -> usize {
    places.iter().filter(|place| place.ending.map(Ending::name) == Some(how)).count()
}

/// The command with what programs and servers need to be found and let in.
pub(crate) fn bot() -> Command {
    let mut command = luna();
    command
        .env("PATH", offered("PATH").unwrap_or_default())
        .env("LUNA_TOKEN", TOKEN)
        .args(["bot", "--log", "warn"]);
    command
}

/// A `luna bot run`, and the lines that it prints.
struct Bot {
    child: Child,
    lines: mpsc::Receiver<Value>,
}

impl Bot {
    fn start(address: &str, options: &[&str], machine: &[&str]) -> Bot {
        Bot::start_with(TOKEN, address, options, machine)
    }

    fn start_with(token: &str, address: &str, options: &[&str], machine: &[&str]) -> Bot {
        let mut child = bot()
            .env("LUNA_TOKEN", token)
            .args(["run", "--json", "--server", &format!("http://{address}")])
            .args(options)
            .args(machine)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, heard) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                drop(tell.send(serde_json::from_str(&line).unwrap()));
            }
        });
        Bot { child, lines: heard }
    }

    fn line(&self) -> Value {
        self.lines.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until it ends by itself; gives the exit code.
    fn end(&mut self) -> Option<i32> {
        let patience = patience();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(patience() < Duration::from_secs(120), "the bot does not end");
            pause(Duration::from_millis(20));
        }
    }

    /// Asks it to stop, as ctrl-C or a service manager does.
    fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.end()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn python(how: &str, folder: &Path) -> Vec<String> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/machine.py");
    ["--exec", "python3", program, how, folder.to_str().unwrap()].map(str::to_owned).to_vec()
}

fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

#[test]
fn a_program_plays_rated_games_with_people_across_a_restart() {
    let database = with_machine();
    let mut server = Server::start(&database, &QUICK);
    let address = server.address.clone();
    let machine = python("well", &folder("machine"));
    let mut bot = Bot::start(&address, &["--games", "2"], &words(&machine));
    let mut person = Person::guest(&address);
    let mut met = None;
    while !waits(&database) {
        pause(Duration::from_millis(20));
    }
    // The house machines are met at most once each before this one.
    for _ in 0..4 {
        let game = person.start().unwrap();
        for page in [Page::Interview, Page::Response] {
            wait(&mut person, &game);
            assert!(person.act(&game, page).unwrap());
        }
        wait(&mut person, &game);
        let ours = person.get(&game).unwrap().contains("Heard: What is number 1? \u{263e}");
        if ours {
            // Work that the server has begun waits for a while when it is killed.
            while !has_guessed(&database) {
                pause(Duration::from_millis(20));
            }
            server.kill();
            server = Server::start_at(&address, &database, &QUICK);
        }
        assert_eq!(person.play_on(&game), Page::Final);
        if ours {
            met = Some(bot.line());
            break;
        }
    }
    let game = met.unwrap();
    assert_eq!(game["mode"], "rated");
    assert_eq!(game["ending"], "final");
    assert_eq!((&game["my_guess"], &game["result"]["their_guess"]), (&37.5.into(), &61.5.into()));
    assert_eq!(game["result"]["my_rating_now"], 61.5);
    assert_eq!(bot.stop(), Some(0));
    let places = places(&database);
    let open = places.iter().filter(|place| place.ending.is_none()).count();
    assert_eq!((ended(&places, "final"), places.len()), (1, 1 + open), "{places:?}");
    assert!(open <= 2, "{places:?}");
}

#[test]
fn a_game_against_each_house_machine_is_printed_for_people_too() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    for house in ["gibberish", "eliza", "recall"] {
        let output = bot()
            .args(["run", "--once", "--mode", "sandbox", "--opponent", house])
            .args(["--server", &format!("http://{}/", server.address)])
            .args(python("well", &folder("machine")))
            .output()
            .unwrap();
        let line = String::from_utf8(output.stdout).unwrap();
        let expected = format!(" tied against {house}: guessed 37.5, was guessed ");
        assert!(line.contains(&expected) && line.lines().count() == 1, "{line}");
        assert_eq!(output.status.code(), Some(0));
    }
    assert_eq!(ended(&places(&database), "final"), 3);
}

#[test]
fn the_panel_asks_what_house_machines_ask_and_says_how_many_games_it_plays() {
    let (server, model) = (Server::start(&with_machine(), &QUICK), serve());
    let output = bot()
        .args(["run", "--json", "--count", "2", "--log", "info", "--mode", "sandbox"])
        .args(["--server", &format!("http://{}", server.address), "--opponent", "eliza"])
        .args(["--house", "panel", "--openai", &model.1, "--model", "tiny"])
        .env("LUNA_KEY", "a key")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let count = said.find("until this number of games is finished").map(|at| said.split_at(at).1);
    assert!(count.is_some_and(|rest| rest.contains("count=2")), "{said}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let games: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    for game in games {
        let asked = game["my_questions"].as_array().unwrap();
        let asked: BTreeSet<&str> = asked.iter().map(|it| it.as_str().unwrap()).collect();
        assert!(asked.len() == 5 && asked.iter().all(|it| it.ends_with('?')), "{asked:?}");
        assert_eq!((&game["my_responses"][0], &game["my_guess"]), (&"One?".into(), &42.0.into()));
    }
}

/// A machine that asks questions of its own would ask *What is 1?* and so on.
#[test]
fn a_machine_asks_about_the_text_of_its_owner_and_does_the_other_tasks_itself() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let folder = folder("machine");
    let text = folder.join("article.md");
    std::fs::write(&text, ARTICLE).unwrap();
    let generated = luna().args(["question", "generate", "--json"]).arg(&text).output().unwrap();
    let questions: BTreeMap<String, Value> = (generated.stdout.lines().map_while(Result::ok))
        .map(|line| serde_json::from_str::<Value>(&line).unwrap())
        .map(|it| (it["question"].as_str().unwrap().to_owned(), it))
        .collect();
    let text = text.to_str().unwrap();
    let options = ["--mode", "sandbox", "--opponent", "eliza", "--count", "3", "--ask-from", text];
    let mut bot = Bot::start(&server.address, &options, &words(&python("well", &folder)));
    assert_eq!(bot.end(), Some(0));
    let mut asked = BTreeSet::new();
    for game in &bot.lines {
        let five: Vec<&str> = game["my_questions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        let sources: Vec<&Value> = five.iter().map(|&it| &questions[it]).collect();
        assert!(sources.iter().all(|it| it["vague"] == false), "{five:?}");
        let sentences: BTreeSet<&str> =
            sources.iter().map(|it| it["sentence"].as_str().unwrap()).collect();
        assert_eq!((five.len(), sentences.len()), (5, 5), "{five:?}");
        let responses = game["my_responses"].as_array().unwrap();
        assert!(responses.iter().all(|it| it.as_str().unwrap().starts_with("Heard: ")), "{game}");
        assert_eq!(game["my_guess"], 37.5);
        asked.insert(format!("{five:?}"));
    }
    assert!(asked.len() > 1, "{asked:?}");
    assert_eq!(ended(&places(&database), "final"), 3);
}

#[test]
fn a_text_with_too_few_questions_ends_it_before_a_game() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let folder = folder("machine");
    let text = folder.join("short.html");
    std::fs::write(&text, "<h1>A short history</h1><p>It was cold.</p>").unwrap();
    let output = bot()
        .args(["run", "--once", "--mode", "sandbox", "--opponent", "eliza", "--ask-from"])
        .arg(&text)
        .args(["--server", &format!("http://{}", server.address)])
        .args(python("well", &folder))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let few = format!("luna: {} gives 0 questions for a game, which needs 5", text.display());
    assert!(said.starts_with(&few) && said.lines().count() == 1, "{said}");
    assert!(said.contains("A short history” because it is a heading"), "{said}");
    assert_eq!(output.status.code(), Some(1));
    assert!(places(&database).is_empty());
}

#[test]
fn two_machines_play_each_other_by_name() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let machine = python("well", &folder("machine"));
    let options = ["--mode", "sandbox", "--games", "2", "--count", "6", "--opponent"];
    let cobra = [&options[..], &["cobra"]].concat();
    let snake = [&options[..], &["snake"]].concat();
    let mut first = Bot::start(&server.address, &cobra, &words(&machine));
    let mut second = Bot::start_with(OTHER_TOKEN, &server.address, &snake, &["--house", "recall"]);
    assert_eq!((first.end(), second.end()), (Some(0), Some(0)));
    let (first, second): (Vec<Value>, Vec<Value>) =
        (first.lines.iter().collect(), second.lines.iter().collect());
    assert_eq!((first.len(), second.len()), (6, 6));
    assert!(first.iter().all(|game| game["partner"] == "cobra" && game["ending"] == "final"));
    assert!(second.iter().all(|game| game["result"]["their_guess"] == 37.5));
    assert_eq!(places(&database).len(), 6);
}

#[test]
fn a_program_that_is_killed_in_each_game_finishes_them_all() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let marks = folder("machine");
    let machine = python("crash-each-game", &marks);
    let options = ["--mode", "sandbox", "--opponent", "eliza", "--games", "2", "--count", "4"];
    let mut bot = Bot::start(&server.address, &options, &words(&machine));
    assert_eq!(bot.end(), Some(0));
    let places = places(&database);
    assert_eq!((ended(&places, "final"), places.len()), (4, 4), "{places:?}");
    assert_eq!(std::fs::read_dir(marks).unwrap().count(), 4, "it was killed once in each");
}

#[test]
fn a_game_that_the_program_cannot_play_is_given_up_and_others_go_on() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let machine = python("fail-first-game", &folder("machine"));
    let options = ["--mode", "sandbox", "--opponent", "eliza", "--count", "2"];
    let mut bot = Bot::start(&server.address, &options, &words(&machine));
    assert_eq!(bot.end(), Some(0));
    let endings: Vec<Value> = bot.lines.iter().map(|game| game["ending"].clone()).collect();
    assert_eq!(endings, ["left", "final", "final"]);
    assert_eq!(places(&database).len(), 3);
}

#[test]
fn games_that_the_other_side_ends_count_and_are_rested_between() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let machine = python("well", &folder("machine"));
    let options = ["--mode", "sandbox", "--opponent", "cobra", "--count", "3"];
    let patience = patience();
    let mut snake = Bot::start(&server.address, &options, &words(&machine));
    // The other side ends after five games, so none may pass before this one is there.
    while places(&database).is_empty() {
        assert!(patience() < Duration::from_secs(60), "no game is opened");
        pause(Duration::from_millis(20));
    }
    let other = python("garbage", &folder("other"));
    let options = ["--mode", "sandbox", "--opponent", "snake"];
    let _cobra = Bot::start_with(OTHER_TOKEN, &server.address, &options, &words(&other));
    for _ in 0..3 {
        assert_eq!(snake.line()["ending"], "closed");
    }
    assert_eq!(snake.end(), Some(0));
    // A second after the first, two after the next.
    assert!(patience() >= Duration::from_secs(3));
    let places = places(&database);
    assert_eq!((ended(&places, "closed"), places.len()), (3, 3), "{places:?}");
}

#[test]
fn a_program_that_cannot_run_ends_it_before_a_game() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let play = |program: &[&str]| {
        let server = format!("http://{}", server.address);
        let options = ["run", "--server", &server, "--mode", "sandbox", "--opponent", "eliza"];
        let output = bot().args(options).args(["--once", "--exec"]).args(program).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = play(&["false"]);
    let ended = "luna: The program has ended (exit status: 1). No game was begun; luna bot check \
                 shows what is wrong.";
    assert_eq!((code, said.lines().last()), (Some(1), Some(ended)), "{said}");
    assert!(places(&database).is_empty());
    // It goes wrong with its first task.
    let (code, said) = play(&["python3", "-c", "input(); input(); raise SystemExit(7)"]);
    assert_eq!(code, Some(1));
    let last = said.lines().last().unwrap();
    assert!(last.contains("(exit status: 7). It has replied to no task"), "{said}");
    assert_eq!(places(&database).len(), 1, "and no game after that is begun");
}

#[test]
fn a_program_that_understands_nothing_ends_it() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let options = ["run", "--server", &format!("http://{}", server.address), "--mode", "sandbox"];
    let output = bot()
        .args(options)
        .args(["--games", "5", "--opponent", "eliza"])
        .args(python("garbage", &folder("machine")))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains(
            "luna: 5 games in a row were given up, the last because of this: The reply is not JSON"
        ),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn nothing_is_lost_or_doubled_when_the_server_is_killed() {
    let database = with_machine();
    let mut server = Server::start(&database, &QUICK);
    let address = server.address.clone();
    let machine = python("well", &folder("machine"));
    let options = ["--mode", "sandbox", "--opponent", "recall", "--games", "3", "--count", "40"];
    let mut bot = Bot::start(&address, &options, &words(&machine));
    let mut chance = Chance::from_seed(4);
    let mut printed = vec![bot.line()];
    for _ in 0..6 {
        pause(Duration::from_millis(u64::try_from(10 + chance.below(60)).unwrap()));
        server.kill();
        server = Server::start_at(&address, &database, &QUICK);
    }
    assert_eq!(bot.end(), Some(0));
    printed.extend(bot.lines.iter());
    let mut ids: Vec<&str> = printed.iter().map(|game| game["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((printed.len(), ids.len()), (40, 40));
    let places = places(&database);
    assert_eq!((ended(&places, "final"), places.len()), (40, 40), "{places:?}");
}

#[test]
fn nothing_is_lost_or_doubled_when_the_bot_is_killed() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let machine = python("well", &folder("machine"));
    let options = ["--mode", "sandbox", "--opponent", "gibberish", "--games", "3"];
    let mut chance = Chance::from_seed(5);
    for _ in 0..8 {
        let mut bot = Bot::start(&server.address, &options, &words(&machine));
        drop(bot.line());
        pause(Duration::from_millis(u64::try_from(chance.below(60)).unwrap()));
        bot.kill();
    }
    let open = places(&database).iter().filter(|place| place.ending.is_none()).count();
    assert!((1..=3).contains(&open), "{open} are open");
    let all = [&options[..], &["--count", "3"]].concat();
    assert_eq!(Bot::start(&server.address, &all, &words(&machine)).end(), Some(0));
    let places = places(&database);
    assert_eq!(ended(&places, "final"), places.len(), "{places:?}");
}

#[test]
fn two_with_one_token_do_not_play_against_each_other() {
    let database = with_machine();
    let server = Server::start(&database, &QUICK);
    let mut first = Bot::start(&server.address, &[], &["--house", "eliza"]);
    while places(&database).is_empty() {
        pause(Duration::from_millis(20));
    }
    let mut second = Bot::start(&server.address, &[], &["--house", "eliza"]);
    assert_eq!(first.end(), Some(1));
    assert_eq!(second.stop(), Some(0));
    assert_eq!(places(&database).len(), 1);
}

#[test]
fn what_it_cannot_do_without_is_said() {
    let run = |arguments: &[&str], token: &str| {
        let mut command = bot();
        command.args(["run", "--once"]).args(arguments).env("LUNA_TOKEN", token);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let server = Server::start(&with_machine(), &QUICK);
    let url = format!("http://{}", server.address);
    let eliza = ["--server", &url, "--house", "eliza"];
    let (code, said) = run(&eliza, "");
    assert!(said.contains("the variable LUNA_TOKEN must hold the machine's token"), "{said}");
    assert_eq!(code, Some(3));
    let (code, said) = run(&eliza, "luna_another");
    assert!(said.contains("This token is unknown or has been revoked."), "{said}");
    assert_eq!(code, Some(1));
    let (code, said) = run(&[&eliza[..], &["--opponent", "recall"]].concat(), TOKEN);
    assert!(said.contains("add --mode sandbox"), "{said}");
    assert_eq!(code, Some(1));
    let unknown = ["--mode", "sandbox", "--opponent", "nobody"];
    let (code, said) = run(&[&eliza[..], &unknown].concat(), TOKEN);
    assert!(said.contains("There is no machine with this name."), "{said}");
    assert_eq!(code, Some(1));
    let (code, said) = run(&["--server", &url, "--exec", "/no/such/machine"], TOKEN);
    assert!(said.contains("/no/such/machine cannot be started"), "{said}");
    assert_eq!(code, Some(1));
    let (code, said) = run(&["--server", &url, "--house", "panel"], TOKEN);
    assert!(said.contains("say which, with --openai"), "{said}");
    assert_eq!(code, Some(1));
    let model = ["--server", &url, "--openai", "http://127.0.0.1:1", "--model", "tiny"];
    let (code, said) = run(&[&model[..], &["--house", "eliza"]].concat(), TOKEN);
    assert!(said.contains("eliza is not a language model"), "{said}");
    assert_eq!(code, Some(1));
    assert_eq!(run(&[&model[..], &["--push", &url]].concat(), TOKEN).0, Some(2));
    assert_eq!(run(&["--server", &url], TOKEN).0, Some(2));
    assert_eq!(run(&["--server", "luna.example.org", "--house", "eliza"], TOKEN).0, Some(3));
}

/// Exit code, what was printed, and the words beside it.
fn check(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = bot()
        .arg("check")
        .args(arguments)
        .env("LUNA_KEY", "a key")
        .env("LUNA_SECRET_PUSH", "a shared secret")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn assert_passes(machine: &[&str], checks: usize) {
    let (code, printed, said) = check(machine);
    assert!(printed.ends_with(&format!("All {checks} checks passed.\n")), "{printed}{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn house_machines_pass_the_check() {
    for house in ["gibberish", "eliza", "recall"] {
        assert_passes(&["--house", house], 28);
    }
}

#[test]
fn a_new_python_machine_passes_the_check_and_is_not_overwritten() {
    let directory = folder("new").join("mine");
    let new = |language| {
        let output = bot().args(["new", language]).arg(&directory).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (code, said) = new("python");
    assert!(said.contains("machine.py") && said.contains("luna bot check"), "{said}");
    assert_eq!(code, Some(0));
    let program = directory.join("machine.py");
    assert_passes(&["--exec", "python3", program.to_str().unwrap()], 28);
    std::fs::write(&program, "mine").unwrap();
    std::fs::remove_file(directory.join("README.md")).unwrap();
    let (code, said) = new("python");
    assert!(said.contains("machine.py already exists; nothing was written"), "{said}");
    assert_eq!(code, Some(1));
    assert_eq!(std::fs::read_to_string(program).unwrap(), "mine");
    assert!(!directory.join("README.md").exists(), "all or nothing");
}

/// What `luna bot new rust` writes is an example of this crate, so it has been
/// compiled from the very file.
#[test]
fn a_new_rust_machine_passes_the_check() {
    let directory = folder("new");
    let new = bot().args(["new", "rust"]).arg(&directory).output().unwrap();
    assert_eq!(new.status.code(), Some(0));
    let built = Path::new(env!("CARGO_BIN_EXE_luna")).parent().unwrap().join("examples/starter");
    assert!(built.exists(), "cargo build --example starter builds it");
    assert_passes(&["--exec", built.to_str().unwrap()], 28);
    let manifest = directory.join("Cargo.toml");
    let read = Command::new(offered("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(&manifest)
        .output()
        .unwrap();
    let read: Value = serde_json::from_slice(&read.stdout).unwrap();
    assert_eq!(read["packages"][0]["targets"][0]["kind"][0], "bin");
    assert_eq!(read["packages"][0]["dependencies"][0]["name"], "serde_json");
}

/// Stopped with the test.
struct Served(Child, String);

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn serve() -> Served {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/machine_server.py");
    let mut child = program("python3").arg(script).stdout(Stdio::piped()).spawn().unwrap();
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
    Served(child, format!("http://127.0.0.1:{}", port.trim()))
}

#[test]
fn servers_are_checked_as_programs_are() {
    let server = serve();
    assert_passes(&["--push", &server.1], 30);
    let anybody = "passed     a task with a wrong signature\n           The server replied as if Luna had sent the task, so anybody can make it play.\n";
    let (code, printed, _) = check(&["--push", &server.1]);
    assert!(code == Some(0) && !printed.contains(anybody), "{printed}");
    let (code, printed, _) = check(&["--push", &format!("{}/anybody", server.1)]);
    assert!(code == Some(0) && printed.contains(anybody), "{printed}");
    assert_passes(&["--openai", &server.1, "--model", "tiny"], 28);
    assert_passes(&["--house", "panel", "--openai", &server.1, "--model", "tiny"], 28);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, printed, _) = check(&["--push", &format!("http://{nobody}")]);
    assert!(printed.contains("ready: the server cannot be reached"), "{printed}");
    assert!(printed.contains("not tried  five games at once"), "{printed}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_broken_machine_is_told_what_is_wrong_and_how_to_mend_it() {
    let broken = [
        ("four", "ask: there are 4 questions; 5 are needed.", "The task gives the number"),
        ("empty", "answer: response 1 is still empty.", "“I do not know.” is enough"),
        (
            "long",
            "answer: response 1 has 5001 characters; the limit is 5000.",
            "The limit counts characters, not bytes",
        ),
        ("150", "guess: the guess is outside 0 to 100.", "A guess is from 0 to 100"),
        (
            "words",
            "guess: the guess is not a number; one from 0 to 100",
            "such as 62.5, not as text",
        ),
        ("garbage", "ask: the reply is not JSON", "A reply is one line of JSON"),
        ("debug", "ask: the reply is not JSON", "go to standard error"),
        ("twice", "the program has written two lines for one task.", "Write one line for each"),
        ("twice-later", "the program has written two lines for one task.", "Write one line"),
        ("list", "ask: the reply is not a JSON object.", "depends on the “type” of the task"),
        ("other-task", "ask: the reply has no “questions”.", "{\"questions\":[…]} for ask"),
        ("latin", "ask: the reply is not UTF-8.", "Write UTF-8"),
        (
            "hang",
            "ask: the program did not reply within 1 seconds and was stopped.",
            "allow more time with --timeout",
        ),
        ("ascii", "answer: the program has ended (exit status: 1).", "read tasks until its input"),
        ("once", "answer: the program has ended (exit status: 0).", "read tasks until its input"),
    ];
    for (how, problem, mend) in broken {
        let machine = python(how, &folder("machine"));
        let timeout = if how == "hang" { "1" } else { "60" };
        let (code, printed, said) =
            check(&[&["--timeout", timeout], &words(&machine)[..]].concat());
        assert!(printed.contains(problem), "{how}: {printed}");
        assert!(printed.contains(mend), "{how}: {printed}");
        assert!(printed.contains("not tried  whole games on an instance"), "{how}: {printed}");
        assert!(said.contains("checks did not pass"), "{how}: {said}");
        assert_eq!(code, Some(1), "{how}");
    }
}

#[test]
fn a_machine_that_converses_badly_is_told_what_is_wrong_and_how_to_mend_it() {
    let broken = [
        (
            "converse-long",
            "converse: line 1 has 1001 characters; the limit is 1000.",
            "Cut texts at the task's max_chars.",
        ),
        ("converse-flood", "converse: there are 50 lines; the limit is 10.", "Say less"),
        ("converse-break", "converse: line 1 contains a line break", "Split what the machine says"),
        ("converse-rubbish", "converse: the reply is not a JSON object.", "for converse"),
        ("converse-keys", "converse: the reply has no “delays_ms”.", "send “delays_ms”"),
        (
            "converse-slow",
            "converse: the program did not reply within 1 seconds and was stopped.",
            "allow more time with --timeout",
        ),
    ];
    for (how, problem, mend) in broken {
        let machine = python(how, &folder("machine"));
        let timeout = if how == "converse-slow" { "1" } else { "60" };
        let (code, printed, _) = check(&[&["--timeout", timeout], &words(&machine)[..]].concat());
        assert!(printed.contains("passed     a conversation\n"), "{how}: {printed}");
        let wrong = format!("wrong      a conversation of several lines\n           {problem}");
        assert!(printed.contains(&wrong) && printed.contains(mend), "{how}: {printed}");
        assert_eq!(code, Some(1), "{how}");
    }
    let well = python("converse", &folder("machine"));
    let (code, printed, _) = check(&words(&well));
    assert!(printed.contains("passed     a judge's line while it is typed\n"), "{printed}");
    assert_eq!(code, Some(0), "{printed}");
    let other = python("well", &folder("machine"));
    let (code, printed, _) = check(&words(&other));
    assert!(printed.contains("It takes part in no conversations."), "{printed}");
    assert_eq!(code, Some(0), "it need not converse: {printed}");
}

#[test]
fn a_check_with_a_text_asks_the_machine_for_no_questions() {
    let folder = folder("machine");
    let text = folder.join("article.md");
    std::fs::write(&text, ARTICLE).unwrap();
    let machine = python("four", &folder);
    let (code, printed, _) = check(&words(&machine));
    assert!(printed.contains("there are 4 questions; 5 are needed."), "{printed}");
    assert_eq!(code, Some(1));
    let options = [&["--ask-from", text.to_str().unwrap()], &words(&machine)[..]].concat();
    let (code, printed, said) = check(&options);
    assert_eq!(code, Some(0), "{printed}{said}");
}

#[test]
fn a_check_for_programs_is_a_line_of_json_each() {
    let machine = python("150", &folder("machine"));
    let (code, printed, _) = check(&[&["--json"], &words(&machine)[..]].concat());
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 15);
    let first = &lines[0];
    assert_eq!(
        (&first["check"], &first["passed"]),
        (&"eight recorded games".into(), &false.into())
    );
    assert_eq!(first["problem"], "guess: the guess is outside 0 to 100.");
    assert!(first["mend"].as_str().unwrap().contains("from 0 to 100"));
    let last = lines.last().unwrap();
    assert_eq!(last["passed"], Value::Null);
    let optional = lines.iter().find(|it| it["check"] == "a question outside games").unwrap();
    assert_eq!(optional["passed"], true);
    assert!(optional["mend"].as_str().unwrap().starts_with("That is optional."));
    assert_eq!(code, Some(1));
}

/// A machine that plays by itself; the Python client is there for it.
fn check_api(options: &[&str], program: &[&str]) -> (Option<i32>, String, String) {
    let output = bot()
        .arg("check")
        .args(options)
        .args(["--api", "--"])
        .args(program)
        .env("PYTHONPATH", crate::python::home().join("src"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn sound_machines_that_play_by_themselves_pass_the_check() {
    let client = ["python3", "-m", "luna_machine", "example"];
    let once =
        [&client[..], &["--count", "1", "--mode", "sandbox", "--opponent", "eliza"]].concat();
    let ours = [env!("CARGO_BIN_EXE_luna"), "bot", "run", "--games", "2", "--house", "eliza"];
    for program in [&client[..], &once, &ours] {
        let (code, printed, said) = check_api(&[], program);
        let passed = printed.ends_with("All 12 checks passed.\n");
        assert!(code == Some(0) && passed, "{program:?}: {printed}{said}");
    }
}

#[test]
fn a_broken_machine_that_plays_by_itself_is_told_what_is_wrong() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/api_machine.py");
    let broken = [
        ("deaf", "a stream that breaks off", "responses: a game has waited", "open it again"),
        ("ignoring", "too many requests (429)", "questions: a game has waited", "Retry-After"),
        ("stubborn", "too many requests (429)", "questions: sent again after 0.", "Retry-After"),
        ("four", "a game against gibberish", "questions: please write 5", "as many texts as"),
        ("150", "a game against gibberish", "guess: ", "from 0 to 100"),
        ("fickle", "a game against gibberish", "you have already sent", "Do each task once"),
        ("forgetful", "being killed in a game", "a game has waited", "Continue those first"),
        ("only-one", "a partner who leaves", "new game: no other game", "Begin the next"),
        ("idle", "a game against gibberish", "start: the machine asked for nothing", "LUNA_TOKEN"),
        (
            "wrong-token",
            "a game against gibberish",
            "new game: this token is unknown",
            "LUNA_TOKEN",
        ),
    ];
    let tried = |(how, check, problem, mend): (&str, &str, &str, &str)| {
        let (code, printed, said) = check_api(&["--timeout", "6"], &["python3", program, how]);
        let mut found = printed.split("\nwrong ").map(|part| part.trim_start_matches("wrong "));
        let found = found.find(|part| part.trim_start().starts_with(check));
        let told = found.is_some_and(|part| part.contains(problem) && part.contains(mend));
        assert!(told, "{how}: {printed}{said}");
        assert_eq!(code, Some(1), "{how}");
    };
    // Most of the time they wait.
    for some in broken.chunks(4) {
        std::thread::scope(|scope| {
            for &one in some {
                scope.spawn(move || tried(one));
            }
        });
    }
    let (_, printed, said) = check_api(&[], &["python3", program, "well"]);
    assert!(printed.ends_with("All 12 checks passed.\n"), "{printed}{said}");
}
