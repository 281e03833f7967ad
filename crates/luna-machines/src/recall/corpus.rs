//! A start-up corpus: prompts and replies from a file, so that Recall has
//! something to say before anybody has played.

use std::io::BufRead;

use luna_core::text;
use serde_json::Value;

use super::Line;

/// Why a corpus is refused, with where in it.
#[derive(Debug, thiserror::Error)]
#[error("{name}, line {line}: {problem}")]
pub struct CorpusError {
    name: String,
    line: usize,
    problem: Problem,
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("cannot be read: {0}")]
    Unread(#[from] std::io::Error),
    #[error("is not UTF-8 text; save the file as UTF-8")]
    NotUtf8,
    #[error("is not JSON ({0}); expected {{\"prompt\": …, \"reply\": …}} on each line")]
    NotJson(#[from] serde_json::Error),
    #[error("has no text under \"{0}\"; expected {{\"prompt\": …, \"reply\": …}} on each line")]
    NoText(&'static str),
    #[error("expected {expected} columns with a tab between any two, found {found}")]
    Columns { found: usize, expected: usize },
    #[error("the {column} {problem}")]
    Refused { column: &'static str, problem: text::Problem },
}

/// How the rows of a corpus are written, as its first line shows.
#[derive(Clone, Copy)]
enum Form {
    JsonLines,
    /// Tab-separated: how many columns there are, and which two are wanted.
    Columns {
        count: usize,
        prompt: usize,
        reply: usize,
    },
}

/// Reads JSON lines (`{"prompt":…,"reply":…}`) or prompts and replies with a tab
/// between them; there, a first line may name the columns. Blank lines are
/// passed over; the first row that does not fit is an error, and nothing is
/// read at all.
pub fn read_corpus(name: &str, text: impl BufRead) -> Result<Vec<Line>, CorpusError> {
    let mut lines = Vec::new();
    let mut form = None;
    for (nth, row) in text.split(b'\n').enumerate() {
        let located = |problem| CorpusError { name: name.to_owned(), line: nth + 1, problem };
        let row = row.map_err(|error| located(error.into()))?;
        let row = String::from_utf8(row).map_err(|_| located(Problem::NotUtf8))?;
        let row = row.strip_suffix('\r').unwrap_or(&row);
        let row = if nth == 0 { row.trim_start_matches('\u{feff}') } else { row };
        if row.trim().is_empty() {
            continue;
        }
        let known = if let Some(known) = form {
            known
        } else {
            let (first, is_header) = first_line(row);
            form = Some(first);
            if is_header {
                continue;
            }
            first
        };
        lines.push(line(known, row).map_err(located)?);
    }
    Ok(lines)
}

/// The form of a corpus, and whether its first line only names columns.
fn first_line(row: &str) -> (Form, bool) {
    if row.trim_start().starts_with('{') {
        return (Form::JsonLines, false);
    }
    let names: Vec<String> = row.split('\t').map(|name| name.trim().to_lowercase()).collect();
    let at = |wanted: &str| names.iter().position(|name| name == wanted);
    match (at("prompt"), at("reply")) {
        (Some(prompt), Some(reply)) => (Form::Columns { count: names.len(), prompt, reply }, true),
        _ => (Form::Columns { count: 2, prompt: 0, reply: 1 }, false),
    }
}

fn line(form: Form, row: &str) -> Result<Line, Problem> {
    let (prompt, reply) = match form {
        Form::JsonLines => {
            let row: Value = serde_json::from_str(row)?;
            let text = |key| {
                row.get(key).and_then(Value::as_str).map(str::to_owned).ok_or(Problem::NoText(key))
            };
            (text("prompt")?, text("reply")?)
        }
        Form::Columns { count, prompt, reply } => {
            let columns: Vec<&str> = row.split('\t').collect();
            let wrong = Problem::Columns { found: columns.len(), expected: count };
            match (columns.get(prompt), columns.get(reply)) {
                (Some(&prompt), Some(&reply)) if columns.len() == count => {
                    (prompt.to_owned(), reply.to_owned())
                }
                _ => return Err(wrong),
            }
        }
    };
    for (column, body) in [("prompt", &prompt), ("reply", &reply)] {
        text::check(body, usize::MAX).map_err(|problem| Problem::Refused { column, problem })?;
    }
    Ok(Line { author: None, game: None, prompt, reply: text::tidy(&reply) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(corpus: &str, expected: &[(&str, &str)]) {
        let lines = read_corpus("c", corpus.as_bytes()).unwrap();
        let pairs: Vec<(&str, &str)> =
            lines.iter().map(|line| (line.prompt.as_str(), line.reply.as_str())).collect();
        assert_eq!(pairs, expected);
        assert!(lines.iter().all(|line| line.author.is_none() && line.game.is_none()));
    }

    #[track_caller]
    fn check_refused(corpus: &[u8], expected: &str) {
        assert_eq!(read_corpus("talk.tsv", corpus).unwrap_err().to_string(), expected);
    }

    #[test]
    fn json_lines_are_told_by_their_first_brace() {
        let corpus = "{\"prompt\":\"Hi\",\"reply\":\"Ho\\n\"}\n\n {\"n\":1,\"reply\":\"b\\tc\",\"prompt\":\"ß\"}";
        check(corpus, &[("Hi", "Ho"), ("ß", "b\tc")]);
    }

    #[test]
    fn tab_separated_rows_need_no_header() {
        check("Hi\tHo\r\nß\tc\r\n", &[("Hi", "Ho"), ("ß", "c")]);
        check("prompt\treply\nHi\tHo\n", &[("Hi", "Ho")]);
        check("\u{feff}topic\tReply\tn\tPrompt\nx\tHo\t\tHi\n", &[("Hi", "Ho")]);
        check("", &[]);
    }

    #[test]
    fn a_row_that_does_not_fit_is_refused_with_its_line() {
        let json = "expected {\"prompt\": …, \"reply\": …} on each line";
        check_refused(
            b"a\tb\n\nc\n",
            "talk.tsv, line 3: expected 2 columns with a tab between any two, found 1",
        );
        check_refused(
            b"reply\tx\tprompt\na\tb\tc\td\n",
            "talk.tsv, line 2: expected 3 columns with a tab between any two, found 4",
        );
        check_refused(b"a\tb\n \tb\n", "talk.tsv, line 2: the prompt is still empty");
        check_refused(
            b"a\tb\0\n",
            "talk.tsv, line 1: the reply contains a NUL character, which cannot be kept; please remove it",
        );
        check_refused(
            b"a\tb\n\xff\tc\n",
            "talk.tsv, line 2: is not UTF-8 text; save the file as UTF-8",
        );
        check_refused(
            b"{\"prompt\":\"a\",\"reply\":\"b\"}\n{\"prompt\":\"a\"}",
            &format!("talk.tsv, line 2: has no text under \"reply\"; {json}"),
        );
        check_refused(
            b"{\"prompt\":1,\"reply\":\"b\"}",
            &format!("talk.tsv, line 1: has no text under \"prompt\"; {json}"),
        );
        check_refused(
            b"{\"prompt\":\"a\",\"reply\":\"b\"}\na\tb",
            &format!("talk.tsv, line 2: is not JSON (expected value at line 1 column 1); {json}"),
        );
    }
}
