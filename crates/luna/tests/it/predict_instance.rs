//! `luna predict` on the database of an instance.

use std::fs;
use std::path::{Path, PathBuf};

use luna_testkit::school::School;
use luna_testkit::server::{folder, luna, postgres, program, sqlite};

use crate::command::run;
use crate::predict::{csv, files, predict};
use crate::predict_train::{taught, teach};

const SCHOOL: School = School { pupils: 31, fair: true };

/// The same instance in a folder of its own, in a file that nobody has open and that keeps a log.
fn copied(database: &str, place: &Path) -> PathBuf {
    let backup = place.join("backup").display().to_string();
    let restored = place.join("restored.db");
    let url = format!("sqlite:{}", restored.display());
    assert_eq!(run(&["backup", &backup, "--database", database]).0, Some(0));
    assert_eq!(run(&["restore", &backup, "--database", &url]).0, Some(0));
    // The last connection to close removes the log.
    let sql = "import sqlite3,sys; it = sqlite3.connect(sys.argv[1]); \
               it.execute('PRAGMA wal_checkpoint(TRUNCATE)').fetchall(); it.close()";
    let mut python = program("python3");
    assert!(python.args(["-c", sql]).arg(&restored).status().unwrap().success());
    let folder = place.join("kept");
    fs::create_dir(&folder).unwrap();
    let copy = folder.join("copy.db");
    fs::copy(restored, &copy).unwrap();
    assert_eq!(fs::read(&copy).unwrap()[18..20], [2, 2], "it keeps a log");
    copy
}

/// With a small dictionary where one is of use.
fn said(place: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    if arguments[0] != "explain" {
        return predict(place, arguments);
    }
    let output = luna().current_dir(place).arg("predict").args(arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    (output.status.code(), out, err)
}

#[track_caller]
fn good(place: &Path, arguments: &[&str]) -> String {
    let (code, out, wrong) = said(place, arguments);
    // Where a table comes out, what it was made with is said beside it.
    let beside = arguments[0] == "features" && wrong.contains(": WordNet of ");
    assert!(code == Some(0) && (beside || wrong.is_empty()), "{arguments:?} {out} {wrong}");
    out
}

#[track_caller]
fn refused(place: &Path, arguments: &[&str], expected: i32) -> String {
    let (code, out, wrong) = said(place, arguments);
    assert_eq!((code, out.as_str()), (Some(expected), ""), "{arguments:?} {wrong}");
    assert_eq!(wrong.lines().count(), 1, "{wrong}");
    wrong.strip_prefix("luna: ").unwrap().trim_end().to_owned()
}

#[test]
fn an_instance_is_learned_from_as_what_is_written_of_it() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        tokio::runtime::Runtime::new().unwrap().block_on(teach(&database, SCHOOL));
        let place = folder("predict-instance");
        let written = place.join("house machines.csv").display().to_string();
        let train = ["predict", "train", "--database", &database, "--csv", &written];
        assert_eq!(run(&train).0, Some(0));
        let key = "question,answer\nWhat color is the sky?,\"Blue, because air scatters light\"\n";
        fs::write(place.join("key.csv"), key).unwrap();

        let of_both = |command: &str, more: &[&str]| {
            let of = |from: &[&str]| good(&place, &[&[command], from, more].concat());
            (of(&["--database", &database]), of(&[&written]))
        };
        let (live, from_file) = of_both("features", &["--key", "key.csv"]);
        assert!(live.contains(",What color is the sky?,1,0.42857"), "{live}");
        assert_eq!(live, from_file);
        let (live, from_file) = of_both("explain", &["--person", "7"]);
        assert!(live.starts_with("house machines, 7\nguessed 0."), "{live}");
        assert_eq!(live, from_file);
        for (command, table, more) in
            [("run", "predictions.csv", &["--ties", "mean"][..]), ("beyond", "beyond.csv", &[])]
        {
            let run = |from: &[&str], out: &str| {
                let fixed = [command, "--trials", "2", "--out", out];
                let said = good(&place, &[&fixed[..], from, more].concat());
                assert!(said.contains("house machines (given)"), "{said}");
                files(&place.join(out))
            };
            let live = run(&["--database", &database], &format!("{command}-live"));
            assert_eq!(live[table], run(&[&written], &format!("{command}-file"))[table]);
            let report = String::from_utf8(live["report.html"].clone()).unwrap();
            assert!(report.contains(&format!("luna predict {command} --database ")), "{report}");
        }
    }
}

