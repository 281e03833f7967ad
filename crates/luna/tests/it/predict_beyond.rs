//! `luna predict beyond`, `grade` and `explain`, as people run them.

use std::fs;
use std::path::Path;

use luna_testkit::server::folder;

use crate::predict::{csv, files, predict};

#[test]
fn other_models_stand_beside_com_and_leave_a_report() {
    let place = folder("beyond");
    csv(&place);
    let run = |out: &str, threads: &str| {
        let arguments =
            ["beyond", "said.csv", "--key", "key.csv", "--trials", "2", "--groups", "1"];
        let (code, said, wrong) =
            predict(&place, &[&arguments[..], &["--threads", threads, "--out", out]].concat());
        assert_eq!((code, wrong.as_str()), (Some(0), ""), "{said}");
        (said, files(&place.join(out)))
    };
    let (said, one) = run("one", "1");
    for model in ["COM", "copied", "kernel", "wide kernel"] {
        assert!(said.lines().any(|line| line.starts_with(model)), "{model} in {said}");
    }
    assert!(one.contains_key("report.html"), "{:?}", one.keys());
    let table = String::from_utf8(one["beyond.csv"].clone()).unwrap();
    assert!(table.lines().all(|line| line.split(',').count() == 14), "{table}");
    let groups = String::from_utf8(one["groups.csv"].clone()).unwrap();
    assert!(groups.contains("said,opposites,1,0."), "{groups}");
    assert_eq!(groups.lines().count(), 5, "no model of sentences was given: {groups}");
    assert!(
        table.contains(",kernel,without these test errors,2,0.") && !table.contains("NaN"),
        "{table}"
    );
    let used = "said: WordNet of ";
    let report = String::from_utf8(one["report.html"].clone()).unwrap();
    assert!(said.contains(used) && report.contains("<b>said</b>: WordNet of "), "{said}");
    let json: serde_json::Value = serde_json::from_slice(&one["beyond.json"]).unwrap();
    assert!(json["used"]["said"].as_str().unwrap().starts_with("WordNet of "), "{}", json["used"]);
    assert_eq!(run("three", "3").1, one, "on any number of threads");
}

#[test]
fn where_nothing_can_be_compared_there_is_a_dash() {
    let place = folder("beyond-same");
    let mut same = "person,question,response,rating\n".to_owned();
    for person in 0..12 {
        same += &format!("p{person},a,word {person},0.5\np{person},b,the same,0.5\n");
    }
    fs::write(place.join("same.csv"), same).unwrap();
    csv(&place);
    for (data, trials) in [("same.csv", "3"), ("same.csv", "1"), ("said.csv", "1")] {
        let (code, said, wrong) =
            predict(&place, &["beyond", data, "--trials", trials, "--groups", "1", "--out", "out"]);
        assert_eq!((code, wrong.as_str()), (Some(0), ""), "{said}");
        assert!(said.contains(" – ") && !said.contains("NaN"), "{said}");
        for (name, bytes) in files(&place.join("out")) {
            // What is no text are pictures.
            let text = String::from_utf8(bytes).unwrap_or_default();
            assert!(!text.contains("NaN"), "{name}: {text}");
        }
    }
}

/// Three assignments of two questions; who says more of the key is graded higher.
pub(crate) fn mohler(place: &Path) {
    let mut questions =
        "question_id\tassignment\tused_in_paper\tquestion\tdesired_answer\n".to_owned();
    let mut answers =
        "question_id\tstudent_pos\tused_in_paper\tscore_avg\tstudent_answer\n".to_owned();
    let key = ["a stack", "keeps", "the last", "thing", "on top"];
    for assignment in 1..=3 {
        for nth in 1..=2 {
            let id = format!("{assignment}.{nth}");
            let line = format!("{id}\t{assignment}\t1\tWhat is {id}?\t{}\n", key.join(" "));
            questions += &line;
            for person in 0..12 {
                let knows = (person * 7 + nth * 3) % 6;
                let says = key[..knows.min(5)].join(" ");
                answers += &format!("{id}\t{person}\t1\t{knows}\t{says} or so\n");
            }
        }
    }
    fs::write(place.join("questions.tsv"), questions).unwrap();
    fs::write(place.join("answers.tsv"), answers).unwrap();
}

