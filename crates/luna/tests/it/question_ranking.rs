//! `luna question`: rankers from ratings, what they put first, and the report of the experiment.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use luna_testkit::server::{folder, luna};
use serde_json::Value;

/// Runs `luna question` in a folder; gives the exit code, the results and the words.
fn question(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = luna();
    let output = command.current_dir(home).arg("question").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Questions about ten articles, good and bad by their form.
fn rated() -> String {
    let forms = [
        ("Who built the great THING of Rome?", 4.3),
        ("What is the name of the old THING?", 3.7),
        ("What did the THING come to of?", 1.5),
        ("What has the THING also also done so?", 1.9),
    ];
    let things = ["river", "castle", "king", "city", "law"];
    let mut text = "article\tquestion\trating\tsentence\n".to_owned();
    for article in 0..10_u32 {
        for (nth, thing) in (0_u32..).zip(things) {
            for (form, rating) in forms {
                let rating = rating + 0.1 * f64::from((7 * article + 3 * nth) % 5) - 0.2;
                let question = form.replace("THING", thing);
                writeln!(text, "{article}\t{question}\t{rating:.2}\tThe {thing} is old.").unwrap();
            }
        }
    }
    text
}

#[test]
fn a_trained_ranker_puts_whole_questions_first() {
    let home = folder("train-ranker");
    fs::write(home.join("rated.tsv"), rated()).unwrap();
    let (code, out, words) = question(&home, &["train-ranker", "rated.tsv", "--to", "own.ranker"]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let expected =
        "own.ranker: kernel, trained on 200 questions with a mean rating of 2.85, 861 features.\n";
    assert_eq!(out, expected);
    let questions = "What did the tower come to of?\nWho built the great tower of Rome?\n\nWhat has it also also done so?\n";
    fs::write(home.join("questions.txt"), questions).unwrap();
    let rank = ["rank", "questions.txt", "--ranker", "own.ranker"];
    let (code, out, words) = question(&home, &rank);
    assert_eq!((code, words.as_str(), out.lines().count()), (Some(0), "", 3));
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("   1  4.") && first.ends_with("tower of Rome?"), "{out}");
    let (_, out, _) = question(&home, &[&rank[..], &["--best", "1", "--json"]].concat());
    let best = lines(&out);
    assert_eq!((best.len(), &best[0]["acceptable"]), (1, &Value::from(true)));
    assert_eq!(best[0]["question"], "Who built the great tower of Rome?");
}

/// The same questions with what games tell about them, in reverse: the badly rated ones tell more.
fn with_informativeness() -> String {
    let mut text = "article,question,sentence,rating,ratings,informativeness,people\n".to_owned();
    for (nth, line) in rated().lines().skip(1).enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [article, question, rating, sentence] = cells.try_into().unwrap();
        let share = 0.9 - 0.15 * rating.parse::<f64>().unwrap();
        // Games know nothing about every tenth.
        let known = if nth % 10 == 9 { ",".to_owned() } else { format!("{share:.3},40") };
        writeln!(text, "{article},{question},{sentence},{rating},5,{known}").unwrap();
    }
    text
}

#[test]
fn a_ranker_learns_what_games_tell_in_place_of_ratings() {
    let home = folder("train-told");
    fs::write(home.join("questions.csv"), with_informativeness()).unwrap();
    let train =
        ["train-ranker", "questions.csv", "--label", "informativeness", "--to", "own.ranker"];
    let (code, out, words) = question(&home, &train);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    assert!(
        out.starts_with(
            "own.ranker: kernel, trained on 180 questions with a mean informativeness of 0."
        ),
        "{out}"
    );
    let questions = "Who built the great tower of Rome?\nWhat did the tower come to of?\n";
    fs::write(home.join("questions.txt"), questions).unwrap();
    let rank = ["rank", "questions.txt", "--ranker", "own.ranker", "--json"];
    let (_, out, _) = question(&home, &rank);
    let ranked = lines(&out);
    assert_eq!(ranked[0]["question"], "What did the tower come to of?", "{out}");
    let share = ranked[0]["predicted_informativeness"].as_f64().unwrap();
    assert!((0.4..1.0).contains(&share) && ranked[0].get("acceptable").is_none(), "{out}");
    // By ratings, the same file gives the other order.
    let (code, _, words) =
        question(&home, &["train-ranker", "questions.csv", "--to", "own.ranker"]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let (_, out, _) = question(&home, &rank);
    assert_eq!(lines(&out)[0]["question"], "Who built the great tower of Rome?", "{out}");
}

#[test]
fn cross_validation_by_informativeness_counts_what_tells_more_than_the_median() {
    let home = folder("validate-told");
    let four: String =
        with_informativeness().lines().take(81).fold(String::new(), |all, line| all + line + "\n");
    fs::write(home.join("questions.csv"), four).unwrap();
    let validate = ["cross-validate", "questions.csv", "--label", "informativeness"];
    let (code, out, words) = question(&home, &validate);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("72 questions about 4 articles, each held out once; "), "{out}");
    assert!(first.ends_with(" % tell more than the median."), "{out}");
    let (_, out, _) = question(&home, &[&validate[..], &["--json"]].concat());
    let found = lines(&out);
    let share = found[0]["above_median"].as_f64().unwrap();
    assert!((0.4..=0.5).contains(&share), "{out}");
    let kernel = found.iter().find(|it| it["ranker"] == "kernel text").unwrap();
    assert!(kernel["r"][0].as_f64().unwrap() > 0.9, "{out}");
}

