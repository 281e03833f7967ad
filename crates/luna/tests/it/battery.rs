//! `luna battery`: files of assertions, and what is said about bad ones.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_testkit::server::{folder, luna};
use luna_text::knowledge::KnowledgeBase;
use serde_json::Value;

const CONCEPTNET: &str = "relation\thead\ttail\tfreq\tscore\nIsA\tdog\tpet\t5\t20\n\
                          IsA\tdog\tpet\t5\t2\nIsA\tretard\tperson\t5\t1\n";
const OWN: &str = "{\"relation\":\"CapableOf\",\"left\":\"dog\",\"right\":\"bark\",\"weight\":4}\n";

/// Runs `luna battery` with a home of its own; gives the exit code, the results and the words.
fn battery(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        luna().env("HOME", home).current_dir(home).arg("battery").args(arguments).output().unwrap();
    let text =
        |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(home.to_str().unwrap(), "~");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn files_become_one_base_where_luna_looks_for_it() {
    let home = folder("knowledge");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(CONCEPTNET.as_bytes()).unwrap();
    fs::write(home.join("conceptnet.tsv.gz"), gzip.finish().unwrap()).unwrap();
    fs::write(home.join("own.jsonl"), OWN).unwrap();
    let (code, out, words) = battery(&home, &["import", "conceptnet.tsv.gz", "own.jsonl"]);
    let expected = "conceptnet.tsv.gz: 3 assertions read.\nown.jsonl: 1 assertions read.\n\
                    ~/.local/share/luna/knowledge.base: 3 concepts and 2 assertions. \
                    Left out 1 that repeat another. Left out 1 that have a slur or a vulgar word.\n";
    assert_eq!((code, out.as_str(), words.as_str()), (Some(0), expected, ""));
    let place = home.join(".local/share/luna");
    let base = KnowledgeBase::open(&place.join("knowledge.base")).unwrap();
    assert_eq!((base.concepts(), base.len()), (3, 2));
    assert_eq!(fs::read_dir(place).unwrap().count(), 1, "nothing else is left there");
    let (code, out, _) = battery(&home, &["import", "own.jsonl", "--to", "own.base", "--json"]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), 2));
    assert_eq!((&lines[0]["file"], &lines[0]["assertions"]), (&"own.jsonl".into(), &1.into()));
    assert_eq!((&lines[1]["concepts"], &lines[1]["blocked"]), (&2.into(), &0.into()));
}

#[test]
fn a_bad_file_leaves_the_base_as_it_was() {
    let home = folder("bad-knowledge");
    fs::write(home.join("own.jsonl"), OWN).unwrap();
    assert_eq!(battery(&home, &["import", "own.jsonl", "--to", "kept.base"]).0, Some(0));
    let before = fs::read(home.join("kept.base")).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(CONCEPTNET.as_bytes()).unwrap();
    let packed = gzip.finish().unwrap();
    for (content, why) in [
        (&packed[..packed.len() / 2], "the compressed file is incomplete"),
        (
            &b"relation\tleft\tright\tweight\nIsA\tdog\tpe"[..],
            "line 2: 3 instead of 4 columns; the file may be cut short",
        ),
        (
            &b"relation\tleft\tright\tweight\nLikes\tdog\tpet\t1\n"[..],
            "line 2: “Likes” is not a relation of ConceptNet 4",
        ),
        (&b"\0"[..], "line 1: there is a NUL character, which no text has"),
    ] {
        fs::write(home.join("bad"), content).unwrap();
        let (code, out, words) =
            battery(&home, &["import", "own.jsonl", "bad", "--to", "kept.base"]);
        let expected = format!("luna: bad: {why}\n");
        assert_eq!((code, out.as_str(), words), (Some(1), "", expected));
        assert_eq!(fs::read(home.join("kept.base")).unwrap(), before);
    }
    let (code, _, words) = battery(&home, &["import", "none"]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: cannot read none: "), "{words}");
}

#[test]
fn predictions_are_compared_with_judgments() {
    let home = folder("judgments");
    let mut assertions = "relation\tleft\tright\tweight\n".to_owned();
    for one in ["dog", "cat", "cow", "pig"] {
        for other in ["run", "eat", "sleep", "play"] {
            assertions.push_str(&format!("CapableOf\t{one}\t{other}\t2\n"));
        }
    }
    fs::write(home.join("own.tsv"), assertions).unwrap();
    let judgments = "relation\thead\ttail\trating\tin_conceptnet4\nCapableOf\tdog\trun\t2\t1\n\
                     CapableOf\tdog\tcat\t-2\t0\nIsA\tunicorn\thorse\t1\t0\n";
    fs::write(home.join("judged.tsv"), judgments).unwrap();
    let command = ["judgments", "judged.tsv", "--assertions", "own.tsv"];
    let (code, out, words) = battery(&home, &command);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    assert!(out.starts_with("8 concepts, 8 features, 32 entries.\nFor the first half: "), "{out}");
    let published = out.lines().find(|line| line.starts_with("published")).unwrap();
    let cells: Vec<&str> = published.split_whitespace().collect();
    assert_eq!(cells[..5], ["published", "all", "all", "3", "0.667"], "{out}");
    let (code, out, _) = battery(&home, &[&command[..], &["--json"]].concat());
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), 19));
    assert_eq!((&lines[0]["rows"], &lines[1]["covered"]), (&8.into(), &2.into()));
    fs::write(home.join("judged.tsv"), "nonsense").unwrap();
    let (code, _, words) = battery(&home, &command);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: judged.tsv: line 1: the columns are to be "), "{words}");
}

