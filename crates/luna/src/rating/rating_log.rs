//! A log of ratings: rows of judge, subject and points, from CSV or tab-separated text.

use std::collections::HashMap;
use std::io::Read;

use csv::{ReaderBuilder, StringRecord, Trim};
use luna_machines::csv_line::line_of;

/// Names of each column, in lower case; the first is the usual one.
const COLUMNS: [(&str, &[&str]); 5] = [
    ("judge", &["judge", "rater", "annotator", "worker"]),
    ("subject", &["subject", "item", "question", "player"]),
    ("points", &["points", "rating", "score", "guess"]),
    ("time", &["time", "timestamp", "at"]),
    ("seconds", &["seconds", "duration"]),
];

/// The interval of valid points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// One rating; judge and subject are numbers of names in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) judge: u32,
    pub(super) subject: u32,
    pub(super) points: f64,
    /// The response time.
    pub(super) seconds: Option<f64>,
}

/// Ratings in the order of their times, or of the file.
#[derive(Debug, Default)]
pub(super) struct RatingLog {
    pub(super) judges: Vec<String>,
    pub(super) subjects: Vec<String>,
    pub(super) rows: Vec<Row>,
}

#[derive(Default)]
struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }
}

impl Scale {
    pub(super) fn parse(text: &str) -> Result<Scale, String> {
        let ends = text.split_once("..").and_then(|(low, high)| {
            Some(Scale { low: low.trim().parse().ok()?, high: high.trim().parse().ok()? })
        });
        ends.filter(|scale| scale.low < scale.high && (scale.high - scale.low).is_finite())
            .ok_or_else(|| "a scale is LOW..HIGH, such as 1..5".to_owned())
    }

    fn has(self, points: f64) -> bool {
        (self.low..=self.high).contains(&points)
    }
}

impl RatingLog {
    /// Reads a log. With `shared` names, somebody who judges and is judged has one number.
    pub(super) fn read(
        mut source: impl Read,
        scale: Scale,
        shared: bool,
    ) -> Result<RatingLog, String> {
        let mut text = Vec::new();
        source.read_to_end(&mut text).map_err(|error| error.to_string())?;
        let text = text.as_slice();
        let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(text);
        let heading = reader.headers().map_err(|error| sentence(text, &error))?.clone();
        let columns = Columns::find(&heading)?;
        let (mut judges, mut subjects) = (Names::default(), Names::default());
        let mut timed: Vec<(f64, Row)> = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| sentence(text, &error))?;
            let wrong = |why: String| format!("line {}: {why}", line_of(text, record.position()));
            let judge = columns.text(&record, 0).map_err(wrong)?;
            let subject = columns.text(&record, 1).map_err(wrong)?;
            let points = columns.number(&record, 2).map_err(wrong)?;
            let points = points.ok_or_else(|| wrong("points are missing".to_owned()))?;
            if !scale.has(points) {
                let Scale { low, high } = scale;
                let hint = "--scale LOW..HIGH sets another scale";
                return Err(wrong(format!("{points} is outside {low} to {high}; {hint}")));
            }
            let time = columns.number(&record, 3).map_err(wrong)?.unwrap_or(0.0);
            let seconds = columns.number(&record, 4).map_err(wrong)?;
            let judge = judges.number(judge);
            let subject = if shared { judges.number(subject) } else { subjects.number(subject) };
            timed.push((time, Row { judge, subject, points, seconds }));
        }
        // Stable: rows of the same time stay in the order of the file.
        timed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let rows: Vec<Row> = timed.into_iter().map(|(_, row)| row).collect();
        if rows.is_empty() {
            return Err("there are no rows below the heading".to_owned());
        }
        let judges = judges.names;
        let subjects = if shared { judges.clone() } else { subjects.names };
        Ok(RatingLog { judges, subjects, rows })
    }
}

/// The position of each column, if there is one.
struct Columns([Option<usize>; 5]);

