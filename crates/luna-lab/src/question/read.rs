//! Readers of files of questions, with ratings or without, and of features computed elsewhere. Each
//! problem is told with its line.

use std::collections::HashMap;

use luna_machines::csv_line::line_of;
use luna_machines::question_ranker::{Derivation, Label};
use serde::Deserialize;
use serde_json::Value;

use super::ratings::Ratings;
use crate::format::fault::Fault;

/// A question with the label that a ranker is to predict.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedQuestion {
    pub article: String,
    pub question: String,
    /// The sentence that the question was made of, if it is known.
    pub sentence: Option<String>,
    /// What its generator tells, if that is known.
    pub derivation: Option<Derivation>,
    /// The mean of its ratings, or its informativeness.
    pub rating: f64,
}

/// A question to be ranked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnratedQuestion {
    pub question: String,
    pub sentence: Option<String>,
    pub derivation: Option<Derivation>,
}

/// Features computed elsewhere: their names, and a row for each question.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureTable {
    pub names: Vec<String>,
    pub rows: Vec<Vec<f64>>,
}

/// The most characters of a question.
const LONGEST: usize = 10_000;

/// A line of a file of questions before it is checked.
#[derive(Default, Deserialize)]
struct Row {
    id: Option<String>,
    #[serde(alias = "article_id")]
    article: Option<Value>,
    question: String,
    #[serde(alias = "source_sentence")]
    sentence: Option<String>,
    #[serde(alias = "rating_mean")]
    rating: Option<f64>,
    informativeness: Option<f64>,
    #[serde(flatten)]
    derivation: Option<Derivation>,
}

impl Row {
    /// A derivation without a kind of answer is none.
    fn derivation(&mut self) -> Option<Derivation> {
        self.derivation.take().filter(|it| !it.answer_kind.is_empty())
    }
}

/// Reads questions with their ratings: a table with the columns article, question, rating and
/// perhaps sentence, by tabs or commas, or an object of JSON on each line.
pub fn rated(text: &str) -> Result<Vec<RatedQuestion>, Fault> {
    let rows = rows(text, &["article", "question", "rating"])?;
    let rated = |(line, row): (usize, Row)| {
        let rating = row.rating.ok_or_else(|| fault(line, "there is no rating"))?;
        rated_question(line, row, Label::Rating, rating)
    };
    rows.into_iter().map(rated).collect()
}

/// Reads the questions whose informativeness is known: the same forms with informativeness in place of
/// the rating.
pub fn with_informativeness(text: &str) -> Result<Vec<RatedQuestion>, Fault> {
    let rows = rows(text, &["article", "question", Label::Informativeness.name()])?;
    let known = |(line, row): (usize, Row)| {
        let share = row.informativeness?;
        Some(rated_question(line, row, Label::Informativeness, share))
    };
    rows.into_iter().filter_map(known).collect()
}

/// Reads questions whose ratings are in a file of their own: the same forms with an id.
pub fn with_ratings(text: &str, ratings: &Ratings) -> Result<Vec<RatedQuestion>, Fault> {
    let rows = rows(text, &["id", "article", "question"])?;
    let rated = |(line, row): (usize, Row)| {
        let id = row.id.clone().ok_or_else(|| fault(line, "there is no id"))?;
        let rating = ratings.mean(&id).ok_or_else(|| {
            fault(line, &format!("the file of ratings has none of question {}", id.escape_debug()))
        })?;
        rated_question(line, row, Label::Rating, rating)
    };
    rows.into_iter().map(rated).collect()
}

fn rated_question(
    line: usize,
    row: Row,
    label: Label,
    rating: f64,
) -> Result<RatedQuestion, Fault> {
    let article = row.article.as_ref().map(plain).filter(|name| !name.trim().is_empty());
    let (low, high) = label.range();
    if !(low..=high).contains(&rating) {
        let name = label.name();
        return Err(fault(line, &format!("the {name} {rating} is not between {low} and {high}")));
    }
    let UnratedQuestion { question, sentence, derivation } = checked(line, row)?;
    let article = article.ok_or_else(|| fault(line, "the article is not named"))?;
    Ok(RatedQuestion { article, question, sentence, derivation, rating })
}

fn fault(line: usize, why: &str) -> Fault {
    Fault { line, why: why.to_owned() }
}