#[test]
fn responses_are_graded_with_their_assignment_left_out() {
    let place = folder("grade");
    mohler(&place);
    let grade = |arguments: &[&str]| {
        let mut luna = luna_testkit::server::luna();
        let all = [&["predict", "grade"], arguments].concat();
        let output = luna.current_dir(&place).args(all).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        (output.status.code(), out, err)
    };
    let (code, said, wrong) = grade(&["."]);
    assert_eq!((code, wrong.as_str()), (Some(0), ""), "{said}");
    assert!(said.starts_with("72 responses to 6 questions, 3 assignments\n"), "{said}");
    let ridge = said.lines().find(|line| line.starts_with("ridge")).unwrap();
    let r: f64 = ridge.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(r > 0.8, "{said}");
    assert!(
        said.contains("ridge, by itself: the correlation is at least as high as that of the"),
        "{said}"
    );
    assert!(said.trim_end().ends_with("s, see grades/report.html"), "{said}");

    let one = files(&place.join("grades"));
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let expected = [
        ".luna-files",
        "grades-r.png",
        "grades-r.svg",
        "grades-rmse.png",
        "grades-rmse.svg",
        "grades.csv",
        "grades.json",
        "report.html",
    ];
    assert_eq!(names, expected);
    let table = String::from_utf8(one["grades.csv"].clone()).unwrap();
    assert!(table.contains("\nridge,looked at,0.") && table.lines().count() == 7, "{table}");
    let json: serde_json::Value = serde_json::from_slice(&one["grades.json"]).unwrap();
    assert_eq!(json["models"][0]["each"].as_array().unwrap().len(), 3, "an entry an assignment");
    // Trees say the same of so few, which has no correlation with anything.
    assert_eq!(json["parts"][0]["claims"].as_array().unwrap().len(), 10);
    assert!(said.contains(" – ") && !said.contains("NaN"), "{said}");
    let report = String::from_utf8(one["report.html"].clone()).unwrap();
    assert!(report.contains("<code>luna predict grade .</code>"), "it says how to repeat it");
    assert_eq!(grade(&[".", "--out", "again"]).0, Some(0));
    assert_eq!(files(&place.join("again")), one, "the same bytes");
    let (code, _, wrong) = grade(&[".", "--database", "sqlite:luna.db"]);
    assert_eq!(code, Some(2), "{wrong}");
    assert!(wrong.contains("not the database of an instance"), "{wrong}");
    let (code, _, wrong) = grade(&[".", "--out", "answers.tsv"]);
    assert_eq!(code, Some(1));
    assert!(wrong.starts_with("luna: cannot create answers.tsv: "), "{wrong}");
    csv(&place);
    let (code, _, wrong) = grade(&["said.csv"]);
    let expected = "luna: One assignment is left out at a time and another chooses the model, so \
                    there must be at least three; Mohler's data has twelve.\n";
    assert_eq!((code, wrong.as_str()), (Some(1), expected));
}

#[test]
fn each_word_is_told_with_how_far_it_moves_the_rating() {
    let place = folder("explain");
    csv(&place);
    let explain = |person: &str| {
        let output = luna_testkit::server::luna()
            .current_dir(&place)
            .args(["predict", "explain", "said.csv", "--person", person])
            .output()
            .unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        (output.status.code(), out, err)
    };
    let (code, said, wrong) = explain("p4");
    assert_eq!((code, wrong.as_str()), (Some(0), ""), "{said}");
    assert!(said.starts_with("said, p4\nguessed 0."), "{said}");
    assert!(said.contains("rated   0.500"), "{said}");
    assert!(said.lines().any(|line| line.ends_with(" dog")), "{said}");
    let (code, _, wrong) = explain("nobody");
    let expected = "luna: Nobody is called nobody; the first people are p0, p1, p2.\n";
    assert_eq!((code, wrong.as_str()), (Some(1), expected));
}

#[test]
fn what_is_not_learned_from_is_said() {
    let place = folder("explain-many");
    let person = |nth: usize| {
        format!("p{nth},Why?,{},{}\n", ["so", "no"][nth % 2], ["0.75", "0.25"][nth % 2])
    };
    let told = "learned from the last 1,000 of the 1,001 other people";
    for (people, told) in [(1_001, None), (1_002, Some(told))] {
        let rows: String = (0..people).map(person).collect();
        fs::write(place.join("many.csv"), format!("person,question,response,rating\n{rows}"))
            .unwrap();
        let mut luna = luna_testkit::server::luna();
        luna.current_dir(&place).args(["predict", "explain", "many.csv", "--person", "p0"]);
        let said = String::from_utf8(luna.output().unwrap().stdout).unwrap();
        let second = said.lines().nth(1).unwrap();
        match told {
            Some(told) => assert_eq!(second, told),
            None => assert!(second.starts_with("guessed 0."), "{said}"),
        }
    }
}

#[test]
fn a_model_of_sentences_that_is_not_there_is_one_sentence() {
    let place = folder("beyond-embedding");
    csv(&place);
    let (code, said, wrong) = predict(&place, &["beyond", "said.csv", "--embedding", "nowhere"]);
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(wrong.starts_with("luna: nowhere") && wrong.lines().count() == 1, "{wrong}");
}
