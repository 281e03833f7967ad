//! Tossups in a table whose header names the columns, separated by commas, semicolons or tabs.

use csv::{ReaderBuilder, StringRecord};

use super::collection::Collection;
use super::error::ReadError;
use super::format::Format;
use super::record::{TossupFile, TossupRecord};
use crate::file::csv_line::line_of;

/// Names of each column in small letters. Only the first two are needed.
const COLUMNS: [(&str, &[&str]); 10] = [
    ("question", &["question", "text", "tossup"]),
    ("answer", &["answer", "answer line", "answer_line", "answerline"]),
    ("page", &["page", "answer_page", "wikipedia_page"]),
    ("category", &["category"]),
    ("subcategory", &["subcategory"]),
    ("difficulty", &["difficulty"]),
    ("tournament", &["tournament", "set"]),
    ("year", &["year"]),
    ("packet", &["packet"]),
    ("number", &["number", "num"]),
];

/// The separator of a header: whichever of them it has most often.
fn separator(header: &str) -> u8 {
    let count = |byte: &u8| header.bytes().filter(|other| other == byte).count();
    // The last of equals is taken.
    b";\t,".iter().copied().max_by_key(count).unwrap_or(b',')
}

pub(super) fn has_header(line: &str) -> bool {
    let mut reader = ReaderBuilder::new().delimiter(separator(line)).from_reader(line.as_bytes());
    reader.headers().is_ok_and(|header| Columns::find(header).is_ok())
}

/// Returns the name of the one column of a header, if it is a name that this reader knows.
pub(super) fn lone_column(line: &str) -> Option<&'static str> {
    let name = line.trim().trim_matches('"').trim().to_lowercase();
    let mut known = COLUMNS.iter().flat_map(|(_, names)| names.iter().copied());
    known.find(|known| *known == name)
}

/// Returns true if every line has the same number of cells, and more than one: titles that happen to
/// have a comma differ in that.
pub(super) fn is_table(text: &str) -> bool {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(header))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let cells: Vec<usize> = reader.records().map_while(Result::ok).map(|row| row.len()).collect();
    let (first, rest) = cells.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
    first > 1 && !rest.is_empty() && rest.iter().all(|count| *count == first)
}

pub(super) fn read(text: &str) -> Result<TossupFile, ReadError> {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut reader = ReaderBuilder::new().delimiter(separator(header)).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| ReadError::table(text, &error))?.clone();
    let line = line_of(text.as_bytes(), header.position());
    let columns = Columns::find(&header).map_err(|why| ReadError::line(line, why))?;
    let mut all = Collection::new(Format::Csv);
    for record in reader.records() {
        let record = record.map_err(|error| ReadError::table(text, &error))?;
        let line = line_of(text.as_bytes(), record.position());
        all.add(&format!("line {line}"), &columns.tossup(&record))?;
    }
    all.finish("rows below the header")
}

/// The position of each column, if there is one.
struct Columns([Option<usize>; 10]);

impl Columns {
    fn find(header: &StringRecord) -> Result<Columns, String> {
        let found = COLUMNS.each_ref().map(|(_, names)| {
            header.iter().position(|name| names.contains(&name.trim().to_lowercase().as_str()))
        });
        let missing = COLUMNS.iter().zip(found).take(2).find(|(_, at)| at.is_none());
        match missing {
            None => Ok(Columns(found)),
            Some(((name, _), _)) => Err(format!(
                "there is no column {name}; expected a header with question and answer"
            )),
        }
    }

    fn tossup(&self, record: &StringRecord) -> TossupRecord {
        let cell = |name: &str| {
            let column = COLUMNS.iter().position(|(column, _)| *column == name);
            let at = column.and_then(|column| self.0.get(column).copied().flatten());
            at.and_then(|at| record.get(at)).unwrap_or_default().trim().to_owned()
        };
        let packet = TossupRecord::name([
            &cell("tournament"),
            &cell("year"),
            &cell("packet"),
            &cell("number"),
        ]);
        TossupRecord {
            row: 0,
            packet,
            text: cell("question"),
            answer_line: cell("answer"),
            page: Some(cell("page")),
            category: cell("category"),
            subcategory: cell("subcategory"),
            difficulty: cell("difficulty"),
        }
    }
}