/// Reads questions to be ranked: the same forms without a rating, or a question on each line.
pub fn unrated(text: &str) -> Result<Vec<UnratedQuestion>, Fault> {
    let first = text.lines().next().unwrap_or_default();
    let is_table = first.split(['\t', ',']).any(|cell| cell.trim() == "question");
    if is_table || text.trim_start().starts_with('{') {
        let each = rows(text, &["question"])?.into_iter();
        return each.map(|(line, row)| checked(line, row)).collect();
    }
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let all: Vec<UnratedQuestion> = lines
        .map(|(question, line)| {
            checked(line, Row { question: question.trim().to_owned(), ..Row::default() })
        })
        .collect::<Result<_, _>>()?;
    if all.is_empty() { Err(empty()) } else { Ok(all) }
}

/// Reads a table of numbers, by tabs, whose first column is the number of the question, from 0.
pub fn features(text: &str, questions: usize) -> Result<FeatureTable, Fault> {
    let mut lines = text.lines().zip(1..);
    let (header, _) = lines.next().ok_or_else(empty)?;
    let mut names = header.split('\t').map(str::to_owned);
    if names.next().as_deref() != Some("row") {
        let why = "the first column is to be “row”, with tabs between the columns".to_owned();
        return Err(Fault { line: 1, why });
    }
    let names: Vec<String> = names.collect();
    let mut rows = vec![Vec::new(); questions];
    for (text, line) in lines.filter(|(text, _)| !text.is_empty()) {
        let fault = |why: String| Fault { line, why };
        let mut cells = text.split('\t');
        let place: Option<usize> = cells.next().and_then(|cell| cell.parse().ok());
        let row = place.and_then(|place| rows.get_mut(place)).ok_or_else(|| {
            fault(format!("the row is not a number below {questions}, that of questions"))
        })?;
        if !row.is_empty() {
            return Err(fault("this row was there before".to_owned()));
        }
        for cell in cells {
            let value = cell.parse().ok().filter(|value: &f64| value.is_finite());
            let shown = cell.escape_debug();
            row.push(value.ok_or_else(|| fault(format!("“{shown}” is not a number")))?);
        }
        if row.len() != names.len() {
            return Err(fault(columns(row.len() + 1, names.len() + 1)));
        }
    }
    match rows.iter().position(Vec::is_empty) {
        Some(missing) => {
            let line = text.lines().count();
            Err(Fault { line, why: format!("the file ends without row {missing}") })
        }
        None => Ok(FeatureTable { names, rows }),
    }
}

fn checked(line: usize, mut row: Row) -> Result<UnratedQuestion, Fault> {
    let derivation = row.derivation();
    let Row { question, sentence, .. } = row;
    if question.trim().is_empty() {
        return Err(fault(line, "the question is empty"));
    }
    let sentence = sentence.filter(|sentence| !sentence.trim().is_empty());
    let length = |text: &str| text.chars().count();
    let derived = derivation.iter().flat_map(|it| [&*it.answer, &*it.statement]);
    let all = derived.chain(sentence.as_deref()).chain([&*question]);
    match all.map(length).max().unwrap_or(0) > LONGEST {
        true => Err(fault(line, &format!("there is a text of more than {LONGEST} characters"))),
        false => Ok(UnratedQuestion { question, sentence, derivation }),
    }
}

fn rows(text: &str, needed: &[&str]) -> Result<Vec<(usize, Row)>, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = match text.trim_start().starts_with('{') {
        true => objects(text)?,
        false => table(text, needed)?,
    };
    if rows.is_empty() { Err(empty()) } else { Ok(rows) }
}

fn objects(text: &str) -> Result<Vec<(usize, Row)>, Fault> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(row, line): (&str, usize)| {
        let read = serde_json::from_str(row);
        read.map(|row| (line, row))
            .map_err(|error| Fault { line, why: format!("not as expected: {error}") })
    };
    lines.map(read).collect()
}

