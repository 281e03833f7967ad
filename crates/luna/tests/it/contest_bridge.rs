//! Programs behind folders at a contest on a running server.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use luna_bench::guest::Guest;
use luna_bench::http::{EventStream, open_stream};
use luna_testkit::people::pause;
use luna_testkit::server::{Server, folder, luna, program, sqlite};
use serde_json::Value;

/// An entry of another hand: types to the folder before the judge does, then the number of each line,
/// with a letter taken back.
const ENTRY: &str = "
import os, sys, time
names = {' ': 'space', '\\n': 'Return', '\\b': 'BackSpace', '?': 'question'}
folder, stamp, heard, lines = sys.argv[1], 10 ** 12, [], 0
def type(text):
    global stamp
    for c in text:
        stamp += 1
        os.mkdir(f'{folder}/{stamp:018}.{names.get(c, c)}.other')
type('me first\\n')
while True:
    for name in sorted(os.listdir(folder)):
        if name.endswith('.judge'):
            os.rmdir(f'{folder}/{name}')
            heard.append(name.split('.')[1])
            if heard[-1] == 'Return':
                lines += 1
                type(f'Line x\\b{lines} had {len(heard) - 1}\\n')
                heard = []
    time.sleep(0.005)
";

/// Says what it was told.
const PARROT: &str = "
import json, sys
for line in sys.stdin:
    task = json.loads(line)
    if task['type'] == 'converse':
        print(json.dumps({'lines': [task['lines'][-1]['text'] + ' yourself']}), flush=True)
";

/// A program that ends with the test.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A contest with a judge at a browser, and programs as entry and confederate.
struct Site {
    database: String,
    server: Server,
    id: String,
    judge: Guest,
    /// The links of the entry and of the confederate.
    links: [String; 2],
}

