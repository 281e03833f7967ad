//! Reads CSV into a log in one pass.

use std::borrow::Cow;
use std::io::Read;

use super::builder::LogBuilder;
use super::chunked_vec::Row;
use super::csv::{FieldError, Fields, line_breaks, unescape};
use super::error::ReadError;
use super::line_blocks::LineBlocks;
use super::log::Log;
use super::outcome::Outcome;
use super::time;

/// Known columns, by their positions in [`Texts`].
const COLUMNS: [&str; 5] = ["left", "right", "winner", "weight", "time"];
const WEIGHT: usize = 3;
const TIME: usize = 4;
const CLUSTER: usize = 5;

/// The fields of one row that matter.
type Texts<'a> = [&'a [u8]; 6];

/// A larger weight would be a typing error, and sums of it would be inexact.
const HEAVIEST: f64 = 1e9;

/// Column of each field in [`Texts`].
struct Header {
    columns: [Option<usize>; 6],
    count: usize,
}

pub(super) fn read(source: impl Read, cluster: Option<&str>) -> Result<Log, ReadError> {
    let mut blocks = LineBlocks::new(source);
    let (mut header, mut builder, mut line) = (None, LogBuilder::default(), 1);
    let mut begins = Vec::new();
    while !blocks.is_last() {
        blocks.read().map_err(|error| ReadError { line: 0, why: error.to_string() })?;
        let lines = blocks.lines();
        if let Err(error) = std::str::from_utf8(lines) {
            let before = lines.get(..error.valid_up_to()).unwrap_or_default();
            let why = "this is not UTF-8 text".to_owned();
            return Err(ReadError { line: line + line_breaks(before), why });
        }
        let mut fields = Fields::new(lines, line);
        if header.is_none() && lines.starts_with(b"\xef\xbb\xbf") {
            fields.at = 3;
        }
        let passed = loop {
            let more = fields.skip_empty_lines();
            let passed = (fields.at, fields.line);
            if !more {
                break passed;
            }
            let row = match &header {
                None => Header::read(&mut fields, cluster).map(|read| {
                    begins.resize(read.count + 1, 0);
                    header = Some(read);
                }),
                Some(header) if fields.plain_row(&mut begins) => {
                    header.plain_row(&mut fields, &begins, &mut builder)
                }
                Some(header) => header.row(&mut fields, &mut builder),
            };
            match row {
                // It may close in the next block.
                Err(FieldError::Open(_)) if !blocks.is_last() => break passed,
                row => row?,
            }
        };
        line = passed.1;
        blocks.consume(passed.0);
    }
    if header.is_none() {
        return Err(ReadError { line: 1, why: format!("the file is empty; {NEEDED}") });
    }
    if builder.rows.is_empty() {
        let why = "there are no comparisons below the header".to_owned();
        return Err(ReadError { line, why });
    }
    Ok(builder.finish())
}

const NEEDED: &str = "the first line must name the columns left, right and winner, and may \
                      name weight and time, separated by commas";

impl Header {
    fn read(fields: &mut Fields<'_>, cluster: Option<&str>) -> Result<Header, FieldError> {
        let line = fields.line;
        let wrong = |why: String| Err(FieldError::Because(ReadError { line, why }));
        let (mut places, mut found) = (Vec::new(), Vec::new());
        loop {
            let field = fields.next()?;
            let name = text(&unescape(field.text)).into_owned();
            if name.contains('\r') {
                let why = "the lines end with carriage returns only; save the file with line feeds";
                return wrong(why.to_owned());
            }
            let place = COLUMNS.iter().position(|known| name.eq_ignore_ascii_case(known));
            if place.is_some() && places.contains(&place) {
                return wrong(format!("two columns are called '{name}'"));
            }
            places.push(place);
            found.push(name);
            if field.last {
                break;
            }
        }
        for (place, name) in COLUMNS.iter().enumerate().take(3) {
            if !places.contains(&Some(place)) {
                let found = name_list(&found);
                return wrong(format!(
                    "no column is called '{name}' (there are: {found}); {NEEDED}"
                ));
            }
        }
        let called = |cluster: &str| {
            let exactly = found.iter().position(|name| name == cluster);
            exactly.or_else(|| found.iter().position(|name| name.eq_ignore_ascii_case(cluster)))
        };
        let column = cluster.and_then(|cluster| called(cluster.trim()));
        if let (Some(cluster), None) = (cluster, column) {
            let found = name_list(&found);
            return wrong(format!("no column is called '{cluster}' (there are: {found})"));
        }
        let mut columns = [column; 6];
        for (place, column) in columns.iter_mut().enumerate().take(CLUSTER) {
            *column = places.iter().position(|&known| known == Some(place));
        }
        Ok(Header { columns, count: places.len() })
    }