#[tokio::test]
async fn people_go_by_their_names_and_askers_by_theirs() {
    let database = taught(SCHOOL).await;
    let place = folder("predict-names");
    let explain = |more: &[&str]| {
        good(&place, &[&["explain", "--database", &database, "--person"], more].concat())
    };
    let named = explain(&["pupil8"]);
    assert_eq!(named.lines().next(), Some("house machines, pupil8"));
    assert!(named.contains("\nrated   0.") && named.contains(" scatters\n"), "{named}");
    let rest = |said: &str| said.split_once('\n').unwrap().1.to_owned();
    let numbers =
        (1..=31).filter(|nth: &usize| rest(&explain(&[&nth.to_string()])) == rest(&named));
    assert_eq!(numbers.count(), 1, "one number is that person's");
    let asked = explain(&["pupil8", "--player", "judge2"]);
    assert!(asked.starts_with("judge2, pupil8\n"), "{asked}");
    assert!(asked.contains("judge2 asks 1?"), "{asked}");
    let said = good(&place, &["features", "--database", &database, "--player", "Judge2"]);
    assert_eq!(said.lines().count(), 1 + 31 * 5);
    assert!(said.contains("\nJudge2,31,judge2 asks 5?,"), "{said}");
    assert!(!said.contains("pupil"), "{said}");
    let wrong = refused(&place, &["explain", "--database", &database, "--person", "shy"], 1);
    let expected =
        "shy has not answered house machines, or has not been guessed by three people yet.";
    assert_eq!(wrong, expected);
    for nobody in ["32", "nobody here"] {
        let wrong = refused(&place, &["explain", "--database", &database, "--person", nobody], 1);
        let expected = format!(
            "No rated person who has answered house machines has the name or number {nobody}; the \
             numbers are 1 to 31."
        );
        assert_eq!(wrong, expected);
    }
}

#[tokio::test]
async fn an_instance_is_left_as_it_is() {
    let place = folder("predict-kept");
    let database = copied(&taught(SCHOOL).await, &place);
    let url = format!("sqlite:{}", database.display());
    let kept = || files(&place.join("kept"));
    let before = kept();
    assert_eq!(before.len(), 1);
    good(&place, &["run", "--trials", "1", "--database", &url]);
    good(&place, &["features", "--player", "judge1", "--database", &url]);
    good(&place, &["explain", "--person", "pupil8", "--database", &url]);
    assert_eq!(run(&["predict", "train", "--database", &url]).0, Some(0));
    assert!(kept() == before, "{:?}", kept().keys());
}

#[tokio::test]
async fn without_a_path_the_settings_say_which_database() {
    let place = folder("predict-settings");
    let database = taught(School { pupils: 6, fair: true }).await;
    csv(&place);
    let features = |paths: &[&str]| {
        let mut luna = luna();
        luna.current_dir(&place).args(["predict", "features"]).args(paths);
        let output = luna.env("LUNA_DATABASE", &database).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(features(&[]).contains("\nhouse machines,6,"));
    assert!(features(&["said.csv"]).contains("\nsaid,p6,"), "a path comes first");
    fs::write(place.join("luna.toml"), format!("database = {database:?}\n")).unwrap();
    assert!(good(&place, &["features"]).contains("\nhouse machines,6,"));
    let before = ["--database", &database, "predict", "features"];
    assert!(run(&before).1.contains("\nhouse machines,6,"));
}

#[tokio::test]
async fn each_thing_that_does_not_go_is_one_sentence() {
    let place = folder("predict-refused");
    csv(&place);
    let empty = sqlite();
    assert_eq!(run(&["rating", "rebuild", "--database", &empty]).0, Some(0));
    for (more, code, expected) in [
        (
            &["--database", &empty][..],
            1,
            "No player with guesses by at least three people has answered the questions of house \
             machines yet, so there is nothing to learn from.",
        ),
        (
            &[],
            2,
            "Name a file or folder to learn from, or with --database the database of an instance; \
             there is no luna.db.",
        ),
        (
            &["--database", "sqlite:not-there.db"],
            4,
            "cannot use the database sqlite:not-there.db: database failed: there is no such file",
        ),
        (
            &["--database", "luna.db"],
            3,
            "the database must be sqlite:PATH or postgres://USER@HOST/NAME, not luna.db",
        ),
        (
            &["said.csv", "--database", &empty],
            2,
            "Name either files to learn from or the database of an instance, not both.",
        ),
        (&["said.csv", "--player", "ann"], 2, "--player is for an instance, and files are given."),
        (
            &["--database", &empty, "--people", "assignments"],
            2,
            "--people is for Mohler's data, and not for an instance.",
        ),
        (&["--database", &empty, "--player", "ann"], 1, "there is no player called ann"),
    ] {
        for command in [&["run"][..], &["beyond"], &["features"], &["explain", "--person", "1"]] {
            assert_eq!(refused(&place, &[command, more].concat(), code), expected);
        }
    }
    assert!(!place.join("not-there.db").exists() && !place.join("luna.db").exists());
    let few = taught(School { pupils: 4, fair: true }).await;
    let why = refused(&place, &["run", "--database", &few], 1);
    let expected = "house machines: 4 people have answered; splitting them 4 to 1 needs five.";
    assert_eq!(why, expected);
    assert_eq!(good(&place, &["features", "--database", &few]).lines().count(), 1 + 4 * 5);
    let why = refused(&place, &["features", "--database", &few, "--key", "key.csv"], 1);
    assert_eq!(why, "key.csv, line 2: nobody was asked “Which pet?”.");
}