fn table(text: &str, needed: &[&str]) -> Result<Vec<(usize, Row)>, Fault> {
    let first = text.lines().next().unwrap_or_default();
    let is_tabbed = first.contains('\t');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(if is_tabbed { b'\t' } else { b',' })
        // A quotation mark in a table by tabs is one.
        .quoting(!is_tabbed)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let line = |at: Option<&csv::Position>| {
        usize::try_from(line_of(text.as_bytes(), at)).unwrap_or(usize::MAX)
    };
    let cannot = |error: csv::Error| {
        let line = line(error.position());
        Fault { line, why: format!("not as expected: {error}") }
    };
    let header = records.next().ok_or_else(empty)?.map_err(cannot)?;
    let places: HashMap<&str, usize> =
        header.iter().enumerate().map(|(place, name)| (known_name(name), place)).collect();
    if let Some(missing) = needed.iter().find(|name| !places.contains_key(**name)) {
        let why = format!(
            "there is no column “{missing}”; the table takes {}, and may have sentence",
            needed.join(", ")
        );
        return Err(Fault { line: 1, why });
    }
    let mut rows = Vec::new();
    for record in records {
        let record = record.map_err(cannot)?;
        let line = line(record.position());
        if record.len() != header.len() {
            return Err(Fault { line, why: columns(record.len(), header.len()) });
        }
        let cell = |name: &str| places.get(name).and_then(|&place| record.get(place));
        let number = |label: Label| {
            let found = cell(label.name()).map(str::trim).filter(|cell| !cell.is_empty());
            let why = |shown: &str| {
                let (name, shown) = (label.name(), shown.escape_debug());
                Fault { line, why: format!("the {name} “{shown}” is not a number") }
            };
            found.map(|found| found.parse::<f64>().map_err(|_| why(found))).transpose()
        };
        let row = Row {
            id: cell("id").map(|id| id.trim().to_owned()),
            article: cell("article").map(|name| Value::from(name.trim())),
            question: cell("question").unwrap_or_default().trim().to_owned(),
            sentence: cell("sentence").map(str::to_owned),
            rating: number(Label::Rating)?,
            informativeness: number(Label::Informativeness)?,
            derivation: None,
        };
        rows.push((line, row));
    }
    Ok(rows)
}

/// The names of columns that other files use.
fn known_name(name: &str) -> &str {
    match name.trim() {
        "article_id" => "article",
        "rating_mean" => "rating",
        "source_sentence" => "sentence",
        other => other,
    }
}

fn columns(found: usize, expected: usize) -> String {
    format!("{found} instead of {expected} columns; the file may be cut short")
}

fn empty() -> Fault {
    Fault { line: 1, why: "the file is empty".to_owned() }
}