#[test]
fn too_few_questions_with_informativeness_are_refused_in_a_sentence() {
    let home = folder("few-told");
    let few: String =
        with_informativeness().lines().take(22).fold(String::new(), |all, line| all + line + "\n");
    fs::write(home.join("few.csv"), few).unwrap();
    fs::write(home.join("rated.tsv"), rated()).unwrap();
    fs::write(home.join("ratings.tsv"), "id\tone\nq1\t4\n").unwrap();
    let few = "A ranker learns from at least 20 questions whose informativeness is known, and there are 19.";
    for (file, more, why) in [
        ("few.csv", &[][..], few),
        (
            "rated.tsv",
            &[],
            "rated.tsv: line 1: there is no column “informativeness”; the table takes article, question, \
             informativeness, and may have sentence",
        ),
        (
            "few.csv",
            &["--ratings", "ratings.tsv"],
            "A file of ratings says nothing about informativeness: leave out --ratings, or --label informativeness.",
        ),
    ] {
        for verb in ["train-ranker", "cross-validate"] {
            let all = [&[verb, file, "--label", "informativeness"], more].concat();
            let (code, out, words) = question(&home, &all);
            assert_eq!((code, out.as_str(), words), (Some(1), "", format!("luna: {why}\n")));
        }
    }
    assert!(!home.join("question.ranker").exists());
}

#[test]
fn features_have_names_and_values() {
    let home = folder("question-features");
    let (code, out, _) = question(&home, &["features"]);
    assert!(code == Some(0) && out.lines().count() >= 250, "{out}");
    let asked = ["features", "Who was it for?", "--nonzero", "--json"];
    let (_, out, _) = question(&home, &asked);
    let found = lines(&out);
    let value = |name: &str| found.iter().find(|it| it["feature"] == name).map(|it| &it["value"]);
    assert_eq!(value("words"), Some(&Value::from(4.0)), "{out}");
    assert_eq!(value("ends with a preposition"), Some(&Value::from(1.0)));
    assert!(found.iter().all(|it| it["value"] != 0.0), "{out}");
}

#[test]
fn a_bad_file_is_refused_in_a_sentence_and_writes_nothing() {
    let home = folder("bad-questions");
    let few: String = rated().lines().take(20).fold(String::new(), |all, line| all + line + "\n");
    fs::write(home.join("few.tsv"), few).unwrap();
    fs::write(home.join("cut.tsv"), "article\tquestion\trating\n1\tWho?\n").unwrap();
    fs::write(home.join("questions.txt"), "Who is it?\n").unwrap();
    for (arguments, why) in [
        (
            &["train-ranker", "few.tsv"][..],
            "A ranker learns from at least 20 rated questions, and there are 19.",
        ),
        (
            &["train-ranker", "cut.tsv"],
            "cut.tsv: line 2: 2 instead of 3 columns; the file may be cut short",
        ),
        (
            &["rank", "questions.txt", "--ranker", "few.tsv"],
            "few.tsv: this is no ranker of this version of Luna; `luna question train-ranker` makes one",
        ),
        (
            &["learning-curve", "few.tsv"],
            "few.tsv: there are fewer questions than those of the test and of one step; please test on fewer",
        ),
    ] {
        let (code, out, words) = question(&home, arguments);
        assert_eq!((code, out.as_str(), words), (Some(1), "", format!("luna: {why}\n")));
    }
    assert!(!home.join("question.ranker").exists());
}

#[test]
fn the_learning_curve_has_a_report_with_figure_4() {
    let home = folder("learning-curve");
    fs::write(home.join("rated.tsv"), rated()).unwrap();
    let command = [
        "learning-curve",
        "rated.tsv",
        "--test",
        "60",
        "--step",
        "60",
        "--draws",
        "2",
        "--splits",
        "2",
    ];
    let (code, out, words) = question(&home, &command);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    for part in ["Figure 4, as printed", "By article", "Selected rankers", "What does not fit"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let chance = out.lines().find(|line| line.contains("chance of 46 or more")).unwrap();
    assert!(chance.ends_with(" 9.1e-6"), "{out}");
    let results = home.join("learning-curve");
    let report = fs::read_to_string(results.join("report.html")).unwrap();
    assert!(report.contains("Which machine-made questions are acceptable?"));
    assert!(report.contains("luna question learning-curve rated.tsv --test 60"), "the command");
    let figure = fs::read_to_string(results.join("figure-4.svg")).unwrap();
    assert!(figure.contains("Acceptable questions in the top fifth"));
    let table = fs::read_to_string(results.join("by-article.csv")).unwrap();
    assert!(table.contains("selected") && table.contains("unranked"), "{table}");
    let before = fs::read(results.join("learning-curve.json")).unwrap();
    let (code, out, _) = question(&home, &[&command[..], &["--json", "--threads", "1"]].concat());
    let found = lines(&out);
    assert_eq!((code, found[0]["parts"][0]["name"].as_str()), (Some(0), Some("figure-4")));
    let verdicts = ["consistent", "contradicted", "undecided"];
    let claims = || found.iter().filter(|line| line["claim"].is_string());
    assert!(claims().count() >= 13);
    assert!(claims().all(|line| verdicts.contains(&line["verdict"].as_str().unwrap())), "{out}");
    let after = fs::read(results.join("learning-curve.json")).unwrap();
    assert_eq!(before, after, "the same seed gives the same bytes on one thread");
}
