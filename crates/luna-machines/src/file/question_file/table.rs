//! Questions in tables: with a header, or as the paper's program writes them.

use csv::{ReaderBuilder, StringRecord};

use super::collection::{Collection, Line, QuestionFile};
use super::format::Format;
use crate::file::csv_line::line_of;
use crate::file::tossup_file::ReadError;

/// The names of each column in small letters. A table needs the first two.
const COLUMNS: [(&str, &[&str]); 7] = [
    ("question", &["question"]),
    ("sentence", &["sentence", "source_sentence", "source sentence"]),
    ("article", &["article", "article_id", "source_id"]),
    ("text", &["text", "article_text", "article text"]),
    ("answer", &["answer"]),
    ("generator", &["generator", "system"]),
    ("gold", &["gold"]),
];

fn position(header: &StringRecord, names: &[&str]) -> Option<usize> {
    header.iter().position(|name| names.contains(&name.trim().to_lowercase().as_str()))
}

/// The separator of a header: the one that it has most often.
fn separator(header: &str) -> u8 {
    let count = |byte: &u8| header.bytes().filter(|other| other == byte).count();
    b";\t,".iter().copied().max_by_key(count).unwrap_or(b',')
}

pub(super) fn is_header(line: &str) -> bool {
    let mut reader = ReaderBuilder::new().delimiter(separator(line)).from_reader(line.as_bytes());
    reader.headers().is_ok_and(|header| position(header, COLUMNS[0].1).is_some())
}

pub(super) fn read(text: &str, article: Option<(&str, &str)>) -> Result<QuestionFile, ReadError> {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut reader = ReaderBuilder::new().delimiter(separator(header)).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| ReadError::table(text, &error))?.clone();
    for (name, names) in COLUMNS.iter().take(2) {
        if position(&header, names).is_none() {
            let why =
                format!("there is no column {name}; expected a header with question and sentence");
            return Err(ReadError::line(1, why));
        }
    }
    let mut all = Collection::new(Format::Table, article);
    for record in reader.records() {
        let record = record.map_err(|error| ReadError::table(text, &error))?;
        let cell = |name: &str| {
            let names = COLUMNS.iter().find(|(column, _)| *column == name).map(|(_, names)| *names);
            let at = names.and_then(|names| position(&header, names));
            at.and_then(|at| record.get(at)).unwrap_or_default().to_owned()
        };
        let line = Line {
            article: cell("article"),
            text: cell("text"),
            sentence: cell("sentence"),
            question: cell("question"),
            answer: cell("answer"),
            generator: cell("generator"),
            gold: cell("gold"),
        };
        all.add(line_of(text.as_bytes(), record.position()), &line)?;
    }
    all.finish()
}

/// The program's own name, for questions whose file has no other.
const TOOLKIT: &str = "Heilman and Smith";

/// Question, source sentence, answer phrase and score, with tabs between them. The score is left out:
/// a rater must not see it, and a sample must not depend on it.
pub(super) fn read_toolkit(
    text: &str,
    article: Option<(&str, &str)>,
) -> Result<QuestionFile, ReadError> {
    let mut all = Collection::new(Format::Toolkit, article);
    for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [question, sentence, rest @ ..] = cells.as_slice() else {
            let why = "there is one cell; expected question, source sentence, answer and score, with tabs between them";
            return Err(ReadError::line(at, why));
        };
        let line = Line {
            question: (*question).to_owned(),
            sentence: (*sentence).to_owned(),
            answer: rest.first().map(|it| (*it).to_owned()).unwrap_or_default(),
            generator: TOOLKIT.to_owned(),
            ..Line::default()
        };
        all.add(at, &line)?;
    }
    all.finish()
}
