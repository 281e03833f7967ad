//! CSV to a log, in one pass.

use std::borrow::Cow;

use super::csv::{Fields, breaks};
use super::{Comparison, Log, Names, Outcome, Unreadable, time};

/// What a column is for, or `None` for what is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Left,
    Right,
    Winner,
    Weight,
    Time,
}

const COLUMNS: [(&str, Column); 5] = [
    ("left", Column::Left),
    ("right", Column::Right),
    ("winner", Column::Winner),
    ("weight", Column::Weight),
    ("time", Column::Time),
];

/// More would be a slip, and sums of it no longer exact.
const HEAVIEST: f64 = 1e9;

/// What one row says.
#[derive(Default)]
struct Row<'a> {
    left: Cow<'a, [u8]>,
    right: Cow<'a, [u8]>,
    winner: Cow<'a, [u8]>,
    weight: Option<Cow<'a, [u8]>>,
    time: Option<Cow<'a, [u8]>>,
}

pub(super) fn read(csv: &[u8]) -> Result<Log, Unreadable> {
    let csv = csv.strip_prefix(b"\xef\xbb\xbf").unwrap_or(csv);
    if let Err(error) = std::str::from_utf8(csv) {
        let before = csv.get(..error.valid_up_to()).unwrap_or_default();
        let line = breaks(before) + 1;
        return Err(Unreadable { line, why: "this is not UTF-8 text".to_owned() });
    }
    let mut fields = Fields::new(csv);
    let columns = header(&mut fields)?;
    let (mut names, mut comparisons) = (Names::default(), Vec::new());
    while fields.another_row() {
        let line = fields.line();
        let row = row(&mut fields, &columns)?;
        let one = row.comparison(&mut names).map_err(|why| Unreadable { line, why })?;
        comparisons.push(one);
    }
    if comparisons.is_empty() {
        let why = "there are no comparisons below the header".to_owned();
        return Err(Unreadable { line: fields.line(), why });
    }
    Ok(names.finish(comparisons))
}

fn header(fields: &mut Fields<'_>) -> Result<Vec<Option<Column>>, Unreadable> {
    const NEEDED: &str = "the first line is to name the columns left, right and winner, and may \
                          name weight and time, separated by commas";
    if !fields.another_row() {
        return Err(Unreadable { line: 1, why: format!("the file is empty; {NEEDED}") });
    }
    let line = fields.line();
    let (mut columns, mut found) = (Vec::new(), Vec::new());
    loop {
        let field = fields.next()?;
        let name = text(&field.text);
        let column = COLUMNS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
        let column = column.map(|&(_, column)| column);
        if column.is_some() && columns.contains(&column) {
            return Err(Unreadable { line, why: format!("two columns are called '{name}'") });
        }
        columns.push(column);
        found.push(name.into_owned());
        if field.last {
            break;
        }
    }
    for (name, column) in COLUMNS.iter().take(3) {
        if !columns.contains(&Some(*column)) {
            let found = found.join(", ");
            let why = format!("no column is called '{name}' (there are: {found}); {NEEDED}");
            return Err(Unreadable { line, why });
        }
    }
    Ok(columns)
}

fn row<'a>(fields: &mut Fields<'a>, columns: &[Option<Column>]) -> Result<Row<'a>, Unreadable> {
    let line = fields.line();
    let wrong = |count: usize, more: &str| {
        let why = format!("{count}{more} fields, where the header has {}", columns.len());
        Err(Unreadable { line, why })
    };
    let mut row = Row::default();
    for (nth, column) in columns.iter().enumerate() {
        let field = fields.next()?;
        match column {
            Some(Column::Left) => row.left = field.text,
            Some(Column::Right) => row.right = field.text,
            Some(Column::Winner) => row.winner = field.text,
            Some(Column::Weight) => row.weight = Some(field.text),
            Some(Column::Time) => row.time = Some(field.text),
            None => {}
        }
        match (field.last, nth + 1 == columns.len()) {
            (true, false) => return wrong(nth + 1, ""),
            (false, true) => return wrong(nth + 2, " or more"),
            _ => {}
        }
    }
    Ok(row)
}

impl<'a> Row<'a> {
    fn comparison(self, names: &mut Names<'a>) -> Result<Comparison, String> {
        if self.left.is_empty() || self.right.is_empty() {
            return Err("a player has no name".to_owned());
        }
        let outcome = self.outcome()?;
        let weight = self.weight.as_deref().map_or(Ok(1.0), weight)?;
        let time = self.time.as_deref().map_or(Ok(0.0), |field| {
            time::parse(&text(field)).ok_or_else(|| {
                let field = text(field);
                format!("the time '{field}' is neither a number nor a date such as 2026-11-20 or 2026-11-20T18:30")
            })
        })?;
        let (left, right) = (names.of(self.left), names.of(self.right));
        if left == right {
            return Err(format!("'{}' is compared with itself", names.name(left)));
        }
        Ok(Comparison { left, right, outcome, weight, time })
    }

    /// A word, a score of the left player, or the winner's name.
    fn outcome(&self) -> Result<Outcome, String> {
        let named = match &self.winner {
            winner if *winner == self.left => Some(Outcome::Left),
            winner if *winner == self.right => Some(Outcome::Right),
            _ => None,
        };
        match (word(&self.winner), named) {
            (Some(word), Some(named)) if word != named => Err(format!(
                "'{0}' is the name of one player and says that the other won, or a tie; \
                 players are to be called something else than '{0}'",
                text(&self.winner)
            )),
            (Some(outcome), _) | (None, Some(outcome)) => Ok(outcome),
            (None, None) => Err(format!(
                "the winner '{}' is none of left, right, tie, draw, 1 (left), 0 (right), 0.5, '{}' and '{}'",
                text(&self.winner),
                text(&self.left),
                text(&self.right)
            )),
        }
    }
}

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
