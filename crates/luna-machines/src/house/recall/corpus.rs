//! A corpus from a file: prompts and replies, or whole conversations, which Recall
//! knows before anybody has played.

use std::io::{self, BufRead};

use luna_core::text;
use serde_json::Value;

use super::line::{CorpusLine, LineSource};

/// The content of a file.
#[derive(Debug, Default)]
pub struct Corpus {
    pub lines: Vec<CorpusLine>,
    /// The number of malformed rows, and the fault of the first.
    pub skipped: usize,
    pub first_skipped: Option<String>,
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("is not UTF-8 text; save the file as UTF-8")]
    NotUtf8,
    #[error("is not JSON ({0}); expected {JSON} on each line")]
    NotJson(#[from] serde_json::Error),
    #[error("has none of the expected texts; expected {JSON} on each line")]
    NoText,
    #[error("expected {expected} columns with a tab between any two, found {found}")]
    Columns { found: usize, expected: usize },
    #[error("the {column} {problem}")]
    Refused { column: &'static str, problem: text::Problem },
}

const JSON: &str = "{\"prompt\": …, \"reply\": …}, {\"dialog\": [texts]} or [texts]";

/// Names of the columns of conversations, or of the fields of their turns.
const CONVERSATIONS: [&str; 4] = ["conversation", "dialogue", "dialog", "turns"];
const SPEAKERS: [&str; 3] = ["speaker", "agent", "user"];
const TEXTS: [&str; 3] = ["text", "message", "utterance"];

/// The format of a corpus, as its first line shows.
#[derive(Clone, Copy)]
enum Form {
    JsonLines,
    /// Tab-separated: the number of columns, and the positions of the two that are read.
    Pairs {
        count: usize,
        prompt: usize,
        reply: usize,
    },
    /// Tab-separated, a row for each turn of a conversation, in order.
    Turns {
        count: usize,
        conversation: usize,
        speaker: Option<usize>,
        text: usize,
    },
}

/// The latest turn of a conversation, and its position.
struct Turn {
    conversation: String,
    speaker: Option<String>,
    text: String,
    /// The text that it replies to.
    prompt: Option<String>,
}

struct Reader {
    corpus: Corpus,
    turn: Option<Turn>,
}

/// Reads JSON lines or tab-separated rows: prompts and replies, or conversations,
/// in which each turn is the reply to the one before. A first line may name the
/// columns. Malformed rows are counted and skipped.
pub fn read_corpus(text: impl BufRead) -> io::Result<Corpus> {
    let mut reader = Reader { corpus: Corpus::default(), turn: None };
    let mut form = None;
    for (nth, row) in text.split(b'\n').enumerate() {
        let row = row?;
        if nth == 0 && row.starts_with(&[0x1f, 0x8b]) {
            let why = "it is packed with gzip; unpack it with gunzip, or give it as \
                       /dev/stdin behind zcat";
            return Err(io::Error::other(why));
        }
        let read = match String::from_utf8(row) {
            Ok(row) => reader.row(nth, &row, &mut form),
            Err(_) => Err(Problem::NotUtf8),
        };
        if let Err(problem) = read {
            reader.skip(nth, &problem);
        }
    }
    reader.finish();
    Ok(reader.corpus)
}

impl Reader {
    fn row(&mut self, nth: usize, row: &str, form: &mut Option<Form>) -> Result<(), Problem> {
        let row = row.strip_suffix('\r').unwrap_or(row);
        let row = if nth == 0 { row.trim_start_matches('\u{feff}') } else { row };
        if row.trim().is_empty() {
            return Ok(());
        }
        let known = if let Some(known) = *form {
            known
        } else {
            let (first, is_header) = first_line(row);
            *form = Some(first);
            if is_header {
                return Ok(());
            }
            first
        };
        match known {
            Form::JsonLines => self.json(&serde_json::from_str(row)?),
            Form::Pairs { count, prompt, reply } => {
                let columns = columns(row, count)?;
                self.pair(cell(&columns, prompt), cell(&columns, reply))
            }
            Form::Turns { count, conversation, speaker, text } => {
                let columns = columns(row, count)?;
                let speaker = speaker.map(|speaker| cell(&columns, speaker));
                self.turn(cell(&columns, conversation), speaker, cell(&columns, text))
            }
        }
    }

    fn json(&mut self, row: &Value) -> Result<(), Problem> {
        if let (Some(prompt), Some(reply)) = (row["prompt"].as_str(), row["reply"].as_str()) {
            return self.pair(prompt, reply);
        }
        let listed = CONVERSATIONS.iter().find_map(|name| row[name].as_array());
        let turns = row.as_array().or(listed).ok_or(Problem::NoText)?;
        let said = |turn: &'_ Value| -> Option<String> {
            let named = || TEXTS.iter().find_map(|name| turn[name].as_str());
            turn.as_str().or_else(named).map(str::to_owned)
        };
        let texts: Option<Vec<String>> = turns.iter().map(said).collect();
        let texts = texts.ok_or(Problem::NoText)?;
        for (prompt, reply) in texts.iter().zip(texts.iter().skip(1)) {
            self.pair(prompt, reply)?;
        }
        Ok(())
    }

    /// Adds a text in order; consecutive texts of one speaker are one turn.
    fn turn(
        &mut self,
        conversation: &str,
        speaker: Option<&str>,
        text: &str,
    ) -> Result<(), Problem> {
        if let Err(problem) = check("text", text) {
            // The next text replies to one that is unknown.
            self.finish();
            self.turn = None;
            return Err(problem);
        }
        let speaker = speaker.map(str::to_owned);
        if let Some(turn) = &mut self.turn
            && turn.conversation == conversation
            && speaker.is_some()
            && turn.speaker == speaker
        {
            turn.text.push(' ');
            turn.text.push_str(text);
            return Ok(());
        }
        self.finish();
        let before = self.turn.take().filter(|turn| turn.conversation == conversation);
        let prompt = before.map(|turn| turn.text);
        let (conversation, text) = (conversation.to_owned(), text.to_owned());
        self.turn = Some(Turn { conversation, speaker, text, prompt });
        Ok(())
    }

    /// Ends the latest turn.
    fn finish(&mut self) {
        if let Some(turn) = &mut self.turn
            && let Some(prompt) = turn.prompt.take()
        {
            let reply = text::tidy(&turn.text);
            self.corpus.lines.push(CorpusLine { source: LineSource::Operator, prompt, reply });
        }
    }

    fn pair(&mut self, prompt: &str, reply: &str) -> Result<(), Problem> {
        check("prompt", prompt)?;
        check("reply", reply)?;
        let (prompt, reply) = (prompt.to_owned(), text::tidy(reply));
        self.corpus.lines.push(CorpusLine { source: LineSource::Operator, prompt, reply });
        Ok(())
    }

    fn skip(&mut self, nth: usize, problem: &Problem) {
        self.corpus.skipped += 1;
        let why = || format!("line {}: {problem}", nth + 1);
        self.corpus.first_skipped.get_or_insert_with(why);
    }
}

