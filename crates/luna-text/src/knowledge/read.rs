//! Files of assertions: `ConceptNet` 4 as a table or as a graph, and tables and lines of JSON of our own.
//!
//! An error names the line. The first line decides: a line of JSON or of a graph, or the names of the
//! columns.

use std::borrow::Cow;

use serde_json::Value;

use super::relation::Relation;
use crate::read_error::ReadError;
use crate::read_error::shown;

/// The wording of concepts in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// Lemmas without stop words, as `ConceptNet` 4 has them.
    Normalized,
    /// As people write them.
    Plain,
}

/// One assertion of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub(super) relation: Relation,
    pub(super) left: Cow<'a, str>,
    pub(super) right: Cow<'a, str>,
    pub(super) frequency: i8,
    pub(super) score: u16,
    pub(super) wording: Wording,
}

const CONCEPTNET: [&str; 5] = ["relation", "head", "tail", "freq", "score"];
const OWN: [&str; 4] = ["relation", "left", "right", "weight"];
/// The beginning of the last column of a graph.
const EDGE: &str = "{'freq': ";
/// Characters of a concept, at most.
const LONGEST: usize = 500;
/// The frequency of an assertion without an adverb, and of one with *not*.
const GENERAL: i8 = 5;

/// Calls `each` with the assertions of a file.
pub(super) fn rows<'a>(
    text: &'a str,
    mut each: impl FnMut(Row<'a>) -> Result<(), String>,
) -> Result<(), ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().map_or("", |(_, line)| line);
    let wrong = |line: usize, why: String| ReadError { line, why };
    let format = Format::of(first).map_err(|why| wrong(1, why))?;
    let headless = matches!(format, Format::Json | Format::Graph).then_some((1, first));
    for (number, line) in headless.into_iter().chain(lines) {
        format.row(line).and_then(&mut each).map_err(|why| wrong(number, why))?;
    }
    Ok(())
}

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    ConceptNet,
    Own,
    Json,
    /// As Divisi2 stores `ConceptNet` 4.
    Graph,
}

impl Format {
    /// The format of a file with this first line.
    fn of(first: &str) -> Result<Format, String> {
        let columns: Vec<&str> = first.split('\t').collect();
        match &columns[..] {
            _ if first.starts_with('{') => Ok(Format::Json),
            names if *names == CONCEPTNET => Ok(Format::ConceptNet),
            names if *names == OWN => Ok(Format::Own),
            [_, _, edge] if edge.starts_with(EDGE) => Ok(Format::Graph),
            _ => Err(format!(
                "“{}” instead of the columns {}, or {}, with tabs between them, or a line of JSON",
                shown(first),
                CONCEPTNET.join(", "),
                OWN.join(", "),
            )),
        }
    }

    fn row(self, line: &str) -> Result<Row<'_>, String> {
        match self {
            Format::ConceptNet => conceptnet(line),
            Format::Own => own(line),
            Format::Json => json(line),
            Format::Graph => edge(line),
        }
    }
}

fn conceptnet(line: &str) -> Result<Row<'_>, String> {
    let [relation, left, right, frequency, score] = fields(line)?;
    normalized([relation, left, right], frequency, score)
}

/// A line such as `dog`, `pet` and `{'freq': 5, 'score': 20, 'rel': u'IsA'}`, with tabs between.
fn edge(line: &str) -> Result<Row<'_>, String> {
    let [left, right, edge] = fields(line)?;
    let parts = edge.strip_prefix(EDGE).and_then(|rest| rest.strip_suffix("'}")).and_then(|rest| {
        let (frequency, rest) = rest.split_once(", 'score': ")?;
        let (score, relation) = rest.split_once(", 'rel': ")?;
        Some((frequency, score, relation.trim_start_matches('u').strip_prefix('\'')?))
    });
    let (frequency, score, relation) = parts.ok_or_else(|| {
        format!("“{}” is not an edge with 'freq', 'score' and 'rel'", shown(edge))
    })?;
    normalized([relation, left, right], frequency, score)
}

fn normalized<'a>(
    [relation, left, right]: [&'a str; 3],
    frequency: &str,
    score: &str,
) -> Result<Row<'a>, String> {
    Ok(Row {
        relation: relation_of(relation)?,
        left: Cow::Borrowed(concept(left)?),
        right: Cow::Borrowed(concept(right)?),
        frequency: frequency_of(frequency.parse().ok(), frequency)?,
        score: score_of(score.parse().ok(), score)?,
        wording: Wording::Normalized,
    })
}

