//! `--json`: results as lines of JSON on standard output and nothing else, and settings only
//! for the commands that use them.

use std::io::Write as _;

use luna_testkit::server::{folder, luna, sqlite};
use serde_json::Value;

use crate::command::run;
use crate::doctor::change;
use crate::predict::{csv, predict};

/// What a command prints, line by line.
#[track_caller]
fn lines(arguments: &[&str]) -> Vec<Value> {
    let (code, said, words) = run(&[arguments, &["--json"]].concat());
    assert_eq!(code, Some(0), "{arguments:?}: {words}");
    parsed(&said)
}

#[track_caller]
fn parsed(said: &str) -> Vec<Value> {
    let line = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    };
    said.lines().map(line).collect()
}

#[test]
fn every_admin_command_prints_json() {
    let database = sqlite();
    let admin =
        |arguments: &[&str]| lines(&[&["admin"], arguments, &["--database", &database]].concat());
    let made = admin(&["create", "ann@example.org"]);
    let name = made[0]["player"].as_str().unwrap().to_owned();
    assert_eq!(made[0]["address"], "ann@example.org");
    assert!(made[0]["password"].as_str().unwrap().len() > 15, "{made:?}");
    assert_eq!(admin(&["reset-password", &name])[0]["player"], name.as_str());
    assert_eq!(admin(&["ban", &name, "--why", "because"])[0]["banned"], true);
    assert_eq!(admin(&["unban", &name])[0]["banned"], false);
    assert_eq!(admin(&["exclude", &name, "--why", "because"])[0]["counts"], false);
    assert_eq!(admin(&["restore", &name])[0]["counts"], true);
    assert_eq!(admin(&["role", &name, "moderator"])[0]["role"], "moderator");
    assert_eq!(admin(&["role", &name, "none"])[0]["role"], Value::Null);
    let mails = admin(&["mail"]);
    let subjects: Vec<&Value> = mails.iter().map(|mail| &mail["subject"]).collect();
    let (banned, role) = ("Your account has been banned", "Your role has been changed");
    assert_eq!(subjects, ["Your password has been changed", banned, role, role]);
    let factor = format!(
        "INSERT INTO second_factor SELECT id, 'sealed', 1, 1, 1 FROM player WHERE name = '{name}'"
    );
    change(&database, &factor);
    assert_eq!(admin(&["second-factor-off", &name])[0]["second_factor"], false);
    for nothing_yet in ["judges", "questions", "months", "typing", "responses", "reports"] {
        assert!(admin(&[nothing_yet]).is_empty(), "{nothing_yet}");
    }
    let of_name = format!("(SELECT id FROM player WHERE name = '{name}')");
    change(
        &database,
        &format!(
            "INSERT INTO mail (id, player_id, kind, address, subject, plain, html, created_at)
             VALUES ('m', {of_name}, 'reset', 'ann@example.org', 'Hello', 'Dear Ann', '', 99999999999999)"
        ),
    );
    change(
        &database,
        &format!(
            "INSERT INTO report (id, at, reporter, seat_id, game_id, subject, passage, category,
                                 urgency, text)
             VALUES ('r', 7, {of_name}, 's', 'g', {of_name}, 'player', 'spam', 5, 'Ads.')"
        ),
    );
    let mails = admin(&["mail"]);
    let mail = mails.last().unwrap();
    assert_eq!((&mail["to"], &mail["text"]), (&"ann@example.org".into(), &"Dear Ann".into()));
    assert_eq!((&mail["subject"], &mail["sent_at"]), (&"Hello".into(), &Value::Null));
    let report = &admin(&["reports"])[0];
    assert_eq!((&report["id"], &report["player"]), (&"r".into(), &name.as_str().into()));
    assert_eq!((&report["category"], &report["passage"]), (&"spam".into(), &false.into()));
    let export = admin(&["export", &name]);
    assert_eq!((export.len(), &export[0]["player"]["email"]), (1, &"ann@example.org".into()));
    let id = &export[0]["player"]["id"];
    assert_eq!(admin(&["erase", &name, "--yes"])[0]["erased"], *id);
}

