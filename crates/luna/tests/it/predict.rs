//! `luna predict`: what it says, what it leaves behind, and what it refuses.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use luna_testkit::server::{folder, luna};

fn dictionary() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../luna-text/tests/wordnet")
}

/// Ten people who say what they are rated for, more or less.
pub(crate) fn csv(folder: &Path) -> PathBuf {
    let mut text = "person,question,response,rating\n".to_owned();
    for nth in 0..10 {
        let (pet, place) =
            [("a dog", "the bank"), ("two mice, \"small\"", "")][usize::from(nth % 3 == 0)];
        let rating = f64::from(nth % 3) / 2.0;
        let pet = pet.replace('"', "\"\"");
        text += &format!(
            "p{nth},Which pet?,\"{pet} {nth}\",{rating}\np{nth},Where?,{place},{rating}\n"
        );
    }
    let path = folder.join("said.csv");
    fs::write(&path, text).unwrap();
    fs::write(folder.join("key.csv"), "question,answer\nWhich pet?,A dog\nWhich pet?,cat\n")
        .unwrap();
    path
}

/// Runs it in a folder with the data.
pub(crate) fn predict(place: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = luna()
        .current_dir(place)
        .arg("predict")
        .args(arguments)
        .arg("--wordnet")
        .arg(dictionary())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
    };
    fs::read_dir(folder).unwrap().map(file).collect()
}

#[test]
fn an_experiment_leaves_the_same_bytes_on_any_number_of_threads() {
    let place = folder("predict");
    csv(&place);
    let run = |out: &str, more: &[&str]| {
        let fixed = ["run", "said.csv", "--key", "key.csv", "--trials", "3", "--out", out];
        let (code, said, wrong) = predict(&place, &[&fixed, more].concat());
        assert_eq!((code, wrong.as_str()), (Some(0), ""), "{said}");
        (said, files(&place.join(out)))
    };
    let (said, one) = run("one", &["--threads", "1"]);
    assert!(said.contains("\nCOM  ") && said.contains("said (given)"), "{said}");
    assert!(said.contains("BWO is no better than CBG"), "{said}");
    assert!(said.contains("The key has no answer to Where?, nor to anything like it."), "{said}");
    assert!(said.contains(&format!("WordNet of {}.", dictionary().display())), "{said}");
    assert!(said.trim_end().ends_with("s, see one/report.html"), "{said}");
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let expected = [
        ".luna-files",
        "prediction-lasso.png",
        "prediction-lasso.svg",
        "prediction-ols.png",
        "prediction-ols.svg",
        "predictions.csv",
        "predictions.json",
        "report.html",
    ];
    assert_eq!(names, expected);
    let json: serde_json::Value = serde_json::from_slice(&one["predictions.json"]).unwrap();
    assert_eq!(json["errors"]["said"]["COM"].as_array().unwrap().len(), 3);
    let report = String::from_utf8(one["report.html"].clone()).unwrap();
    assert!(report.contains("luna predict run said.csv --key key.csv"), "it says how to repeat it");
    assert!(report.contains(" --wordnet "), "wherever that was found");
    assert_eq!(run("five", &["--threads", "5"]).1, one);
    assert_ne!(run("other", &["--seed", "2"]).1["predictions.csv"], one["predictions.csv"]);
}

#[test]
fn a_download_is_learned_from_as_it_is() {
    let place = folder("download");
    let game = |nth: usize| {
        format!(
            r#"{{"game": "g{nth}", "moves": [{{"move": {{"ask": ["Who, me?"]}}}}],
            "their_answers": ["number {nth}"], "their_rating": {}}}"#,
            10 * nth
        )
    };
    let games: Vec<String> = (0..6).map(game).collect();
    let text = format!("{{\"games\": [{}]}}", games.join(","));
    fs::write(place.join("my-luna-data.json"), text).unwrap();
    let (code, said, wrong) = predict(&place, &["run", "my-luna-data.json", "--trials", "2"]);
    assert_eq!((code, wrong.as_str()), (Some(0), ""));
    assert!(said.contains("my-luna-data (given)"), "{said}");
    let (code, said, _) = predict(&place, &["features", "my-luna-data.json"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("\nmy-luna-data,g5,\"Who, me?\",0,"), "{said}");
    fs::write(place.join("my-luna-data.json"), "{\"rows\": []}").unwrap();
    let (code, said, wrong) = predict(&place, &["run", "my-luna-data.json"]);
    let expected = "luna: my-luna-data.json, line 1: this is not a player's download from Luna (missing field `games`).\n";
    assert_eq!((code, said.as_str(), wrong.as_str()), (Some(1), "", expected));
}