    #[inline]
    fn plain_row(
        &self,
        fields: &mut Fields<'_>,
        begins: &[usize],
        builder: &mut LogBuilder,
    ) -> Result<(), FieldError> {
        let begin = |nth: usize| begins.get(nth).copied().unwrap_or_default();
        let text = |place: usize| match self.columns[place] {
            Some(nth) => fields.between(begin(nth), begin(nth + 1) - 1),
            None => b"",
        };
        // One by one: a map over the array takes half as long again.
        let texts = [text(0), text(1), text(2), text(WEIGHT), text(TIME), text(CLUSTER)];
        let line = fields.line;
        fields.at = begin(self.count);
        fields.line += 1;
        self.add(texts, builder).map_err(|why| FieldError::Because(ReadError { line, why }))
    }

    fn row(&self, fields: &mut Fields<'_>, builder: &mut LogBuilder) -> Result<(), FieldError> {
        let line = fields.line;
        let wrong = |why: String| FieldError::Because(ReadError { line, why });
        let mut all = Vec::with_capacity(self.count);
        for nth in 1..=self.count {
            let field = fields.next()?;
            all.push(unescape(field.text));
            if field.last != (nth == self.count) {
                let count =
                    if field.last { format!("{nth}") } else { format!("{} or more", nth + 1) };
                let header = self.count;
                return Err(wrong(format!("{count} fields, where the header has {header}")));
            }
        }
        let text = |nth: usize| all.get(nth).map_or(&b""[..], |text: &Cow<'_, [u8]>| &**text);
        let texts = self.columns.map(|column| column.map_or(&b""[..], text));
        self.add(texts, builder).map_err(wrong)
    }

    fn add(&self, texts: Texts<'_>, builder: &mut LogBuilder) -> Result<(), String> {
        let [left, right, ..] = texts;
        if left.is_empty() || right.is_empty() {
            return Err("a player has no name".to_owned());
        }
        let outcome = outcome(&texts)?;
        if self.columns[WEIGHT].is_some() {
            builder.weights.push(weight(texts[WEIGHT])?);
        }
        if self.columns[TIME].is_some() {
            let field = text(texts[TIME]);
            builder.times.push(time::parse(&field).ok_or_else(|| {
                format!("the time '{field}' is neither a number nor a date such as 2026-11-20 or 2026-11-20T18:30")
            })?);
        }
        if self.columns[CLUSTER].is_some() {
            builder.add_cluster(texts[CLUSTER]);
        }
        let (left, right) = (builder.names.intern(left), builder.names.intern(right));
        if left == right {
            return Err(format!("'{}' is compared with itself", text(texts[0])));
        }
        builder.rows.push(Row { left, right, outcome });
        Ok(())
    }
}

/// Some of the names, shortened, as there may be many.
fn name_list(names: &[String]) -> String {
    let short = |name: &String| match name.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default().escape_debug()),
        None => name.escape_debug().to_string(),
    };
    let few: Vec<String> = names.iter().take(20).map(short).collect();
    few.join(", ") + if names.len() > 20 { ", …" } else { "" }
}

/// Parses a word, the left player's score, or the winner's name.
#[inline]
fn outcome(texts: &Texts<'_>) -> Result<Outcome, String> {
    let [left, right, winner, ..] = *texts;
    let named = match winner {
        winner if winner == left => Some(Outcome::Left),
        winner if winner == right => Some(Outcome::Right),
        _ => None,
    };
    match (word(winner), named) {
        (Some(word), Some(named)) if word != named => Err(format!(
            "'{0}' is the name of one player and says that the other won, or a tie; \
             please give this player another name than '{0}'",
            text(winner)
        )),
        (Some(outcome), _) | (None, Some(outcome)) => Ok(outcome),
        (None, None) => Err(format!(
            "the winner '{}' is none of left, right, tie, draw, 1 (left), 0 (right), 0.5, '{}' and '{}'",
            text(winner),
            text(left),
            text(right)
        )),
    }
}

#[inline]
fn word(field: &[u8]) -> Option<Outcome> {
    match field {
        b"left" | b"1" => return Some(Outcome::Left),
        b"right" | b"0" => return Some(Outcome::Right),
        b"tie" | b"draw" | b"0.5" => return Some(Outcome::Tie),
        _ => {}
    }
    let words = [
        ("left", Outcome::Left),
        ("right", Outcome::Right),
        ("tie", Outcome::Tie),
        ("draw", Outcome::Tie),
        ("1.0", Outcome::Left),
        ("0.0", Outcome::Right),
        (".5", Outcome::Tie),
    ];
    let known = words.iter().find(|(word, _)| field.eq_ignore_ascii_case(word.as_bytes()));
    known.map(|&(_, outcome)| outcome)
}

fn weight(field: &[u8]) -> Result<f64, String> {
    let field = text(field);
    match field.parse::<f64>() {
        Ok(weight) if (0.0..=HEAVIEST).contains(&weight) => Ok(weight.abs()),
        _ => Err(format!("the weight '{field}' is not a number from 0 to {HEAVIEST}")),
    }
}

fn text(field: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(field)
}
