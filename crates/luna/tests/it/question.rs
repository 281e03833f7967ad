//! `luna question`: imports, samples and simulated campaigns, and what is said about bad files.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_store::question_campaign::imported;
use luna_testkit::offline::read;
use luna_testkit::server::{folder, sqlite};
use serde_json::Value;

use crate::command::run;

fn file(name: &str, content: &str) -> PathBuf {
    let path = folder("question").join(name);
    fs::write(&path, content).unwrap();
    path
}

/// The same file, compressed.
fn packed(path: &Path) -> PathBuf {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&fs::read(path).unwrap()).unwrap();
    let packed = path.with_extension("gz");
    fs::write(&packed, gzip.finish().unwrap()).unwrap();
    packed
}

fn import(database: &str, path: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let shown = path.display().to_string();
    let (code, out, words) =
        run(&[&["question", "import", &shown, "--database", database], more].concat());
    (code, out.replace(&shown, "FILE"), words.replace(&shown, "FILE"))
}

#[test]
fn questions_are_imported_once_and_a_bad_file_leaves_nothing() {
    let database = sqlite();
    let good = file(
        "moon.csv",
        "question,source_sentence,answer,gold\nWhat shines?,The moon shines.,the moon,\nWho?,He shines.,he,2\nWho?,He shines.,he,2\n",
    );
    let (code, out, words) = import(&database, &good, &["--licence", "CC0"]);
    let expected =
        "FILE: 2 questions of 2 articles imported. Gold questions: 1. Skipped repeated lines: 4.\n";
    assert_eq!((code, out.as_str(), words.as_str()), (Some(0), expected, ""));
    let (code, _, words) = import(&database, &good, &[]);
    assert_eq!(code, Some(1));
    assert!(words.contains("FILE was already imported on "), "{words}");
    let packed = packed(&good);
    let (code, _, words) = import(&database, &packed, &[]);
    assert_eq!(code, Some(1), "the same file, compressed: {words}");
    assert!(words.contains("FILE was already imported on "), "{words}");
    for (content, expected) in [
        ("question\nWhat?\n", "line 1: there is no column sentence"),
        ("question,sentence\nWhat?,\n", "line 2: there is no source sentence"),
        ("", "the file is empty"),
    ] {
        let bad = file("bad.csv", content);
        let shown = bad.display().to_string();
        let other = file("other.csv", "question,sentence\nWhy?,Because.\n").display().to_string();
        let both = ["question", "import", &other, &shown, "--database", &database];
        let (code, _, words) = run(&both);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains(&format!("{shown}: {expected}")), "{words}");
    }
    let files = read(&database, |tx| imported::latest(tx, 9));
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!((files[0].questions, &*files[0].licence), (2, "CC0"));
    let (code, out, _) = run(&["question", "campaign", "--database", &database]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("There is no campaign yet"), "{out}");
}

#[test]
fn generated_lines_name_their_article_and_the_import_counts_one() {
    let text = "Marie Curie discovered radium in 1898. The king built a castle on the hill.";
    let path = file("castle.txt", text).display().to_string();
    let (code, out, words) = run(&["question", "generate", &path, "--format", "jsonl"]);
    assert_eq!(code, Some(0), "{words}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 5 && lines.iter().all(|line| line["article"] == "castle"), "{out}");
    assert_eq!(lines.iter().filter(|line| line["text"] == text).count(), 1, "{out}");
    let (code, said, words) = import(&sqlite(), &file("castle.jsonl", &out), &[]);
    let expected = format!("FILE: {} questions of 1 article imported.\n", lines.len());
    assert_eq!((code, said), (Some(0), expected), "{words}");
    // Another ranker can sort them, too.
    let (code, ranked, words) =
        run(&["question", "rank", &file("castle.jsonl", &out).display().to_string()]);
    assert_eq!((code, ranked.lines().count()), (Some(0), lines.len()), "{words}");
}

#[test]
fn a_sample_is_a_file_that_the_import_reads() {
    let mut text = "question,sentence,article,text\n".to_owned();
    let article = vec!["word"; 300].join(" ");
    for number in 0..30 {
        text.push_str(&format!("What is {number}?,word word.,Words,{article}\n"));
    }
    let path = file("words.csv", &text).display().to_string();
    let (code, out, words) =
        run(&["question", "sample", &path, "--per-article", "20", "--seed", "3"]);
    assert_eq!((code, out.lines().count()), (Some(0), 20), "{words}");
    assert!(words.contains("20 questions of 1 articles, of 1 in the file"), "{words}");
    let again = run(&["question", "sample", &path, "--per-article", "20", "--seed", "3"]).1;
    assert_eq!(out, again);
    let other = run(&["question", "sample", &path, "--per-article", "20", "--seed", "4"]).1;
    assert_ne!(out, other);
    let database = sqlite();
    let (code, out, words) = import(&database, &file("sample.jsonl", &out), &[]);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "FILE: 20 questions of 1 article imported.\n"),
        "{words}"
    );
    let short = file("short.csv", "question,sentence\nWhat?,Short.\n").display().to_string();
    let (code, _, words) = run(&["question", "sample", &short]);
    assert_eq!(code, Some(1));
    assert!(words.contains("no article has from 250 to 2000 tokens"), "{words}");
    let (code, _, words) = run(&["question", "sample", &path, "--per-article", "0"]);
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("a sample takes at least 1"), "{words}");
}

