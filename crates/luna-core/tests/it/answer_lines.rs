//! Answer lines of others: the cases of qb-answer-checker, and those of real tournaments.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::thread;

use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use serde_json::Value;

use crate::data::file;

/// A verdict's name, and the words of a prompt.
fn directive(verdict: &Verdict) -> (&'static str, Option<&str>) {
    match verdict {
        Verdict::Accept => ("accept", None),
        Verdict::Prompt { directed } => ("prompt", directed.as_deref()),
        Verdict::Reject => ("reject", None),
    }
}

/// Cases on which this judge and qb-answer-checker differ: the answer, the verdict here, and why.
const DIFFERENCES: [(&str, &str, &str); 2] = [
    (
        "Endeavor",
        "prompt",
        "an answer to anti-prompt on is too specific: the player is asked for a less specific one",
    ),
    (
        "microscopy",
        "prompt",
        "without underlining, one word of “fluorescence microscopy” is a part of the answer",
    ),
];

#[test]
fn verdicts_are_those_of_qb_answer_checker() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for name in ["answer_checker/formatted-cases.csv", "answer_checker/unformatted-cases.csv"] {
        let Some(path) = file(name) else { return };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path).unwrap();
        for record in reader.records() {
            let record = record.unwrap();
            let [expected, given, words, line] = [0, 1, 2, 3].map(|at| record.get(at).unwrap());
            let judged = AnswerLine::parse(line).judge(given, HeardText::Unknown);
            let (verdict, directed) = directive(&judged);
            cases += 1;
            if verdict != expected || (!words.is_empty() && directed != Some(words)) {
                differences.push((given.to_owned(), verdict));
            }
        }
    }
    let known: Vec<(String, &str)> =
        DIFFERENCES.into_iter().map(|(given, verdict, _)| (given.to_owned(), verdict)).collect();
    assert_eq!(differences, known, "of {cases} cases");
    assert!(cases >= 200, "{cases} cases");
}

#[test]
fn every_answer_of_real_lines_is_accepted() {
    let Some(path) = file("quizbowl/qbreader_tossups.jsonl.gz") else { return };
    let mut text = String::new();
    let packed = fs::read(path).unwrap();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let refused: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = rows
            .chunks(rows.len().div_ceil(4).max(1))
            .map(|rows| scope.spawn(|| rows.iter().flat_map(|row| refused(row)).collect()))
            .collect();
        threads.into_iter().flat_map(|thread| -> Vec<String> { thread.join().unwrap() }).collect()
    });
    assert!(refused.is_empty(), "{} of {} lines: {refused:#?}", refused.len(), rows.len());
    assert!(rows.len() > 30_000, "{} lines", rows.len());
}

/// The answers of a row that its own line does not accept, whatever was read.
fn refused(row: &str) -> Vec<String> {
    let tossup: Value = serde_json::from_str(row).unwrap();
    let line = AnswerLine::parse(tossup["answer"].as_str().unwrap());
    let main = tossup["answer_main"].as_str().unwrap();
    let plain = AnswerLine::parse(main);
    let plain = plain.main();
    // The field ends at the first bracket, which may be inside the name: Derek (Alton) Walcott.
    let is_whole = !line.main().starts_with(plain) || line.main() == plain;
    let mut answers: Vec<&str> = std::iter::once(line.main()).chain(line.accepted()).collect();
    if is_whole {
        answers.push(main);
    }
    let judged = answers.into_iter().flat_map(|answer| {
        [HeardText::Unknown, HeardText::Whole].map(|heard| (answer, line.judge(answer, heard)))
    });
    judged
        .filter(|(_, verdict)| *verdict != Verdict::Accept)
        .map(|(answer, verdict)| format!("{answer} is {verdict:?} for {}", line.text()))
        .collect()
}

/// The texts in backquotes.
fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_examples_of_the_document_are_judged_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/quiz.md");
    let text = fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    let mut examples = 0;
    for row in text.lines() {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let &[_, line, accepted, prompted, rejected] = cells.as_slice() else { continue };
        let [line] = code(line)[..] else { continue };
        let line = AnswerLine::parse(line);
        for (expected, cell) in [("accept", accepted), ("prompt", prompted), ("reject", rejected)] {
            for answer in code(cell) {
                examples += 1;
                let verdict = directive(&line.judge(answer, HeardText::Unknown)).0;
                if verdict != expected {
                    wrong.push(format!("{answer}: {verdict}, not {expected}, for {}", line.text()));
                }
            }
        }
    }
    assert!(examples > 40, "{examples} examples");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
