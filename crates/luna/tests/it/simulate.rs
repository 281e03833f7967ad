//! `luna simulate`: what it leaves behind, and that this hangs on the seed alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use luna_testkit::server::{folder, luna};

fn simulate(out: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let small =
        ["--players", "20", "--steps", "60", "--trials", "10", "--most-trials", "10", "--out"];
    let output = luna().arg("simulate").args(arguments).args(small).arg(out).output().unwrap();
    let words = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), words)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
    };
    fs::read_dir(folder).unwrap().map(file).collect()
}

#[test]
fn the_same_seed_leaves_the_same_bytes_on_any_number_of_threads() {
    let [one, other, third] = ["one", "other", "third"].map(folder);
    let (code, words) = simulate(&one, &["all", "--threads", "1"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("3.8 All strategies together") && words.contains("claims consistent"));
    assert!(words.contains("\n100,800 games of the figures\n"), "{words}");
    let (code, words) = simulate(&other, &["all", "--threads", "5"]);
    assert_eq!(code, Some(0), "{words}");
    let (one, other) = (files(&one), files(&other));
    for name in [
        "report.html",
        "figures.csv",
        "figures.json",
        "attendance.csv",
        "judges.json",
        "judges-intervals.csv",
        "judges-calibration-wide-ratios.png",
        "theory.csv",
        "theory-players.svg",
        "equilibrium.json",
    ] {
        assert!(one.contains_key(name), "no {name}");
    }
    assert!(one.contains_key("3.1-random-mean.svg") && one.contains_key("ring-max.png"));
    assert_eq!(one, other);
    simulate(&third, &["3.1", "--seed", "2"]);
    let first = |folder: &BTreeMap<String, Vec<u8>>| {
        let csv = String::from_utf8(folder["figures.csv"].clone()).unwrap();
        let line = csv.lines().nth(1).unwrap().trim_end_matches(",simulated");
        line.trim_end_matches(",1").trim_end_matches(",2").to_owned()
    };
    assert!(first(&one).starts_with("3.1,random,1,"));
    assert_ne!(first(&one), first(&files(&third)));
    let json = String::from_utf8(one["figures.json"].clone()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["figures"][7]["figure"], "3.8");
    assert_eq!(json["reading"]["draw"], "pair");
}

#[test]
fn the_report_gives_each_figure_its_claims_and_verdicts() {
    let out = folder("report");
    let (code, words) = simulate(&out, &["3.3", "--noise", "sd:3", "--unrated", "fifty"]);
    assert_eq!(code, Some(0), "{words}");
    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains("With nobody honest, the mean error is half of the range."));
    assert!(report.contains("<td class=\"undecided\">undecided") && report.contains("<svg"));
    assert!(report.contains("of 3 claims") && report.contains("50.0, tolerance 0.5"));
    assert!(report.contains("are for 100 players and 1,000 steps"), "this world is smaller");
    assert!(report.contains("p. 42; rounding of 50"), "it says where a tolerance is from");
    assert!(report.contains("Diamonds are the paper's numbers: page 42"), "{report}");
    assert!(report.contains("--noise 3 --unrated fifty"), "it says how to repeat it");
    assert!(!report.contains("http-equiv") && !report.contains("src="), "one file is enough");
}

