//! `luna rating calibrate`: any log of ratings.

use std::io::Write as _;
use std::process::{Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_core::rng::Chance;
use luna_testkit::server::luna;
use serde_json::Value;

const SUBJECTS: i32 = 40;

/// Ratings from 1 to 5 by ten judges: `harsh` gives a point less, `lazy` always gives 4, `dice`
/// throws dice, all others see the level with some noise.
fn log(separator: &str) -> String {
    let mut chance = Chance::from_seed(7);
    let mut text = ["judge", "subject", "points"].join(separator) + "\n";
    for subject in 0..SUBJECTS {
        let level = 1.5 + 3.0 * f64::from(subject) / f64::from(SUBJECTS - 1);
        for judge in ["ann", "bea", "cy", "dan", "eve", "fay", "gus", "harsh", "lazy", "dice"] {
            let noise = (chance.unit() + chance.unit() + chance.unit() - 1.5) * 0.6;
            let points = match judge {
                "lazy" => 4.0,
                "dice" => 1.0 + 4.0 * chance.unit(),
                "harsh" => level - 1.0 + noise,
                _ => level + noise,
            };
            let points = format!("{:.2}", points.clamp(1.0, 5.0));
            text += &([judge, &format!("q{subject:02}"), &points].join(separator) + "\n");
        }
    }
    text
}

fn calibrate(options: &[&str], input: &[u8]) -> Output {
    let mut command = luna();
    command.args(["rating", "calibrate", "-"]).args(options);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn find<'a>(lines: &'a [Value], kind: &str, name: &str) -> &'a Value {
    lines.iter().find(|line| line[kind] == name).unwrap()
}

