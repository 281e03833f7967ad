//! `luna battery run` on an instance: registered machines sit, and scores of people count.

use std::path::{Path, PathBuf};
use std::process::Child;

use luna_testkit::database::on_sqlite;
use luna_testkit::server::{Server, folder, luna};
use serde_json::Value;

use crate::bot::{bot, with_machine};

/// A program, until it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Runs `luna battery run` on a database; gives the exit code, the results and the words.
fn run(home: &Path, database: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = luna()
        .env("HOME", home)
        .current_dir(home)
        .args(["battery", "run", "--database", database])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The strict mean of a player.
fn mean(lines: &[Value], of: &str) -> f64 {
    let is_it = |line: &&Value| {
        line["answerer"] == of && line["subtest"] == "Mean" && line["scoring"] == "strict"
    };
    lines.iter().find(is_it).unwrap()["percent"].as_f64().unwrap()
}

#[test]
fn a_registered_machine_sits_and_people_decide_what_the_key_doubts() {
    let (home, database) = (folder("battery-machines"), with_machine());
    let server = Server::start(&database, &["--machine-wait-seconds", "3600"]);
    let url = format!("http://{}", server.address);
    let mut eliza = bot();
    eliza.args(["run", "--server", &url, "--house", "eliza"]);
    let machine = Running(eliza.spawn().unwrap());
    let parrot = ["--machine", "snake", "--form", "a"];
    let (code, out, words) = run(&home, &database, &parrot);
    assert_eq!((code, words.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("\nMean            snake "), "{out}");
    assert!(out.contains("no person has scored the doubtful answers"), "{out}");
    assert!(!out.contains("improved"), "machines alone: {out}");
    let figure = std::fs::read_to_string(home.join("battery/figure-1-a.svg")).unwrap();
    assert!(figure.contains("The snake answerer on form a"));
    drop(machine);
    // The sitting is stored: nobody is asked again.
    let (_, again, _) = run(&home, &database, &parrot);
    assert_eq!(again, out);
    // What people settle counts, no matter which machine gives the answer.
    let file = PathBuf::from(database.strip_prefix("sqlite:").unwrap());
    on_sqlite(
        &file,
        "UPDATE battery_answer SET settled_at = 1, people_points = 1, people_nonsense = FALSE,
                people_unchildlike = FALSE",
    );
    let (_, out, _) = run(&home, &database, &[&parrot[..], &["--json"]].concat());
    let scored = lines(&out);
    assert!(mean(&scored, "snake") > 50.0, "{out}");
    assert_eq!(scored[scored.len() - 1]["scored_by"], "people");
    drop(server);
    let (code, _, words) = run(&home, &database, &["--machine", "snake", "--form", "b"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("`luna serve` has to run on this database"), "{words}");
    let (code, _, words) = run(&home, &database, &["--machine", "nobody"]);
    let expected = "luna: There is no machine “nobody” in this database.\n";
    assert_eq!((code, words.as_str()), (Some(1), expected));
}

#[test]
fn answers_of_a_run_go_to_scorers_and_their_scores_come_back() {
    let (home, database) = (folder("battery-scorers"), with_machine());
    let random = ["--answerer", "random", "--form", "a", "--json"];
    let (code, out, _) = run(&home, &database, &[&random[..], &["--to-scorers"]].concat());
    assert_eq!(code, Some(0));
    let last = lines(&out).pop().unwrap();
    let put = last["put_to_scorers"].as_u64().unwrap();
    assert!((50..=375).contains(&put), "{last}");
    let file = PathBuf::from(database.strip_prefix("sqlite:").unwrap());
    on_sqlite(
        &file,
        "UPDATE battery_answer SET settled_at = 1, people_points = 0, people_nonsense = TRUE,
                people_unchildlike = FALSE WHERE waiting_since IS NOT NULL",
    );
    let (_, words, _) = run(&home, &database, &random[..4]);
    assert!(words.contains("Scored by people as far as they have settled answers"), "{words}");
    let quality = words.lines().find(|line| line.starts_with("random ")).unwrap();
    assert!(!quality.is_empty());
    assert!(words.contains("To people, percent of the first answers"), "{words}");
    assert!(words.contains("wrong but sensible"), "{words}");
    let (_, out, _) = run(&home, &database, &random);
    assert_eq!(lines(&out).pop().unwrap()["scored_by"], "people and key");
}