fn own(line: &str) -> Result<Row<'_>, String> {
    let [relation, left, right, weight] = fields(line)?;
    let (frequency, score) = from_weight(weight.parse().ok(), weight)?;
    Ok(Row {
        relation: relation_of(relation)?,
        left: Cow::Borrowed(clean_concept(left)?),
        right: Cow::Borrowed(clean_concept(right)?),
        frequency,
        score,
        wording: Wording::Plain,
    })
}

fn json(line: &str) -> Result<Row<'_>, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| match error.is_eof() {
        true => "the JSON ends too early; the file may be cut short".to_owned(),
        false => format!("is not JSON: {error}"),
    })?;
    let object = value.as_object().ok_or("is not a JSON object")?;
    let known = ["relation", "left", "right", "weight", "frequency", "score"];
    if let Some(name) = object.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("“{}” is not one of {}", shown(name), known.join(", ")));
    }
    let text = |name: &str| {
        let text = object.get(name).and_then(Value::as_str);
        text.ok_or_else(|| format!("has no text “{name}”"))
    };
    let number = |name: &str| object.get(name).map(|value| (value.as_i64(), value.to_string()));
    let (frequency, score) = match (number("weight"), number("frequency"), number("score")) {
        (Some((weight, text)), None, None) => from_weight(weight, &text)?,
        (None, Some((frequency, text)), Some((score, score_text))) => {
            (frequency_of(frequency, &text)?, score_of(score, &score_text)?)
        }
        _ => return Err("needs either “weight”, or “frequency” and “score”".to_owned()),
    };
    Ok(Row {
        relation: relation_of(text("relation")?)?,
        left: Cow::Owned(clean_concept(text("left")?)?.to_owned()),
        right: Cow::Owned(clean_concept(text("right")?)?.to_owned()),
        frequency,
        score,
        wording: Wording::Plain,
    })
}

/// The columns of a line.
fn fields<const N: usize>(line: &str) -> Result<[&str; N], String> {
    let all: Vec<&str> = line.split('\t').collect();
    let count = all.len();
    all.try_into().map_err(|_| {
        let cut = if count < N { "; the file may be cut short" } else { "" };
        format!("{count} instead of {N} columns{cut}")
    })
}

fn relation_of(name: &str) -> Result<Relation, String> {
    Relation::parse(name)
        .ok_or_else(|| format!("“{}” is not a relation of ConceptNet 4", shown(name)))
}

fn concept(text: &str) -> Result<&str, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err("a concept is empty".to_owned());
    }
    if trimmed.chars().count() > LONGEST {
        return Err(format!("a concept is longer than {LONGEST} characters"));
    }
    Ok(trimmed)
}

/// A concept in a file of our own. The file of `ConceptNet` 4 has control characters in three
/// concepts.
fn clean_concept(text: &str) -> Result<&str, String> {
    let text = concept(text)?;
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(format!("a concept has the character {}", c.escape_unicode())),
        None => Ok(text),
    }
}

fn frequency_of(number: Option<i64>, text: &str) -> Result<i8, String> {
    let known = number.filter(|number| (-10..=10).contains(number) && *number != 0);
    known.and_then(|number| i8::try_from(number).ok()).ok_or_else(|| {
        format!("“{}” is not a frequency: a whole number from -10 to 10, not 0", shown(text))
    })
}

fn score_of(number: Option<i64>, text: &str) -> Result<u16, String> {
    number.and_then(|number| u16::try_from(number).ok()).ok_or_else(|| {
        format!("“{}” is not a score: a whole number from 0 to {}", shown(text), u16::MAX)
    })
}

/// The frequency and score of a weight: it counts as that many votes, and *not* if it is negative.
fn from_weight(number: Option<i64>, text: &str) -> Result<(i8, u16), String> {
    let known = number.filter(|number| (-10..=10).contains(number) && *number != 0);
    let score = known.and_then(|number| u16::try_from(number.abs()).ok());
    match (known, score) {
        (Some(number), Some(score)) => Ok((if number < 0 { -GENERAL } else { GENERAL }, score)),
        _ => {
            Err(format!("“{}” is not a weight: a whole number from -10 to 10, not 0", shown(text)))
        }
    }
}