/// A small space: animals and tools with what they can do.
const THINGS: &str = "relation\tleft\tright\tweight\n\
    IsA\tdog\tanimal\t4\nIsA\tcat\tanimal\t4\nIsA\tcow\tanimal\t4\nIsA\tpig\tanimal\t4\n\
    CapableOf\tdog\trun\t2\nCapableOf\tcat\trun\t2\nCapableOf\tcow\trun\t2\n\
    CapableOf\tpig\trun\t2\nCapableOf\tdog\teat\t2\nCapableOf\tcat\teat\t2\n\
    CapableOf\tcow\teat\t2\nCapableOf\tpig\teat\t2\nAtLocation\tdog\tkennel\t3\n\
    AtLocation\tcat\tkennel\t3\nAtLocation\tcow\tkennel\t3\n";

fn with_things(name: &str) -> std::path::PathBuf {
    let home = folder(name);
    fs::write(home.join("things.tsv"), THINGS).unwrap();
    assert_eq!(battery(&home, &["import", "things.tsv"]).0, Some(0));
    home
}

#[test]
fn a_run_prints_results_and_draws_the_figure() {
    let home = with_things("battery-run");
    let run = ["run", "--form", "a", "--answerer", "paper,random"];
    let (code, out, words) = battery(&home, &run);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let lines = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    // Two answerers and what the paper prints.
    assert_eq!([lines("Vocabulary "), lines("Mean "), lines("Information ")], [3, 3, 2], "{out}");
    assert!(out.contains("random less paper"), "{out}");
    assert!(out.contains("Word Reasoning, items\n") && out.contains("after clue 3"), "{out}");
    assert!(out.contains("Scored by the answer key alone"), "{out}");
    assert!(out.contains("Knowledge from ~/.local/share/luna/knowledge.base"), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains("(56.0, tolerance 11.0)")).count(), 1);
    let figure = fs::read_to_string(home.join("battery/figure-1-a.svg")).unwrap();
    assert!(figure.contains("The paper answerer on form a"), "{figure}");
    let answers = fs::read_to_string(home.join("battery/answers.csv")).unwrap();
    assert!(answers.contains("a,paper,vocabulary-dog,,1,"), "{answers}");
    let again = battery(&home, &run).1;
    assert_eq!(out, again, "the same seed gives the same bytes");
    let (code, out, _) = battery(&home, &[&run[..], &["--json"]].concat());
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), 2 * (10 + 1 + 6 * 2) + 9 + 1));
    assert!(lines.iter().all(|line| line["scored_by"] == "key"));
    let (code, out, words) = battery(&home, &["run", "--form", "c"]);
    let expected = "luna: There is no form “c”; there are a and b.\n";
    assert_eq!((code, out.as_str(), words.as_str()), (Some(1), "", expected));
}

#[test]
fn a_question_shows_what_is_behind_its_answers() {
    let home = with_things("battery-ask");
    let asked = "Where can you find a cow?";
    let (code, out, words) = battery(&home, &["ask", asked]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    assert!(out.starts_with("Concepts of the question: cow.\nNearest to all of them: "), "{out}");
    let best = "1. You can find a cow in a kennel.\n   AtLocation(cow, kennel), score 3\n";
    assert!(out.contains(best), "{out}");
    let (_, out, _) = battery(&home, &["ask", asked, "--answerer", "paper", "--json"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["answers"][0]["assertions"][0], "AtLocation(cow, kennel), score 3");
    for (arguments, why) in [
        (&["ask", " ?"][..], "The question has no words; please ask something."),
        (
            &["ask", "Why do quarks bind?"],
            "I don't know: none of the words of the question is in \
             ~/.local/share/luna/knowledge.base.",
        ),
        (
            &["ask", asked, "--dimensions", "400"],
            "The space of ~/.local/share/luna/knowledge.base can have at most 8 dimensions, not 400.",
        ),
    ] {
        let (code, out, words) = battery(&home, arguments);
        assert_eq!((code, out.as_str(), words), (Some(1), "", format!("luna: {why}\n")));
    }
}