#[test]
fn features_are_a_table_of_what_the_key_says() {
    let place = folder("features");
    csv(&place);
    let (code, said, wrong) = predict(&place, &["features", "said.csv", "--key", "key.csv"]);
    assert_eq!((code, wrong.lines().count()), (Some(0), 1), "{wrong}");
    assert!(wrong.starts_with("said: WordNet of "), "{wrong}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "data,person,question,BWO,FWO,CED,WED,WCS,SNL");
    assert_eq!(lines.len(), 1 + 20);
    // "dog 1" beside "dog cat": one word of three, four characters of seven.
    let row: Vec<&str> = lines[2].split(',').collect();
    assert_eq!(row[..4], ["said", "p1", "Which pet?", "1"]);
    assert!(lines[1].starts_with("said,p0,Which pet?,0,0,"), "{}", lines[1]);
}

#[test]
fn a_reader_may_close_the_pipe_early() {
    let place = folder("head");
    // More than a pipe holds.
    let rows: String = (0..4000).map(|nth| format!("person {nth},question,yes,0\n")).collect();
    fs::write(place.join("long.csv"), format!("person,question,response,rating\n{rows}")).unwrap();
    let mut child = luna()
        .current_dir(&place)
        .args(["predict", "features", "long.csv", "--wordnet"])
        .arg(dictionary())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::with_capacity(8, child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert!(first.starts_with("data,person,"), "{first}");
    drop(out);
    let output = child.wait_with_output().unwrap();
    let beside = String::from_utf8(output.stderr).unwrap();
    assert!(beside.starts_with("long: WordNet of") && beside.lines().count() == 1, "{beside}");
}

#[test]
fn each_wrong_option_is_one_sentence() {
    let place = folder("wrong");
    csv(&place);
    fs::write(place.join("file"), "").unwrap();
    fs::write(place.join("four.csv"), "person,question,response,rating\na,q,r,1\n").unwrap();
    fs::write(
        place.join("rated.csv"),
        "person,question,response,rating\na,q,r,5\nb,q,r,5\nc,q,r,5\nd,q,r,5\ne,q,r,5\n",
    )
    .unwrap();
    let trials = "An experiment has 1 to 1,000,000 splits.";
    let alpha = "The penalty of Lasso is a number above 0.";
    for (arguments, expected) in [
        (&["said.csv", "--trials", "0"][..], trials),
        (&["said.csv", "--trials", "1000001"], trials),
        (&["said.csv", "--alpha", "0"], alpha),
        (&["said.csv", "--alpha=-1"], alpha),
        (&["said.csv", "--alpha", "NaN"], alpha),
        (&["said.csv", "--alpha", "inf"], alpha),
        (&["said.csv", "--threads", "1001"], "The limit is 1,000 threads."),
        (&["not there"], "not there: there is no such file or folder."),
        (&["file"], "file: it is empty; the first line names the columns."),
        (
            &["."],
            ".: this is neither Powergrading's folder (student_answers_698.tsv), nor Mohler's",
        ),
        (&["said.csv", "--out", "file"], "cannot create file: "),
        (&["said.csv", "--out", "file/below"], "cannot create file/below: "),
        (&["said.csv", "--key", "not there"], "not there: No such file or directory"),
        (&["said.csv", "--vectors", "not there"], "not there: No such file or directory"),
        (&["said.csv", "--corpus", "not there"], "not there: No such file or directory"),
        (&["said.csv", "--vectors", "said.csv"], "said.csv: line 1: "),
        (&["four.csv"], "four: one person has answered; splitting them 4 to 1 needs five."),
        (
            &["rated.csv"],
            "rated: a is rated 5, which is not from 0 to 1. Choose --scale maximum or --scale range.",
        ),
    ] {
        let (code, said, wrong) = predict(&place, &[&["run"], arguments].concat());
        let misused = [trials, alpha].contains(&expected) || arguments.contains(&"1001");
        let expected_code = if misused { 2 } else { 1 };
        assert_eq!((code, said.as_str()), (Some(expected_code), ""), "{arguments:?} {wrong}");
        assert_eq!(wrong.lines().count(), 1, "{wrong}");
        assert!(wrong.starts_with(&format!("luna: {expected}")), "{wrong}");
    }
    for arguments in [&["--threads", "0"][..], &["--trials=-1"], &["--scale", "twice"], &[]] {
        let (code, said, _) = predict(&place, &[&["run"], arguments].concat());
        assert_eq!((code, said.as_str()), (Some(2), ""), "{arguments:?}");
    }
    let (code, _, wrong) =
        predict(&place, &["run", "said.csv", "--scale", "range", "--trials", "1"]);
    assert_eq!((code, wrong.as_str()), (Some(0), ""));
    let empty = folder("empty");
    let output = luna()
        .args(["predict", "features", "--wordnet"])
        .arg(&empty)
        .arg(place.join("said.csv"))
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        words.starts_with(&format!(
            "luna: WordNet's files (index.noun and others) are not in {}; `luna data",
            empty.display()
        )),
        "{words}"
    );
}

#[test]
fn a_key_goes_with_a_file_alone() {
    let place = folder("key");
    csv(&place);
    let tables = place.join("mohler");
    fs::create_dir_all(&tables).unwrap();
    let asked = "question_id\tassignment\tquestion\tdesired_answer\n1.1\t1\tWhat?\tThat.\n2.1\t2\tWhy?\tSo.\n";
    fs::write(tables.join("questions.tsv"), asked).unwrap();
    let mut answers = "question_id\tstudent_pos\tscore_avg\tstudent_answer\n".to_owned();
    for question in ["1.1", "2.1"] {
        for nth in 0..6 {
            answers += &format!("{question}\t{nth}\t{nth}\tthat {nth}\n");
        }
    }
    fs::write(tables.join("answers.tsv"), answers).unwrap();
    let (code, _, wrong) = predict(&place, &["run", "mohler", "--key", "key.csv"]);
    let expected =
        "luna: key.csv: a key goes with a file of responses, and a folder has its own.\n";
    assert_eq!((code, wrong.as_str()), (Some(1), expected));
    let (code, said, _) =
        predict(&place, &["run", "mohler", "--people", "assignments", "--trials", "2"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("Mohler by assignment (range)"), "{said}");
    let (code, said, _) =
        predict(&place, &["run", "mohler", "--trials", "2", "--scale", "maximum"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("Mohler (maximum)"), "{said}");
}

#[test]
fn a_second_experiment_leaves_nothing_of_another() {
    let place = folder("predict-twice");
    csv(&place);
    let names = |arguments: &[&str]| {
        let (code, _, wrong) = predict(&place, &[arguments, &["--out", "one"]].concat());
        assert_eq!((code, wrong.as_str()), (Some(0), ""), "{arguments:?}");
        files(&place.join("one")).into_keys().collect::<Vec<_>>()
    };
    let beyond = ["beyond", "said.csv", "--key", "key.csv", "--trials", "2"];
    let expected = [".luna-files", "beyond.csv", "beyond.json", "beyond.png", "beyond.svg"];
    let expected = [&expected[..], &["report.html"]].concat();
    assert_eq!(names(&beyond), expected);
    let run = names(&["run", "said.csv", "--key", "key.csv", "--trials", "2"]);
    assert_eq!(run.len(), 8, "{run:?}");
    assert!(!run.iter().any(|name| name.starts_with("beyond")), "{run:?}");
    let wrong = ["run", "said.csv", "--key", "not there", "--out", "one"];
    assert_eq!(predict(&place, &wrong).0, Some(1));
    assert_eq!(files(&place.join("one")).len(), 8, "an experiment that fails leaves the last one");
    assert_eq!(names(&beyond), expected);
}

#[test]
fn equal_ratings_leave_every_claim_undecided() {
    let place = folder("predict-equal");
    csv(&place);
    let mut rows = "person,question,response,rating\n".to_owned();
    for nth in 0..10 {
        rows += &format!("p{nth},Which pet?,pet {nth},0.3\np{nth},Where?,there {},0.3\n", nth % 3);
    }
    fs::write(place.join("equal.csv"), rows).unwrap();
    for command in ["run", "beyond"] {
        let trials = ["--trials", "5", "--json"];
        let (code, said, wrong) =
            predict(&place, &[&[command, "equal.csv", "--key", "key.csv"][..], &trials].concat());
        assert_eq!((code, wrong.as_str()), (Some(0), ""));
        let lines = said.lines().filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["verdict"].as_str().map(str::to_owned)
        });
        let verdicts: Vec<String> = lines.collect();
        assert!(!verdicts.is_empty() && verdicts.iter().all(|it| it == "undecided"), "{said}");
    }
}
