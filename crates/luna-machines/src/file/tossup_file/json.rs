//! Tossups in JSON: a document with a list of them, or one on each line.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::collection::Collection;
use super::error::ReadError;
use super::format::Format;
use super::record::{TossupFile, TossupRecord};

/// The characters of a parser's reason, at most.
const MOST_REASON_CHARS: usize = 200;

type Row = Map<String, Value>;

/// A document; other fields, such as bonuses, are not read.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    questions: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    tossups: Option<Vec<&'a RawValue>>,
}

/// The first line as a tossup, if each line is one.
fn first_row(text: &str) -> Option<Row> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let row: Row = serde_json::from_str(first).ok()?;
    let document = ["questions", "tossups"].iter().any(|list| row.contains_key(*list));
    (!document).then_some(row)
}

/// The format of a text that begins like JSON.
pub(super) fn format(text: &str) -> Format {
    let qanta = match first_row(text) {
        Some(row) => row.contains_key("text") && !row.contains_key("question"),
        None => text.contains("\"questions\"") || !text.contains("\"question\""),
    };
    if qanta && !text.contains("\"tossups\"") { Format::Qanta } else { Format::Qbreader }
}

pub(super) fn read(text: &str, format: Format) -> Result<TossupFile, ReadError> {
    let mut all = Collection::new(format);
    if first_row(text).is_some() {
        for (line, number) in text.lines().zip(1..) {
            if !line.trim().is_empty() {
                add(&mut all, format, &format!("line {number}"), line)?;
            }
        }
    } else {
        let (list, rows) = document(text, format)?;
        for (row, at) in rows.into_iter().zip(0..) {
            add(&mut all, format, &format!("{list}[{at}]"), row.get())?;
        }
    }
    all.finish("tossups")
}

/// The list of a document with its name.
fn document(text: &str, format: Format) -> Result<(&'static str, Vec<&RawValue>), ReadError> {
    if text.trim_start().starts_with('[') {
        return Ok(("", serde_json::from_str(text).map_err(|error| damaged(&error))?));
    }
    let document: Document<'_> = serde_json::from_str(text).map_err(|error| damaged(&error))?;
    let (name, list) = match format {
        Format::Qanta => ("questions", document.questions),
        _ => ("tossups", document.tossups),
    };
    let expected = format!("expected an object with the list `{name}`, or a tossup on each line");
    Ok((name, list.ok_or_else(|| ReadError::whole(expected))?))
}

fn damaged(error: &serde_json::Error) -> ReadError {
    let why = format!("this is not the JSON expected: {}", reason(error));
    ReadError::line(error.line().max(1), why)
}

/// The reason without the position, and without all of a long text that it quotes.
fn reason(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let (why, _) = whole.rsplit_once(" at line ").unwrap_or((&whole, ""));
    why.chars().take(MOST_REASON_CHARS).collect()
}

fn add(all: &mut Collection, format: Format, place: &str, row: &str) -> Result<(), ReadError> {
    let row: Row = serde_json::from_str(row).map_err(|error| {
        ReadError::at(place, format!("expected a tossup as a JSON object: {}", reason(&error)))
    })?;
    let tossup = tossup(&row, format).map_err(|why| ReadError::at(place, why))?;
    all.add(place, &tossup)
}

fn tossup(row: &Row, format: Format) -> Result<TossupRecord, String> {
    let text = |names: &[&str]| field(row, names).map(Option::unwrap_or_default);
    let needed = |names: &[&str]| {
        let name = names.first().copied().unwrap_or_default();
        let missing = || format!("there is no `{name}`; each tossup needs one");
        field(row, names)?.ok_or_else(missing)
    };
    let question = match format {
        Format::Qanta => ["text", "question", "question_sanitized"],
        _ => ["question", "question_sanitized", "text"],
    };
    let names = [
        text(&["tournament", "set", "set_name", "setName"])?,
        match row.get("set") {
            Some(Value::Object(set)) => field(set, &["year"])?.unwrap_or_default(),
            _ => text(&["year"])?,
        },
        text(&["packet", "packet_name", "packetName"])?,
        text(&["num", "number", "questionNumber"])?,
    ];
    Ok(TossupRecord {
        row: 0,
        packet: TossupRecord::name(names.each_ref().map(String::as_str)),
        text: needed(&question)?,
        answer_line: needed(&["answer", "answer_sanitized"])?,
        page: field(row, &["page", "answer_page", "wikipedia_page"])?,
        category: text(&["category"])?,
        subcategory: text(&["subcategory"])?,
        difficulty: text(&["difficulty"])?,
    })
}

/// The first of these fields that has a value: a text, a number, or an object with a name.
fn field(row: &Row, names: &[&str]) -> Result<Option<String>, String> {
    let found =
        names.iter().find_map(|name| Some((name, row.get(*name)?)).filter(|(_, it)| !it.is_null()));
    let Some((name, value)) = found else { return Ok(None) };
    let content = match value {
        Value::Object(fields) => fields.get("name"),
        other => Some(other),
    };
    match content {
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        _ => Err(format!("`{name}` is no text; expected a text or a number")),
    }
}