#[test]
fn judges_are_judged_where_the_truth_is_known() {
    let out = folder("judges");
    let (code, words) = simulate(&out, &["judges", "watching"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("The monitor of judges") && words.contains("of 4 claims consistent"));
    let files = files(&out);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected = [
        ".luna-files",
        "judges-watching-guesses.png",
        "judges-watching-guesses.svg",
        "judges-watching-kinds.png",
        "judges-watching-kinds.svg",
        "judges-watching.csv",
        "judges.json",
        "report.html",
    ];
    assert_eq!(names, expected);
    let json: serde_json::Value = serde_json::from_slice(&files["judges.json"]).unwrap();
    let part = &json["parts"][0];
    assert_eq!((&json["trials"], &part["name"]), (&10.into(), &"watching".into()));
    assert_eq!(
        part["rows"][0].as_array().unwrap().len(),
        part["columns"].as_array().unwrap().len()
    );
    assert_eq!(part["rows"][0][0], 20, "numbers are numbers");
    let report = String::from_utf8(files["report.html"].clone()).unwrap();
    assert!(report.contains("three standard errors"), "it says how a verdict is reached");
    assert!(report.contains("luna simulate judges watching --players 20"));
    let claim = &part["claims"][0];
    assert_eq!(claim["trials"], 10, "{claim}");
    assert!(claim["interval"][0].is_number() && claim["measured"][1].is_null(), "{claim}");
    assert!(!report.contains("This is how the paper was read"), "the paper has no such figures");
}

#[test]
fn a_crowd_of_ones_own_is_drawn_and_a_wrong_one_is_refused() {
    let out = folder("crowd");
    let (code, words) = simulate(&out, &["crowd", "honest=3,ring=1"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(out.join("crowd-mean.svg").exists());
    let (code, words) = simulate(&out, &["crowd", "honest=3,rung=1"]);
    assert_eq!(code, Some(2));
    assert!(words.contains("There is no strategy “rung”"), "{words}");
    let nobody = folder("crowd-of-nobody").join("out");
    let (code, words) = simulate(&nobody, &["crowd", "machine=100"]);
    assert_eq!((code, words.lines().count()), (Some(2), 1), "{words}");
    assert!(words.contains("would be a person"), "{words}");
    assert!(!nobody.exists(), "nothing was begun");
    for (option, value) in [("--threads", "100000"), ("--noise", "1e300")] {
        let (code, words) = simulate(&out, &["3.1", option, value]);
        assert_eq!((code, words.lines().count()), (Some(2), 1), "{words}");
    }
    for (option, value) in [("--players", "1"), ("--players", "99999999999"), ("--trials", "0")] {
        let output = luna().args(["simulate", "3.1", option, value]).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("has 2 to 10,000,000 players"), "{words}");
    }
    let (code, words) = simulate(&out, &["3.1", "--draw", "never"]);
    assert_eq!(code, Some(2));
    assert!(words.contains("--draw is one of pair, guess"), "{words}");
}

#[test]
fn a_second_run_leaves_nothing_of_the_first_and_no_file_of_others_is_lost() {
    let out = folder("twice");
    fs::write(out.join("my-own-mean.svg"), "mine").unwrap();
    let names = |what: &[&str]| {
        let (code, words) = simulate(&out, what);
        assert_eq!(code, Some(0), "{words}");
        files(&out).into_keys().collect::<Vec<_>>()
    };
    let both = |name: &str| ["png", "svg"].map(|ending| format!("{name}.{ending}"));
    let with = |charts: &[&str]| {
        let fixed =
            [".luna-files", "figures.csv", "figures.json", "my-own-mean.svg", "report.html"];
        let charts = charts.iter().flat_map(|name| both(name));
        let mut all: Vec<String> = charts.chain(fixed.map(str::to_owned)).collect();
        all.sort();
        all
    };
    assert_eq!(names(&["3.1"]), with(&["3.1-random-mean", "3.1-random-max"]));
    let crowd = with(&["crowd-mean", "crowd-max"]);
    assert_eq!(names(&["crowd", "honest=3,ring=1"]), crowd);
    assert_eq!(names(&["crowd", "honest=3,ring=1"]), crowd);
    let (code, _) = simulate(&out, &["3.1", "--draw", "never"]);
    assert_eq!((code, files(&out).len()), (Some(2), crowd.len()), "nothing begun, nothing lost");
    let attendance = [".luna-files", "attendance.csv", "my-own-mean.svg", "report.html"];
    assert_eq!(names(&["attendance"]), attendance);
    assert_eq!(fs::read(out.join("my-own-mean.svg")).unwrap(), b"mine");
}

#[test]
fn questions_are_measured_where_the_truth_is_known() {
    let out = folder("marked-questions");
    let small = ["simulate", "questions", "--players", "20", "--trials", "1", "--out"];
    let output = luna().args(small).arg(&out).output().unwrap();
    let words = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{words}");
    assert!(words.contains("What marks tell about questions") && words.contains("of 5 claims"));
    let files = files(&out);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, [".luna-files", "questions.csv", "questions.json", "report.html"]);
    assert_eq!(String::from_utf8_lossy(&files["questions.csv"]).lines().count(), 19);
}