/// The form of a corpus, and whether its first line only names columns.
fn first_line(row: &str) -> (Form, bool) {
    if row.trim_start().starts_with(['{', '[']) {
        return (Form::JsonLines, false);
    }
    let names: Vec<String> = row.split('\t').map(|name| name.trim().to_lowercase()).collect();
    let at = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
    let count = names.len();
    if let (Some(prompt), Some(reply)) = (at(&["prompt"]), at(&["reply"])) {
        return (Form::Pairs { count, prompt, reply }, true);
    }
    if let (Some(conversation), Some(text)) = (at(&CONVERSATIONS), at(&TEXTS)) {
        return (Form::Turns { count, conversation, speaker: at(&SPEAKERS), text }, true);
    }
    (Form::Pairs { count: 2, prompt: 0, reply: 1 }, false)
}

fn columns(row: &str, expected: usize) -> Result<Vec<&str>, Problem> {
    let columns: Vec<&str> = row.split('\t').collect();
    let found = columns.len();
    (found == expected).then_some(columns).ok_or(Problem::Columns { found, expected })
}

fn cell<'r>(columns: &[&'r str], nth: usize) -> &'r str {
    columns.get(nth).copied().unwrap_or_default()
}

fn check(column: &'static str, body: &str) -> Result<(), Problem> {
    text::check(body, usize::MAX).map_err(|problem| Problem::Refused { column, problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(corpus: &str, expected: &[(&str, &str)]) {
        let corpus = read_corpus(corpus.as_bytes()).unwrap();
        let pairs: Vec<(&str, &str)> =
            corpus.lines.iter().map(|line| (line.prompt.as_str(), line.reply.as_str())).collect();
        assert_eq!(pairs, expected);
        assert!(corpus.lines.iter().all(|line| line.source == LineSource::Operator));
        assert_eq!((corpus.skipped, corpus.first_skipped), (0, None));
    }

    /// One row fits; the other does not.
    #[track_caller]
    fn check_skipped(corpus: &[u8], expected: &str) {
        let corpus = read_corpus(corpus).unwrap();
        assert_eq!((corpus.lines.len(), corpus.skipped), (1, 1), "{expected}");
        assert_eq!(corpus.first_skipped.unwrap(), expected);
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
    fn each_turn_of_a_conversation_replies_to_the_one_before() {
        let said = [("Hi", "Ho"), ("Ho", "Hum")];
        check(r#"["Hi", "Ho", "Hum"]"#, &said);
        check(r#"{"dialog": ["Hi", "Ho", "Hum"]}"#, &said);
        check(r#"{"turns": [{"text": "Hi"}, {"text": "Ho"}, {"text": "Hum"}]}"#, &said);
        check("{\"dialogue\": [\"Hi\", \"Ho\"]}\n[\"Alone\"]\n[]", &said[..1]);
        let rows = "dialogue\tturn\tutterance\n1\t0\tHi\n1\t1\tHo\n1\t2\tHum\n2\t0\tAlone\n";
        check(rows, &said);
    }

    #[test]
    fn consecutive_texts_of_one_speaker_are_one_turn() {
        let rows =
            "conversation\tspeaker\ttext\n1\tA\tHi\n1\tA\tyou\n1\tB\t\"Ho\n1\tB\tho\n2\tB\tHum\n";
        check(rows, &[("Hi you", "\"Ho ho")]);
    }

    #[test]
    fn a_row_that_does_not_fit_is_passed_over_and_counted() {
        let json = format!("expected {JSON} on each line");
        check_skipped(
            b"a\tb\n\nc\n",
            "line 3: expected 2 columns with a tab between any two, found 1",
        );
        check_skipped(
            b"reply\tx\tprompt\na\tb\tc\td\na\tb\tc\n",
            "line 2: expected 3 columns with a tab between any two, found 4",
        );
        check_skipped(b"a\tb\n \tb\n", "line 2: the prompt is still empty");
        check_skipped(
            b"a\tb\0\na\tb\n",
            "line 1: the reply contains a NUL character, which cannot be stored; please remove it",
        );
        check_skipped(
            b"dialog\ttext\n1\tHi\n1\tHo\n1\t \n1\tHum\n",
            "line 4: the text is still empty",
        );
        check_skipped(b"\xff\tc\na\tb\n", "line 1: is not UTF-8 text; save the file as UTF-8");
        let pair = "{\"prompt\":\"a\",\"reply\":\"b\"}\n";
        for wrong in ["{\"prompt\":\"a\"}", "{\"prompt\":1,\"reply\":\"b\"}", "[1, 2]", "7"] {
            let why = format!("line 2: has none of the expected texts; {json}");
            check_skipped(format!("{pair}{wrong}").as_bytes(), &why);
        }
        check_skipped(
            format!("{pair}a\tb").as_bytes(),
            &format!("line 2: is not JSON (expected value at line 1 column 1); {json}"),
        );
    }

    #[test]
    fn a_packed_file_is_told() {
        let error = read_corpus(&b"\x1f\x8b\x08\0\0"[..]).unwrap_err();
        assert!(error.to_string().contains("packed with gzip"), "{error}");
    }
}
