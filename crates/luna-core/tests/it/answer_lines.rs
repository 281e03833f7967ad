//! Answer lines of others: the cases of qb-answer-checker, and those of real tournaments.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use luna_core::quiz::answer_line::{AnswerLine, Heard, Verdict};
use serde_json::Value;

/// A file of the data that may lie beside the project. Says so if it does not.
fn file(name: &str) -> Option<PathBuf> {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(2);
    let found = above.find_map(|folder| {
        let path = folder.join("shared/data").join(name);
        path.exists().then_some(path)
    });
    if found.is_none() {
        println!("{name} is not here: nothing to compare with.");
    }
    found
}

fn directive(verdict: &Verdict) -> (&'static str, &str) {
    match verdict {
        Verdict::Accept => ("accept", ""),
        Verdict::Prompt { directed } => ("prompt", directed.as_deref().unwrap_or_default()),
        Verdict::Reject => ("reject", ""),
    }
}

#[test]
fn verdicts_are_those_of_qb_answer_checker() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for name in ["answer_checker/formatted-cases.csv", "answer_checker/unformatted-cases.csv"] {
        let Some(path) = file(name) else { return };
        for record in csv::ReaderBuilder::new().flexible(true).from_path(path).unwrap().records() {
            let record = record.unwrap();
            let [expected, given, directed, line] = [0, 1, 2, 3].map(|at| record.get(at).unwrap());
            let verdict = AnswerLine::parse(line).judge(given, Heard::Unknown);
            let (found, words) = directive(&verdict);
            cases += 1;
            if found != expected || (!directed.is_empty() && words != directed) {
                differences.push(format!(
                    "{given} => {found} ({words}), not {expected} ({directed}): {line}"
                ));
            }
        }
    }
    println!("{cases} {} {differences:#?}", differences.len());
}

#[test]
fn every_answer_of_real_lines_is_accepted() {
    let Some(path) = file("quizbowl/qbreader_tossups.jsonl.gz") else { return };
    let mut text = String::new();
    let packed = fs::read(path).unwrap();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    let mut refused = Vec::new();
    let (mut lines, mut answers) = (0, 0);
    for tossup in text.lines() {
        let tossup: Value = serde_json::from_str(tossup).unwrap();
        let line = AnswerLine::parse(tossup["answer"].as_str().unwrap());
        lines += 1;
        for answer in std::iter::once(line.main()).chain(line.accepted()) {
            answers += 1;
            for heard in [Heard::Unknown, Heard::Whole] {
                let verdict = line.judge(answer, heard);
                if verdict != Verdict::Accept {
                    refused.push(format!("{answer} => {verdict:?}: {}", line.text()));
                }
            }
        }
        let main = tossup["answer_main"].as_str().unwrap();
        if line.judge(main, Heard::Unknown) != Verdict::Accept {
            println!("MAIN {main} | {}", line.text());
        }
    }
    println!("{lines} {answers} {} {refused:#?}", refused.len());
}
