//! Rows of text files whose first line names the columns.

use super::Unreadable;

/// How fields are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// By tabs, where a quotation mark is a character like any other.
    Tabs,
    /// By commas, as RFC 4180 has them.
    Commas,
}

/// What some programs write before UTF-8.
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
    pub(super) fn read(file: &str, bytes: &[u8], fields: Fields) -> Result<Rows, Unreadable> {
        let text = utf8(file, bytes)?;
        let mut rows = match fields {
            Fields::Tabs => tabs(text),
            Fields::Commas => {
                commas(text).map_err(|(line, why)| Unreadable::at(file, line, why))?
            }
        };
        if rows.is_empty() {
            return Err(Unreadable::of(file, "it is empty; the first line names the columns"));
        }
        let header = rows.remove(0).fields;
        let header = header.iter().map(|name| name.trim().to_lowercase()).collect::<Vec<_>>();
        if let Some(row) = rows.iter().find(|row| row.fields.len() != header.len()) {
            let (has, wants) = (row.fields.len(), header.len());
            let why = format!("this row has {has} fields, and the first line names {wants}");
            return Err(Unreadable::at(file, row.line, why));
        }
        Ok(Rows { file: file.to_owned(), header, below: rows })
    }

    /// Where a column is.
    pub(super) fn column(&self, name: &str) -> Result<usize, Unreadable> {
        let mut called = (0..).zip(&self.header).filter(|(_, it)| *it == name);
        match (called.next(), called.next()) {
            (Some((nth, _)), None) => Ok(nth),
            (Some(_), Some(_)) => {
                Err(Unreadable::at(&self.file, 1, format!("two columns are called “{name}”")))
            }
            (None, _) => {
                let names = shown(&self.header.join(", "));
                let why = format!("there is no column “{name}”; the columns are {names}");
                Err(Unreadable::at(&self.file, 1, why))
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.below.iter()
    }

    /// A number in a row.
    pub(super) fn number(&self, row: &Row, column: usize) -> Result<f64, Unreadable> {
        let text = row.text(column).trim();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        // Of nothing there is one kind: -0 is 0.
        number.map(|number| number + 0.0).ok_or_else(|| {
            let name = self.header.get(column).map_or("", String::as_str);
            let why = format!("“{}” in {name} is not a number", shown(text));
            Unreadable::at(&self.file, row.line, why)
        })
    }
}

impl Row {
    pub(super) fn text(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }
}

/// Not more of a text than is read at a glance, on one line.
pub(super) fn shown(text: &str) -> String {
    let start: String = text.chars().take(80).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    // Written so, a quotation mark stays what it is, and a line's end is seen.
    let visible = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    format!("{}{more}", start.chars().map(visible).collect::<String>())
}

/// The text of a file, which has to be UTF-8.
pub(super) fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Unreadable> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + breaks(before);
        Unreadable::at(file, line, "this is not UTF-8 text")
    })
}

fn tabs(text: &str) -> Vec<Row> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let row = |(nth, line): (usize, &str)| Row {
        line: nth + 1,
        fields: line.split('\t').map(str::to_owned).collect(),
    };
    lines.map(row).collect()
}

/// Why a row cannot be told apart, and its line.
type Open = (usize, &'static str);

fn commas(text: &str) -> Result<Vec<Row>, Open> {
    let (mut rows, mut rest, mut line) = (Vec::new(), text, 1);
    while !rest.is_empty() {
        let begun = line;
        let mut fields = Vec::new();
        loop {
            let (field, after) = field(rest).map_err(|why| (line, why))?;
            let taken = rest.len() - after.len();
            line += breaks(rest.as_bytes().get(..taken).unwrap_or_default());
            fields.push(field);
            if let Some(more) = after.strip_prefix(',') {
                rest = more;
            } else {
                rest = after.strip_prefix("\r\n").or(after.strip_prefix('\n')).unwrap_or(after);
                line += usize::from(rest.len() < after.len());
                break;
            }
        }
        if fields.len() > 1 || fields.iter().any(|field| !field.is_empty()) {
            rows.push(Row { line: begun, fields });
        }
    }
    Ok(rows)
}

fn breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// The next field, and what follows it: a comma, a line's end, or nothing.
fn field(text: &str) -> Result<(String, &str), &'static str> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let (field, after) = text.split_at(end);
        return Ok(match field.strip_suffix('\r') {
            Some(field) if !after.starts_with(',') => (field.to_owned(), after),
            _ => (field.to_owned(), after),
        });
    };
    let mut field = String::new();
    loop {
        let (before, after) =
            rest.split_once('"').ok_or("a quotation mark opens and never closes")?;
        field.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                field.push('"');
                rest = more;
            }
            None if after.is_empty()
                || after.starts_with([',', '\n'])
                || after.starts_with("\r\n") =>
            {
                return Ok((field, after));
            }
            None => return Err("something stands between a closing quotation mark and the comma"),
        }
    }
}
