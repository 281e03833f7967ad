//! Scripts: a text, the questions that it must give, and what no question may say.
//!
//! A script begins after a blank line. Its first line is the text. `? ` stands before a question
//! that must be there, `~ ` before one that must be there and be vague, `! ` before what no
//! question may contain, and `0` says that there is no question at all. A text whose tree the
//! reader gets wrong has its tree in `tests/trees.conllu`.

mod bad_input;
mod clauses;
mod falsehoods;
mod faults;
mod genres;
mod measures;
mod objects;
mod phrases;
mod prepositions;
mod pronouns;
mod sense;
mod skipped;
mod subjects;
mod whole;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use luna_text::reading::{Sentence, read_conllu};

use super::{GeneratedQuestion, Options, generate, generate_from};

/// Trees written by hand, by their text.
static TREES: LazyLock<BTreeMap<&str, Vec<Sentence>>> = LazyLock::new(|| {
    let blocks = include_str!("tests/trees.conllu").split("# text = ").skip(1);
    let block = |block: &'static str| {
        let (text, rows) = block.split_once('\n').unwrap();
        (text, read_conllu(rows).unwrap())
    };
    blocks.map(block).collect()
});

fn questions(text: &str) -> Vec<GeneratedQuestion> {
    let options = Options { keep_vague: true, ..Options::default() };
    match TREES.get(text) {
        Some(sentences) => generate_from(sentences, &options).questions,
        None => generate(text, &options).questions,
    }
}

/// Checks a text against the lines about its questions.
fn check(text: &str, lines: &[&str]) -> Result<(), String> {
    let found = questions(text);
    let mut wrong = Vec::new();
    for line in lines {
        let (mark, words) = line.split_at(1);
        let words = words.trim_start();
        let right = match mark {
            "?" => found.iter().any(|it| it.text == words),
            "~" => found.iter().any(|it| it.text == words && it.is_vague),
            "!" => !found.iter().any(|it| it.text.contains(words)),
            "0" => found.is_empty(),
            _ => panic!("{line:?} begins with none of the marks"),
        };
        if !right {
            wrong.push(*line);
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let found: Vec<String> = found.iter().map(|it| format!("    {}", it.text)).collect();
    Err(format!("{text}\n  {}\n  but:\n{}", wrong.join("\n  "), found.join("\n")))
}

/// Checks each script of a table.
#[track_caller]
fn check_all(scripts: &str) {
    let mut wrong = Vec::new();
    for script in scripts.trim().split("\n\n") {
        let mut lines = script.lines();
        let text = lines.next().unwrap();
        let lines: Vec<&str> = lines.collect();
        assert!(!lines.is_empty(), "{text:?} has no questions");
        wrong.extend(check(text, &lines).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