impl Columns {
    fn find(heading: &StringRecord) -> Result<Columns, String> {
        let position = |(_, names): &(&str, &[&str])| {
            heading.iter().position(|name| names.contains(&name.to_lowercase().as_str()))
        };
        let found = COLUMNS.each_ref().map(position);
        let missing = COLUMNS.iter().zip(found).take(3).find(|(_, at)| at.is_none());
        match missing {
            None => Ok(Columns(found)),
            Some(((name, names), _)) => {
                let others = names.get(1..).unwrap_or_default().join(", ");
                Err(format!("line 1: there is no column {name} (or {others})"))
            }
        }
    }

    fn text<'r>(&self, record: &'r StringRecord, column: usize) -> Result<&'r str, String> {
        let text = self.0[column].and_then(|at| record.get(at)).unwrap_or_default();
        if text.is_empty() {
            Err(format!("the {} is missing", COLUMNS[column].0))
        } else {
            Ok(text)
        }
    }

    fn number(&self, record: &StringRecord, column: usize) -> Result<Option<f64>, String> {
        let text = self.0[column].and_then(|at| record.get(at)).unwrap_or_default();
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let wrong = || format!("“{text}” is not a number, in the column {}", COLUMNS[column].0);
        number.map(Some).ok_or_else(wrong)
    }
}

fn sentence(text: &[u8], error: &csv::Error) -> String {
    let line = line_of(text, error.position());
    match error.position() {
        Some(_) => match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("line {line}: {len} columns, not {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => format!("line {line}: not UTF-8"),
            _ => format!("line {line}: {error}"),
        },
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: Scale = Scale { low: 1.0, high: 5.0 };

    fn read(text: &str) -> Result<RatingLog, String> {
        RatingLog::read(text.as_bytes(), FIVE, false)
    }

    #[test]
    fn rows_are_read_in_the_order_of_their_times() {
        let log = read("time,Rater,question,rating\n2,ann,q1,4\n1,bob,q1,2.5\n").unwrap();
        assert_eq!((log.judges.len(), log.subjects), (2, vec!["q1".to_owned()]));
        let points: Vec<f64> = log.rows.iter().map(|row| row.points).collect();
        assert_eq!(points, [2.5, 4.0]);
    }

    #[test]
    fn shared_names_have_one_number() {
        let text = "judge,player,guess\nann,bob,1\nbob,ann,2\n";
        let log = RatingLog::read(text.as_bytes(), FIVE, true).unwrap();
        assert_eq!(log.judges, log.subjects);
        assert_eq!((log.rows[0].judge, log.rows[1].subject), (0, 0));
    }

    #[test]
    fn a_wrong_row_is_named_with_its_line() {
        for (text, problem) in [
            ("judge,points\n", "line 1: there is no column subject (or item, question, player)"),
            ("judge,subject,points\n", "there are no rows below the heading"),
            (
                "judge,subject,points\na,b,3\na,b,x\n",
                "line 3: “x” is not a number, in the column points",
            ),
            (
                "judge,subject,points\na,b,7\n",
                "line 2: 7 is outside 1 to 5; --scale LOW..HIGH sets another scale",
            ),
            ("judge,subject,points\na,,3\n", "line 2: the subject is missing"),
            ("judge,subject,points\na,b\n", "line 2: 2 columns, not 3"),
            ("judge,subject,points\na,b,\n", "line 2: points are missing"),
            (
                "judge,subject,points\na,b,NaN\n",
                "line 2: “NaN” is not a number, in the column points",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), problem);
            // As spreadsheets write it.
            assert_eq!(read(&text.replace('\n', "\r\n")).unwrap_err(), problem);
        }
    }

    #[test]
    fn a_scale_has_two_ends() {
        assert_eq!(Scale::parse("1..5"), Ok(FIVE));
        assert_eq!(Scale::parse("-1 .. 1").map(|it| (it.low, it.high)), Ok((-1.0, 1.0)));
        for wrong in ["", "5", "5..1", "1..1", "a..b", "0..inf", "nan..1"] {
            assert!(Scale::parse(wrong).is_err(), "{wrong}");
        }
    }
}
