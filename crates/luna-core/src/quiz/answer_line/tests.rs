//! Scripts: an answer line, and the verdicts on what players say.
//!
//! ```text
//! = the line
//! @ the question read so far      @@ the whole question      @? nobody knows
//! + an answer to accept
//! ? an answer to prompt on        ? with words => the words
//! - an answer to reject
//! ! first => second   accepted after a prompt on the first
//! x first => second   not accepted after a prompt on the first
//! ```

use super::*;

mod conditions;
mod gaming;
mod general;
mod names;
mod numbers;
mod prompts;
mod rejection;
mod required;
mod spelling;

const SCRIPTS: [&str; 9] = [
    conditions::SCRIPT,
    gaming::SCRIPT,
    general::SCRIPT,
    names::SCRIPT,
    numbers::SCRIPT,
    prompts::SCRIPT,
    rejection::SCRIPT,
    required::SCRIPT,
    spelling::SCRIPT,
];

fn heard(text: &str) -> HeardText<'_> {
    match text {
        "" => HeardText::Unknown,
        "@" => HeardText::Whole,
        text => HeardText::Text(text),
    }
}

/// Plays a script, and shows every verdict that differs from it.
#[track_caller]
pub(super) fn check(script: &str) {
    let mut wrong = Vec::new();
    let (mut line, mut read) = (AnswerLine::parse(""), "");
    for row in script.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (sign, text) = row.split_at(1);
        let text = text.trim();
        let expected = match sign {
            "=" => {
                (line, read) = (AnswerLine::parse(text), "");
                continue;
            }
            "@" => {
                read = if text == "?" { "" } else { text };
                continue;
            }
            "+" => (text, Verdict::Accept),
            "-" => (text, Verdict::Reject),
            "?" => match text.split_once(" => ") {
                Some((given, words)) => {
                    (given, Verdict::Prompt { directed: Some(words.to_owned()) })
                }
                None => (text, Verdict::Prompt { directed: None }),
            },
            "!" | "x" => {
                let (first, second) = text.split_once(" => ").unwrap();
                if line.accepts_after_prompt(first, second, heard(read)) != (sign == "!") {
                    wrong.push(format!("{row}   for   {}", line.text()));
                }
                continue;
            }
            _ => panic!("{row}"),
        };
        let verdict = line.judge(expected.0, heard(read));
        if verdict != expected.1 {
            wrong.push(format!("{row}   is {verdict:?}   for   {}", line.text()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_rule_has_cases_for_and_against() {
    let is_case = |row: &&str| row.trim_start().starts_with(['+', '-', '?', '!', 'x']);
    let cases: Vec<usize> =
        SCRIPTS.iter().map(|script| script.lines().filter(is_case).count()).collect();
    assert!(cases.iter().sum::<usize>() >= 300, "{cases:?}");
    for script in SCRIPTS {
        for sign in ["+", "-"] {
            assert!(script.lines().any(|row| row.trim_start().starts_with(sign)));
        }
    }
}

/// Otherwise a line of hundreds of kilobytes would take seconds.
#[test]
fn what_follows_the_first_4000_characters_is_not_read() {
    let line = AnswerLine::parse(&format!("Moon [{}or Selene]", "or b ".repeat(1_000)));
    assert!(line.alternatives.len() <= 1_000, "{}", line.alternatives.len());
    assert_eq!(line.judge("Moon", HeardText::Unknown), Verdict::Accept);
    assert_eq!(line.judge("Selene", HeardText::Unknown), Verdict::Reject);
    assert!(line.text().ends_with("or Selene]"), "it is kept as it was given");
}