fn plain(name: &Value) -> String {
    name.as_str().map_or_else(|| name.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_objects_are_read_alike() {
        let tabs = "row\tarticle_id\trating_mean\tquestion\n0\t2\t1.5\tWhat is \"it\"?\n";
        let commas = "article,question,sentence,rating\n2,\"What is \"\"it\"\"?\",,1.5\n";
        let objects = "{\"article\":2,\"question\":\"What is \\\"it\\\"?\",\"rating\":1.5}\n\n";
        let expected = RatedQuestion {
            article: "2".to_owned(),
            question: "What is \"it\"?".to_owned(),
            sentence: None,
            derivation: None,
            rating: 1.5,
        };
        for text in [tabs, commas, objects] {
            assert_eq!(rated(text), Ok(vec![expected.clone()]), "{text}");
        }
        let with_sentence = "article\tquestion\trating\tsource_sentence\na\tWho?\t5\tHe did.\n";
        assert_eq!(rated(with_sentence).unwrap()[0].sentence.as_deref(), Some("He did."));
    }

    #[test]
    fn questions_without_informativeness_are_left_out_where_it_is_the_label() {
        let commas =
            "article,question,rating,informativeness,people\na,Who?,4.5,0.25,31\na,What?,2,,\n";
        let objects = "{\"article\":\"a\",\"question\":\"Who?\",\"informativeness\":0.25}\n\
                       {\"article\":\"a\",\"question\":\"What?\",\"informativeness\":null}\n";
        for text in [commas, objects] {
            let found = with_informativeness(text).unwrap();
            assert_eq!((found.len(), &*found[0].question), (1, "Who?"), "{text}");
            assert!((found[0].rating - 0.25).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(rated(commas).unwrap().len(), 2);
        for (share, expected) in [
            ("1.5", "line 2: the informativeness 1.5 is not between 0 and 1"),
            ("x", "line 2: the informativeness “x” is not a number"),
        ] {
            let text = format!("article,question,informativeness\na,Who?,{share}\n");
            assert_eq!(with_informativeness(&text).unwrap_err().to_string(), expected);
        }
        let missing =
            with_informativeness("article,question,rating\na,Who?,4\n").unwrap_err().to_string();
        assert!(missing.contains("there is no column “informativeness”"), "{missing}");
    }

    #[test]
    fn questions_alone_need_no_table() {
        let lines = unrated("Who is it?\n\nWhat, if any, was lost?\n").unwrap();
        assert_eq!(lines.len(), 2);
        let table = unrated("question,sentence\nWho?,He did.\n").unwrap();
        assert_eq!((&*table[0].question, table[0].sentence.as_deref()), ("Who?", Some("He did.")));
        assert_eq!(unrated("{\"question\":\"Who?\"}").unwrap().len(), 1);
    }

    #[test]
    fn each_fault_is_told_with_its_line() {
        let head = "article\tquestion\trating\n";
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            (head, "line 1: the file is empty"),
            (
                "article\tquestion\n1\tWho?\n",
                "line 1: there is no column “rating”; the table takes article, question, rating, and may have \
                 sentence",
            ),
            (
                &format!("{head}1\tWho?\t3\n1\tWho?\n"),
                "line 3: 2 instead of 3 columns; the file may be cut short",
            ),
            (&format!("{head}1\tWho?\tx\n"), "line 2: the rating “x” is not a number"),
            (&format!("{head}1\tWho?\t5.1\n"), "line 2: the rating 5.1 is not between 1 and 5"),
            (&format!("{head}1\tWho?\tNaN\n"), "line 2: the rating NaN is not between 1 and 5"),
            (&format!("{head}1\tWho?\t\n"), "line 2: there is no rating"),
            (&format!("{head}\tWho?\t3\n"), "line 2: the article is not named"),
            (&format!("{head}1\t \t3\n"), "line 2: the question is empty"),
            (
                &format!("{head}1\t{}\t3\n", "é".repeat(10_001)),
                "line 2: there is a text of more than 10000 characters",
            ),
        ] {
            assert_eq!(rated(text).unwrap_err().to_string(), expected);
            let with_returns = text.replace('\n', "\r\n");
            assert_eq!(rated(&with_returns).unwrap_err().to_string(), expected);
        }
        assert!(rated("{\"question\":1}").unwrap_err().why.starts_with("not as expected: "));
        assert_eq!(unrated("\n").unwrap_err().to_string(), "line 1: the file is empty");
    }

    #[test]
    fn features_fit_the_questions_or_are_refused() {
        let read = features("row\ta\tb\n1\t0\t2.5\n0\t1\t-1\n", 2).unwrap();
        assert_eq!((read.names.len(), read.rows), (2, vec![vec![1.0, -1.0], vec![0.0, 2.5]]));
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            ("a\tb\n", "line 1: the first column is to be “row”, with tabs between the columns"),
            ("row\ta\n0\t1\n", "line 2: the file ends without row 1"),
            ("row\ta\n0\t1\n0\t1\n", "line 3: this row was there before"),
            ("row\ta\n2\t1\n", "line 2: the row is not a number below 2, that of questions"),
            ("row\ta\n0\tinf\n", "line 2: “inf” is not a number"),
            ("row\ta\n0\t1\t2\n", "line 2: 3 instead of 2 columns; the file may be cut short"),
        ] {
            assert_eq!(features(text, 2).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn altered_files_are_read_or_refused_with_a_line() {
        let table = "article\tquestion\trating\n1\tWho is “it”?\t2.5\n2\tWhat?\t4\n";
        let commas = "question,rating,article,sentence\n\"Who, then?\",3,a,\"He\nwas.\"\n";
        let objects = "{\"article\":1,\"question\":\"Who?\",\"rating\":1}\n";
        let numbers = "row\ta\tb\n0\t1\t-2.5\n1\t0\t1e3\n";
        let mut chance = luna_core::rng::Chance::from_seed(4);
        for text in [table, commas, objects, numbers] {
            for _ in 0..500 {
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..=chance.below(4) {
                    let at = chance.below(bytes.len());
                    match chance.below(3) {
                        0 => bytes[at] = b"\t\n,\"{0?\0"[chance.below(8)],
                        1 => bytes.truncate(at.max(1)),
                        _ => bytes.insert(at, b"\t\n,\"}9.-"[chance.below(8)]),
                    }
                }
                let text = String::from_utf8_lossy(&bytes);
                let faults = [rated(&text).err(), unrated(&text).err(), features(&text, 2).err()];
                assert!(faults.iter().flatten().all(|it| !it.why.is_empty()), "{text:?}");
            }
        }
    }
}