#[test]
fn every_command_of_an_organiser_prints_json() {
    let (database, place) = (sqlite(), folder("contest"));
    let file = place.join("prize.toml").display().to_string();
    std::fs::write(
        &file,
        "preset = \"2008\"
         rules = { judges = 1, entries = 1, confederates = 1 }
         seats = [{ seat = \"E1\", program = \"Elbot\" }]",
    )
    .unwrap();
    let contest =
        |arguments: &[&str]| lines(&[&["contest"], arguments, &["--database", &database]].concat());
    assert!(contest(&["list"]).is_empty());
    let made = &contest(&["new", &file])[0];
    let id = made["contest"].as_str().unwrap();
    assert_eq!(made["invitations"].as_array().unwrap().len(), 3);
    assert_eq!(made["invitations"][1]["name"], "Elbot");
    assert_eq!(contest(&["list"])[0]["name"], "Loebner Prize 2008");
    assert_eq!(contest(&["show", id])[0]["stage"], "before");
    assert_eq!(contest(&["invite", id, "C1"])[0]["seat"], "C1");
    assert_eq!(contest(&["start", id])[0]["done"], "started");
    assert_eq!(contest(&["pause", id])[0]["done"], "paused");
    assert_eq!(contest(&["show", id])[0]["is_paused"], true);
    assert_eq!(contest(&["resume", id])[0]["done"], "resumed");
    assert_eq!(contest(&["extend", id, "60"])[0]["done"], "extended");
    assert_eq!(contest(&["restart", id])[0]["done"], "restarted");
    let refused = |arguments: &[&str], sentence: &str| {
        let (code, _, words) =
            run(&[&["contest"], arguments, &["--database", &database, "--json"]].concat());
        assert_eq!((code, words.contains(sentence)), (Some(1), true), "{words}");
    };
    refused(&["close", id], "The contest can be closed when all rounds are over.");
    refused(&["seat", id, "E1", "nobody"], "There is no machine “nobody”.");
    refused(&["seat", id, "J1", "nobody"], "J1 must be a person");
    refused(&["rehearse"], "There is no machine");
    refused(&["new", "/no/such/file"], "cannot read /no/such/file");
    // A server has brought the machines.
    drop(luna_testkit::server::Server::start(&database, &[]));
    assert_eq!(contest(&["seat", id, "E1", "eliza"])[0]["machine"], "eliza");
    assert!(contest(&["rehearse"])[0]["contest"].is_string());
}

#[test]
fn what_looks_after_the_data_prints_json() {
    let (database, place) = (sqlite(), folder("json"));
    let rebuilt = lines(&["rating", "rebuild", "--database", &database]);
    assert_eq!((&rebuilt[0]["games"], &rebuilt[0]["different"]), (&0.into(), &0.into()));
    let file = place.join("luna.backup");
    let file = file.to_str().unwrap();
    let saved = lines(&["backup", file, "--database", &database]);
    assert_eq!(saved[0]["file"], file);
    let restored = lines(&["restore", file, "--database", &sqlite()]);
    assert_eq!(restored[0]["rows"], saved[0]["rows"]);
    assert_eq!(lines(&["version"])[0]["version"], env!("CARGO_PKG_VERSION"));
    let machine = place.join("machine");
    let files = lines(&["bot", "new", "python", machine.to_str().unwrap()]);
    assert!(files.iter().all(|line| line["file"].is_string()) && files.len() == 2, "{files:?}");
}

#[test]
fn comparisons_are_read_packed_and_printed_as_json() {
    let place = folder("json");
    let plain = "left\tright\twinner\na\tb\tleft\nb\ta\tleft\na\tb\ttie\n";
    let (file, packed) = (place.join("log.tsv"), place.join("log.tsv.gz"));
    std::fs::write(&file, plain).unwrap();
    let gz = std::fs::File::create(&packed).unwrap();
    let mut gz = flate2::write::GzEncoder::new(gz, flate2::Compression::default());
    gz.write_all(plain.as_bytes()).unwrap();
    gz.finish().unwrap();
    let rated = |file: &std::path::Path| {
        lines(&["rating", "compare", file.to_str().unwrap(), "--bootstrap", "0"])
    };
    let all = rated(&packed);
    assert_eq!(all, rated(&file));
    assert_eq!(all[0]["model"], "bradley-terry");
    std::fs::write(&packed, [&[0x1f, 0x8b][..], b"broken"].concat()).unwrap();
    let (code, _, words) = run(&["rating", "compare", packed.to_str().unwrap()]);
    assert_eq!((code, words.lines().count()), (Some(1), 1), "{words}");
}

#[test]
fn simulations_and_predictions_print_json() {
    let place = folder("json");
    let out = place.join("out");
    let out = out.to_str().unwrap();
    let size = ["--players", "10", "--steps", "50", "--trials", "2", "--out", out];
    let figure = lines(&[&["simulate", "3.2"][..], &size].concat());
    assert_eq!(figure[0]["figure"], "3.2");
    assert!(figure[0]["claims"]["undecided"].is_u64(), "{figure:?}");
    assert!(figure[1]["report"].as_str().unwrap().ends_with("report.html"));
    let attendance = lines(&["simulate", "attendance", "--trials", "2", "--out", out]);
    assert!(attendance[0]["finished"].is_number(), "{attendance:?}");

    csv(&place);
    let told = |arguments: &[&str]| {
        let (code, said, words) = predict(&place, &[arguments, &["--json"]].concat());
        assert_eq!(code, Some(0), "{words}");
        parsed(&said)
    };
    let ran = told(&["run", "said.csv", "--trials", "2"]);
    assert_eq!(ran[0]["errors"]["said"]["COM"].as_array().unwrap().len(), 2);
    assert!(ran.iter().any(|line| line["verdict"].is_string()), "{ran:?}");
    assert!(ran.last().unwrap()["report"].is_string());
    let rows = told(&["features", "said.csv"]);
    assert_eq!(rows.len(), 20);
    assert_eq!(rows[0]["person"], "p0");
    let explained = luna()
        .current_dir(&place)
        .args(["predict", "explain", "said.csv", "--person", "p1", "--json"])
        .output()
        .unwrap();
    let explained = parsed(&String::from_utf8(explained.stdout).unwrap());
    assert!(explained[0]["guess"].is_number(), "{explained:?}");
    assert!(explained[1]["points"].is_number(), "{explained:?}");
}

#[test]
fn help_lists_the_settings_that_a_command_takes() {
    let help = |arguments: &[&str]| run(&[&["help"], arguments].concat()).1;
    for setting in ["--listen", "--database", "--smtp", "--phase-seconds"] {
        assert!(help(&["serve"]).contains(setting), "{setting}");
        assert!(help(&["doctor"]).contains(setting), "{setting}");
    }
    let admin = help(&["admin", "ban"]);
    assert!(admin.contains("--database") && !admin.contains("--smtp"), "{admin}");
    let backup = help(&["backup"]);
    assert!(backup.contains("--database") && !backup.contains("--phase-seconds"), "{backup}");
    for other in [&["bot", "new"][..], &["simulate", "3.1"], &["rating", "compare"], &["data"]] {
        let help = help(other);
        assert!(help.contains("--json") && !help.contains("--database"), "{other:?}: {help}");
    }
    assert!(!help(&[]).contains("--database"));
    assert!(!help(&["serve"]).contains("--json"));
}

#[test]
fn a_setting_that_a_command_does_not_take_is_refused() {
    let place = folder("json").join("machine");
    let new = ["bot", "new", "python", place.to_str().unwrap(), "--smtp", "foo"];
    let (code, _, words) = run(&new);
    assert_eq!(code, Some(2));
    assert!(words.contains("luna bot new does not take --smtp"), "{words}");
    assert!(!place.exists());
    let (code, _, words) = run(&["serve", "--json"]);
    assert_eq!(code, Some(2));
    assert!(words.contains("luna serve does not take --json"), "{words}");
    // In the environment it is there for other commands, right or wrong.
    let output = luna().arg("version").env("LUNA_PHASE_SECONDS", "soon").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let output = luna().arg("doctor").env("LUNA_PHASE_SECONDS", "soon").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
