//! `luna simulate`: what it leaves behind, and that this hangs on the seed alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::server::{folder, luna};

fn simulate(out: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let small = ["--players", "20", "--steps", "60", "--trials", "12", "--out"];
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
    assert!(words.contains("3.8 All strategies together") && words.contains("claims borne out"));
    let (code, words) = simulate(&other, &["all", "--threads", "5"]);
    assert_eq!(code, Some(0), "{words}");
    let (one, other) = (files(&one), files(&other));
    for name in ["report.html", "figures.csv", "figures.json", "attendance.csv"] {
        assert!(one.contains_key(name), "no {name}");
    }
    assert!(one.contains_key("3.1-random-mean.svg") && one.contains_key("ring-max.png"));
    assert_eq!(one, other);
    simulate(&third, &["all", "--seed", "2"]);
    assert_ne!(one.get("figures.csv"), files(&third).get("figures.csv"));
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
    assert!(report.contains("With nobody honest the mean error is half of the range."));
    assert!(report.contains("<td class=\"yes\">yes") && report.contains("<svg"));
    assert!(report.contains("--noise 3 --unrated fifty"), "it says how to repeat it");
    assert!(!report.contains("http-equiv") && !report.contains("src="), "one file is enough");
}

#[test]
fn a_crowd_of_ones_own_is_drawn_and_a_wrong_one_is_refused() {
    let out = folder("crowd");
    let (code, words) = simulate(&out, &["crowd", "honest=3,ring=1"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(out.join("crowd-mean.svg").exists());
    let (code, words) = simulate(&out, &["crowd", "honest=3,rung=1"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("There is no strategy “rung”"), "{words}");
    let (code, words) = simulate(&out, &["3.1", "--draw", "never"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("--draw is one of pair, guess"), "{words}");
}