/// The lines of a simulated campaign.
fn simulated(more: &[&str]) -> Vec<Value> {
    let command = [
        "question",
        "campaign",
        "--simulate",
        "--questions",
        "60",
        "--batch",
        "30",
        "--raters",
        "7",
        "--trials",
        "1",
        "--json",
    ];
    let (code, out, words) = run(&[&command[..], more].concat());
    assert_eq!(code, Some(0), "{words}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_simulated_campaign_is_printed_with_its_raters_and_the_means_of_more_and_more() {
    let lines =
        simulated(&["--random", "0.3", "--lazy", "0.1", "--gold", "12", "--screening", "4"]);
    for name in ["good", "lazy", "random"] {
        let of = lines.iter().find(|it| it["raters"] == name).unwrap();
        for count in ["count", "screened_out", "rejected"] {
            assert!(of[count].is_u64(), "{count}: {of}");
        }
    }
    for count in 1..=7 {
        let of = lines.iter().find(|it| it["mean_of"] == count).unwrap();
        assert!(of["r"].is_f64(), "{of}");
    }
    let (code, _, words) = run(&["question", "campaign", "--simulate", "--random", "0.9"]);
    assert_eq!(code, Some(2));
    assert!(words.contains("--lazy and --random are shares"), "{words}");
}

#[test]
fn simulated_campaigns_and_a_file_of_ratings_are_compared_with_the_paper() {
    let home = folder("campaign-report");
    let mut rated = "article,question,rating\n".to_owned();
    for number in 0..60 {
        let rating = if number % 7 == number / 20 { 4.0 } else { 2.0 };
        writeln!(rated, "{},What is number {number}?,{rating}", number / 6).unwrap();
    }
    let file = file("rated.csv", &rated).display().to_string();
    let out = home.join("campaign").display().to_string();
    let command = [
        "question",
        "campaign",
        "--simulate",
        "--questions",
        "40",
        "--batch",
        "40",
        "--trials",
        "2",
        "--rated",
        &file,
        "--out",
        &out,
    ];
    let (code, text, words) = run(&command);
    assert_eq!(code, Some(0), "{words}");
    for part in [
        "Section 5.1: quantity and cost",
        "Section 5.2: speed",
        "Section 5.3: quality",
        "Figure 3 and section 5 on the file",
        "What monitoring catches",
        "What more raters add",
        "What does not fit in the paper",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let chance = text.lines().find(|line| line.contains("chance of 46 or more")).unwrap();
    assert!(chance.ends_with(" 9.1e-6"), "{text}");
    let read = |name: &str| fs::read_to_string(home.join("campaign").join(name)).unwrap();
    let report = read("report.html");
    for part in ["ignore the sampling of the test set", "--trials 2 --seed 1 --rated ", "12.9 %"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    for chart in ["aggregation", "figure-3", "figure-3-file", "ratings-over-time"] {
        assert!(read(&format!("{chart}.svg")).contains("<svg"), "{chart}");
    }
    let before = read("campaign.json");
    let (code, out, words) = run(&[&command[..], &["--json"]].concat());
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(read("campaign.json"), before, "the same seed, the same bytes");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdict = |part: &str, claim: &str| {
        let is_it = |it: &&Value| {
            it["part"] == part && it["claim"].as_str().is_some_and(|it| it.contains(claim))
        };
        lines.iter().find(is_it).unwrap()["verdict"].as_str().unwrap().to_owned()
    };
    let verdicts = ["consistent", "contradicted", "undecided"];
    assert!(verdicts.contains(&&*verdict("quality", "A crowd is more reliable")), "{out}");
    assert_eq!(verdict("figure-3-file", "Two experts correlate"), "undecided");
    let (code, _, words) = run(&["question", "campaign", "--simulate", "--learning-curve"]);
    assert_eq!(code, Some(2));
    assert!(words.contains("--rated"), "{words}");
}