fn contest(arguments: &[&str], database: &str) -> Value {
    let mut command = luna();
    command.arg("contest").args(arguments).args(["--json", "--database", database]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

impl Site {
    fn new() -> Site {
        Site::with("program = 'Elbot'", &[])
    }

    /// A site with an entry and settings.
    fn with(entry: &str, settings: &[&str]) -> Site {
        let database = sqlite();
        let server = Server::start(&database, settings);
        let file = folder("contest").join("prize.toml");
        let rules = format!(
            "
            preset = '2012'
            rules = {{ judges = 1, entries = 1, confederates = 1 }}
            seats = [{{ seat = 'E1', {entry} }}]
        "
        );
        std::fs::write(&file, rules).unwrap();
        let made = contest(&["new", file.to_str().unwrap()], &database);
        let id = made["contest"].as_str().unwrap().to_owned();
        let token = |seat: &str| {
            let all = made["invitations"].as_array().unwrap();
            let it = all.iter().find(|it| it["seat"] == seat);
            it.map_or_else(String::new, |it| it["invitation"].as_str().unwrap().to_owned())
        };
        let confederate = contest(&["invite", &id, "C1", "--program"], &database);
        let confederate = confederate["invitation"].as_str().unwrap().to_owned();
        let link = |token: String| format!("http://{}/contests/join/{token}", server.address);
        let mut judge = Guest::arrive(&server.address).unwrap();
        judge.take_seat(&token("J1")).unwrap();
        let links = [link(token("E1")), link(confederate)];
        Site { database, server, id, judge, links }
    }

    fn events(&self) -> EventStream {
        let path = format!("/contests/{}/seat/events?tab=judgestab", self.id);
        let cookies = self.judge.client.cookie_header();
        let kind = "text/event-stream";
        let mut stream =
            open_stream(&self.server.address, &path, kind, ("cookie", &cookies)).unwrap();
        stream.set_timeout(Duration::from_secs(60)).unwrap();
        stream
    }

    fn types(&mut self, side: &str, first: usize, text: &str) {
        let path = format!("/contests/{}/seat/keys", self.id);
        let first = first.to_string();
        let fields = [
            ("tab", "judgestab"),
            ("side", side),
            ("round", "1"),
            ("attempt", "1"),
            ("first", &first),
            ("text", text),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let answer = self.judge.post(&path, &fields).unwrap();
        assert!(answer.text().contains("\"refusal\":null"), "{}", answer.text());
    }
}

/// Reads the judge's stream until each side has so many lines; returns what was typed on the left and
/// on the right.
fn heard(stream: &mut EventStream, lines: usize) -> [String; 2] {
    let mut sides = [String::new(), String::new()];
    while sides.iter().any(|text| text.matches('\n').count() < lines) {
        let line = stream.next_line().unwrap().unwrap();
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let event: Value = serde_json::from_str(data).unwrap();
        let mut hears = |side: &Value, text: &str| {
            sides[usize::from(side == "right")].push_str(text);
        };
        match event["kind"].as_str().unwrap() {
            "keys" => hears(&event["side"], event["text"].as_str().unwrap()),
            "screen" => {
                for talk in event["talks"].as_array().unwrap() {
                    let keys = talk["keys"].as_array().unwrap();
                    let theirs = keys.iter().filter(|key| key[0] == 0);
                    let text: String = theirs.map(|key| key[1].as_str().unwrap()).collect();
                    assert!(text.is_empty(), "a screen with keys comes only at the beginning");
                    hears(&talk["side"], &text);
                }
            }
            other => panic!("{other}: {event}"),
        }
    }
    sides
}

pub(crate) fn bridge(links: &[&str], folders: &[&Path], poll: bool) -> (Running, ChildStdin) {
    let mut command = luna();
    command.args(["contest", "bridge", "--json"]).env("LUNA_INVITATIONS", links.join(" "));
    if poll {
        command.arg("--poll");
    }
    for folder in folders {
        command.arg("--lpp").arg(folder);
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::inherit());
    let mut child = pipes.spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    (Running(child), stdin)
}

pub(crate) fn entry(path: &Path) -> Running {
    let mut command = program("python3");
    Running(command.args(["-c", ENTRY]).arg(path).spawn().unwrap())
}

/// A machine of Luna behind a folder, as another entry might be.
fn parrot(path: &Path) -> Running {
    let mut command = luna();
    command.args(["bot", "run", "--instant", "--lpp"]).arg(path);
    command.args(["--exec", "python3", "-c", PARROT]);
    Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

#[test]
fn an_entry_and_a_confederate_behind_folders_meet_a_judge_on_the_site() {
    let mut site = Site::new();
    let (one, other) = (folder("one"), folder("other"));
    let _programs = [entry(&one), parrot(&other)];
    // What the entry types first is there before the bridge, which drops it.
    while std::fs::read_dir(&one).unwrap().count() < "me first\n".len() {
        pause(Duration::from_millis(5));
    }
    let links = site.links.clone();
    let links = [links[0].as_str(), &links[1]];
    let (first, _stdin) = bridge(&links, &[&one, &other], false);
    let mut stream = site.events();
    contest(&["start", &site.id], &site.database);
    // The first event is the screen before the start.
    while !stream.next_line().unwrap().unwrap().contains("\"is_open\":true") {}
    for side in ["left", "right"] {
        site.types(side, 0, "Who a\u{8}are you?\n");
    }
    let said = heard(&mut stream, 1);
    let mut sorted = said.clone();
    sorted.sort();
    assert_eq!(sorted, ["Line x\u{8}1 had 14\n", "Who are you? yourself\n"]);
    // The bridge crashes, the judge types on, and another one takes over when the seats are free.
    drop(first);
    for side in ["left", "right"] {
        site.types(side, 15, "Really?\n");
    }
    let (_second, _stdin) = bridge(&links, &[&one, &other], true);
    let mut again = heard(&mut stream, 1);
    again.sort();
    assert_eq!(again, ["Line x\u{8}2 had 7\n", "Really? yourself\n"]);
}

/// What comes on the judge's stream, until something has.
fn hears(stream: &mut EventStream, words: &str) {
    let mut all = String::new();
    while !all.contains(words) {
        let line = stream.next_line().unwrap().unwrap();
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let event: Value = serde_json::from_str(data).unwrap();
        match event["kind"].as_str().unwrap() {
            "keys" => all.push_str(event["text"].as_str().unwrap()),
            _ => {
                for talk in event["talks"].as_array().unwrap() {
                    let keys = talk["keys"].as_array().unwrap().iter();
                    all.extend(keys.filter(|key| key[0] == 0).map(|key| key[1].as_str().unwrap()));
                }
            }
        }
    }
}

#[test]
fn a_server_connects_a_folder_of_its_own_also_after_a_restart() {
    let root = folder("programs");
    let place = root.join("elbot/talk");
    std::fs::create_dir_all(&place).unwrap();
    let settings = ["--contest-folders", root.to_str().unwrap()];
    let mut site = Site::with("folder = 'elbot/talk'", &settings);
    let _program = entry(&place);
    let mut stream = site.events();
    contest(&["start", &site.id], &site.database);
    while !stream.next_line().unwrap().unwrap().contains("\"is_open\":true") {}
    for side in ["left", "right"] {
        site.types(side, 0, "Who are you?\n");
    }
    hears(&mut stream, "Line x\u{8}1 had 12\n");
    assert_eq!(site.server.stop(), Some(0));
    site.server = Server::start_at(&site.server.address, &site.database, &settings);
    let mut stream = site.events();
    for side in ["left", "right"] {
        site.types(side, 13, "Really?\n");
    }
    hears(&mut stream, "Line x\u{8}2 had 7\n");
}

#[test]
fn a_bridge_says_what_is_wrong() {
    let site = Site::new();
    let place = folder("place");
    let run = |links: Option<&str>, options: &[&str], typed: &str| {
        let mut command: Command = luna();
        command.args(["contest", "bridge"]).args(options).current_dir(&place);
        command.envs(links.map(|links| ("LUNA_INVITATIONS", links)));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        drop(child.stdin.take().unwrap().write_all(typed.as_bytes()));
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let refused = |links, options: &[&str], typed, code, why: &str| {
        let (found, told) = run(links, options, typed);
        assert_eq!(found, Some(code), "{told}");
        assert!(told.contains(why), "{why}: {told}");
    };
    let [link, other] = &site.links;
    let both = format!("{link} {other}");
    refused(None, &[], "", 3, "LUNA_INVITATIONS must hold the link of each program's invitation");
    refused(Some("nonsense"), &["--lpp", "."], "", 3, "“nonsense” is no invitation");
    refused(Some(link), &["--lpp", "a", "--lpp", "b"], "", 2, "2 folders and 1 invitations");
    refused(Some(link), &["--lpp", "missing"], "", 1, "There is no folder missing");
    refused(Some(&both), &["--lpp", ".", "--lpp", "."], "", 1, "cannot share the folder");
    refused(Some(link), &[], "", 1, "no folder was chosen; name one with --lpp FOLDER");
    refused(Some(&both), &["--lpp", "."], ".\n", 1, "cannot share the folder");
    let unknown = format!("http://{}/contests/join/nobodyknowsthis", site.server.address);
    refused(Some(&unknown), &[], ".\n", 1, "There is no seat behind this link.");
    let person = contest(&["invite", &site.id, "C1"], &site.database);
    let person = person["invitation"].as_str().unwrap();
    let person = format!("http://{}/contests/join/{person}", site.server.address);
    refused(Some(&person), &["--lpp", "."], "", 1, "This invitation is for a person.");
}
