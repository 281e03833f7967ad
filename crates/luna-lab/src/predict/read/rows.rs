//! Rows of text files whose first line names the columns.

use super::error::ReadError;

/// The separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// By tabs, where a quotation mark is a character like any other.
    Tabs,
    /// By commas, as RFC 4180 has them.
    Commas,
}

/// The byte order mark that some programs write before UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The rows of a file below its header.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) file: String,
    header: Vec<String>,
    below: Vec<Row>,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    fields: Vec<String>,
}

impl Rows {
    pub(super) fn read(file: &str, bytes: &[u8], fields: Fields) -> Result<Rows, ReadError> {
        let text = utf8(file, bytes)?;
        let mut rows = records(file, text, fields)?;
        if rows.is_empty() {
            return Err(ReadError::of(file, "it is empty; the first line names the columns"));
        }
        let header = rows.remove(0).fields;
        let header = header.iter().map(|name| name.trim().to_lowercase()).collect::<Vec<_>>();
        if let Some(row) = rows.iter().find(|row| row.fields.len() != header.len()) {
            let (has, wants) = (row.fields.len(), header.len());
            let why = format!("this row has {has} fields, and the first line names {wants}");
            return Err(ReadError::at(file, row.line, why));
        }
        Ok(Rows { file: file.to_owned(), header, below: rows })
    }

    /// Returns the position of a column.
    pub(super) fn column(&self, name: &str) -> Result<usize, ReadError> {
        let mut called = (0..).zip(&self.header).filter(|(_, it)| *it == name);
        match (called.next(), called.next()) {
            (Some((nth, _)), None) => Ok(nth),
            (Some(_), Some(_)) => {
                Err(ReadError::at(&self.file, 1, format!("two columns are called “{name}”")))
            }
            (None, _) => {
                let names = excerpt(&self.header.join(", "));
                let why = format!("there is no column “{name}”; the columns are {names}");
                Err(ReadError::at(&self.file, 1, why))
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.below.iter()
    }

    /// A number in a row.
    pub(super) fn number(&self, row: &Row, column: usize) -> Result<f64, ReadError> {
        let text = row.text(column).trim();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        // Of nothing there is one kind: -0 is 0.
        number.map(|number| number + 0.0).ok_or_else(|| {
            let name = self.header.get(column).map_or("", String::as_str);
            let why = format!("“{}” in {name} is not a number", excerpt(text));
            ReadError::at(&self.file, row.line, why)
        })
    }
}

impl Row {
    pub(super) fn text(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }
}

/// Not more of a text than is read at a glance, on one line.
pub(super) fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(80).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    // Written so, a quotation mark stays what it is, and a line's end is seen.
    let visible = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    format!("{}{more}", start.chars().map(visible).collect::<String>())
}

/// The text of a file, which has to be UTF-8.
pub(super) fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ReadError> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + breaks(before);
        ReadError::at(file, line, "this is not UTF-8 text")
    })
}

/// Splits a text into its rows, without those that are empty.
fn records(file: &str, text: &str, fields: Fields) -> Result<Vec<Row>, ReadError> {
    let (delimiter, quoting) = match fields {
        Fields::Tabs => (b'\t', false),
        Fields::Commas => (b',', true),
    };
    let mut builder = csv::ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true);
    let mut reader = builder.delimiter(delimiter).quoting(quoting).from_reader(text.as_bytes());
    let (mut rows, mut record) = (Vec::new(), csv::StringRecord::new());
    while reader.read_record(&mut record).map_err(|why| ReadError::of(file, why.to_string()))? {
        let position = record.position().map_or((0, 1), |at| (at.byte(), at.line()));
        let [start, line] = [position.0, position.1].map(|it| usize::try_from(it).unwrap_or(0));
        let raw = text.get(start..).unwrap_or_default();
        let begun = raw.trim_start_matches(['\r', '\n']);
        // The reader counts from the end of the row before, also across empty lines.
        let line = line + breaks(&raw.as_bytes()[..raw.len() - begun.len()]);
        if quoting {
            strict(begun, &record)
                .map_err(|(below, why)| ReadError::at(file, line + below, why))?;
        }
        if record.len() > 1 || record.iter().any(|field| !field.is_empty()) {
            rows.push(Row { line, fields: record.iter().map(str::to_owned).collect() });
        }
    }
    Ok(rows)
}

/// Checks that a row is written as RFC 4180 has it, because the reader also takes text after a
/// closing quotation mark and a quotation mark that never closes. Returns the number of lines
/// before the mistake otherwise.
fn strict(raw: &str, record: &csv::StringRecord) -> Result<(), (usize, &'static str)> {
    let mut rest = raw;
    for field in record {
        let below = breaks(&raw.as_bytes()[..raw.len() - rest.len()]);
        rest = match rest.strip_prefix('"') {
            None => rest.get(field.len()..).unwrap_or_default(),
            Some(opened) => {
                let quoted = field.replace('"', "\"\"");
                let after = opened.strip_prefix(&*quoted).and_then(|it| it.strip_prefix('"'));
                match after {
                    Some(after) if after.is_empty() || after.starts_with([',', '\r', '\n']) => {
                        after
                    }
                    None if opened.replace("\"\"", "").contains('"') => return Err((below, LOOSE)),
                    None => return Err((below, OPEN)),
                    Some(_) => return Err((below, LOOSE)),
                }
            }
        };
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
    Ok(())
}

const OPEN: &str = "a quotation mark opens and never closes";
const LOOSE: &str = "there is text between a closing quotation mark and the comma";

fn breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}