#[test]
fn levels_and_judges_are_told_from_a_log() {
    let options = ["--scale", "1..5", "--json"];
    let plain = lines(&calibrate(&options, log(",").as_bytes()));
    let mut error = [0.0, 0.0];
    let mut covered = 0;
    for subject in 0..SUBJECTS {
        let level = 1.5 + 3.0 * f64::from(subject) / f64::from(SUBJECTS - 1);
        let found = find(&plain, "subject", &format!("q{subject:02}"));
        let number = |name: &str| found[name].as_f64().unwrap();
        assert_eq!(found["ratings"], 10);
        for (sum, name) in error.iter_mut().zip(["mean", "calibrated"]) {
            *sum += (number(name) - level).abs();
        }
        covered += i32::from((number("low")..=number("high")).contains(&level));
        assert!(number("additive").is_finite() && number("median").is_finite());
    }
    assert!(error[1] < 0.7 * error[0], "{error:?}");
    assert!(covered >= SUBJECTS * 3 / 4, "{covered}");
    let judge = |name: &str| find(&plain, "judge", name);
    let weight = |name: &str| judge(name)["weight"].as_f64().unwrap();
    assert!(weight("lazy") < 0.1 && weight("dice") < 0.3 && weight("ann") > 0.8);
    let offset = judge("harsh")["offset"].as_f64().unwrap();
    assert!((-1.2..-0.7).contains(&offset), "{offset}");
    assert!(weight("harsh") > 0.5);
    let kinds = |name: &str| -> Vec<String> {
        let flags = judge(name)["flags"].as_array().unwrap().iter();
        flags.map(|flag| flag["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds("lazy"), ["always the same", "does not look at the player"]);
    assert_eq!(kinds("dice"), ["unrelated to the player", "does not look at the player"]);
    assert!(kinds("ann").is_empty() && kinds("harsh").is_empty());
    // Tab-separated and compressed logs give the same.
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(log("\t").as_bytes()).unwrap();
    assert_eq!(lines(&calibrate(&options, &packed.finish().unwrap())), plain);
}

#[test]
fn tables_show_subjects_or_judges() {
    let text = |options: &[&str]| {
        let output = calibrate(&[&["--scale", "1..5"], options].concat(), log(",").as_bytes());
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let subjects = text(&[]);
    let first: Vec<&str> = subjects.lines().nth(1).unwrap().split_whitespace().collect();
    assert!(subjects.starts_with("subject") && first[0].starts_with("q3"), "{subjects}");
    assert_eq!(subjects.lines().count(), 41);
    let judges = text(&["--judges"]);
    assert!(judges.starts_with("judge") && judges.contains("always the same: "), "{judges}");
}

#[test]
fn a_log_that_cannot_be_read_is_refused_with_its_line() {
    let refused = |options: &[&str], input: &str| {
        let output = calibrate(options, input.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{input}");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = refused(&[], "judge,subject,points\nann,q1,4\nbob,q1,400\n");
    assert!(said.contains("cannot read -: line 3: 400 is outside 0 to 100"), "{said}");
    let said = refused(&[], "rater,points\nann,4\n");
    assert!(said.contains("line 1: there is no column subject"), "{said}");
    let wrong = calibrate(&["--scale", "5..1"], b"");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn mutual_favours_are_looked_for_on_request() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let mut text = "judge,subject,points,time\n".to_owned();
    for round in 0..4 {
        for (i, judge) in names.iter().enumerate() {
            for (j, subject) in names.iter().enumerate().filter(|(j, _)| *j != i) {
                let points = if i < 3 && j < 3 { 100 } else { 40 + j + i % 5 };
                text += &format!("{judge},{subject},{points},{round}\n");
            }
        }
    }
    let rings = |options: &[&str]| {
        let found = lines(&calibrate(&[&["--json"], options].concat(), text.as_bytes()));
        let flags = find(&found, "judge", "a")["flags"].to_string();
        flags.contains("mutual favours")
    };
    assert!(rings(&["--reciprocal"]));
    assert!(!rings(&[]));
}

#[test]
fn accounts_that_raise_each_other_are_found_together() {
    let names: Vec<String> = (0..30).map(|nth| format!("p{nth:02}")).collect();
    let mut text = "judge,subject,points\n".to_owned();
    for (i, judge) in names.iter().enumerate() {
        for (j, subject) in names.iter().enumerate().filter(|(j, _)| *j != i) {
            let noise = (i * 7 + j * 11 + i * j) % 19;
            let points = if i < 6 && j < 6 { 78 + noise } else { 25 + j + noise };
            text += &format!("{judge},{subject},{points}\n");
        }
    }
    let flagged = |options: &[&str]| {
        let found = lines(&calibrate(&[&["--json"], options].concat(), text.as_bytes()));
        let has = |line: &&Value| {
            let flags = line["flags"].as_array();
            flags.is_some_and(|flags| flags.iter().any(|flag| flag["kind"] == "accounts"))
        };
        let names = found.iter().filter(has).map(|line| line["judge"].as_str().unwrap().to_owned());
        names.collect::<Vec<String>>()
    };
    assert_eq!(flagged(&["--reciprocal"]), names[..6]);
    assert!(flagged(&[]).is_empty());
    let table = calibrate(&["--reciprocal", "--judges"], text.as_bytes());
    let table = String::from_utf8(table.stdout).unwrap();
    assert_eq!(
        table.matches("accounts: 6 accounts raise each other's ratings").count(),
        6,
        "{table}"
    );
}

#[test]
fn a_brigade_against_one_subject_is_named_and_loses_its_weight() {
    let log = |members: usize| {
        let mut text = "judge,subject,points\n".to_owned();
        for judge in 0..40 {
            for subject in 0..12 {
                let noise = (judge * 17 + subject * 29 + judge * subject) % 23;
                let honest = 10 + 5 * subject + noise;
                let points = if judge < members && subject == 4 { 100 } else { honest };
                text += &format!("j{judge:02},s{subject:02},{points}\n");
            }
        }
        text
    };
    let found = |members| lines(&calibrate(&["--json"], log(members).as_bytes()));
    let calibrated =
        |found: &[Value]| find(found, "subject", "s04")["calibrated"].as_f64().unwrap();
    let (honest, lifted) = (found(0), found(8));
    assert!((calibrated(&honest) - calibrated(&lifted)).abs() < 1.5);
    let mean = |found: &[Value]| find(found, "subject", "s04")["mean"].as_f64().unwrap();
    assert!(mean(&lifted) > mean(&honest) + 10.0);
    let members = |found: &[Value]| {
        let has = |line: &&Value| line["flags"].to_string().contains("brigade");
        let names = found.iter().filter(has).map(|line| line["judge"].as_str().unwrap().to_owned());
        names.collect::<Vec<String>>()
    };
    assert!(members(&honest).is_empty());
    assert_eq!(members(&lifted), (0..8).map(|nth| format!("j{nth:02}")).collect::<Vec<String>>());
    let table = calibrate(&["--judges"], log(8).as_bytes());
    let table = String::from_utf8(table.stdout).unwrap();
    assert_eq!(table.matches("brigade: s04: ").count(), 8, "{table}");
}
