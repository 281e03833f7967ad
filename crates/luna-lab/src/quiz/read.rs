//! Readers of the files of an evaluation. Each problem is told with its line.

use std::collections::HashMap;

use luna_machines::search_guesser::Tossup;
use luna_machines::tossup_file::AnswerMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::human::Play;
use super::question::{Lesson, Question};
use crate::format::fault::Fault;

/// Guesses of a machine by question: after so many words, answers with their probabilities.
pub type Guesses = HashMap<String, Vec<(usize, Vec<(String, f64)>)>>;

fn rows<T: DeserializeOwned>(text: &str) -> Result<Vec<(usize, T)>, Fault> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let rows: Vec<(usize, T)> = lines
        .map(|(row, line)| {
            let read = serde_json::from_str(row);
            let row =
                read.map_err(|error| Fault { line, why: format!("not as expected: {error}") });
            row.map(|row| (line, row))
        })
        .collect::<Result<_, _>>()?;
    match rows.is_empty() {
        true => Err(Fault { line: 1, why: "the file is empty".to_owned() }),
        false => Ok(rows),
    }
}

/// Reads tossups of qbreader or QANTA to learn from, one on each line as JSON. The map gives pages
/// to answers that have none.
pub fn lessons(text: &str, map: &AnswerMap) -> Result<Vec<Lesson>, Fault> {
    #[derive(Deserialize)]
    struct Row {
        id: Option<Value>,
        qanta_id: Option<Value>,
        #[serde(alias = "question")]
        text: String,
        answer: String,
        page: Option<String>,
    }
    let lesson = |(line, row): (usize, Row)| {
        filled(line, "question", &row.text)?;
        filled(line, "answer", &row.answer)?;
        let main = row.answer.split(['[', '(', '{']).next().unwrap_or_default();
        let page = row.page.filter(|page| !page.trim().is_empty());
        let page = page.or_else(|| map.page(main).map(str::to_owned));
        let page = page.map(|page| page.replace('_', " "));
        let id = row.id.or(row.qanta_id).map_or_else(|| format!("line {line}"), |id| plain(&id));
        Ok(Lesson(Tossup { id, text: row.text, answer: row.answer, page }))
    };
    rows(text)?.into_iter().map(lesson).collect()
}

/// Reads ordinary questions of QANTA, one on each line as JSON. A question without a page has no
/// answer to compare guesses with, and is left out.
pub fn ordinary(text: &str) -> Result<Vec<Question>, Fault> {
    #[derive(Deserialize)]
    struct Row {
        qanta_id: Value,
        text: String,
        page: Option<String>,
        category: Option<String>,
    }
    let question = |(line, row): (usize, Row)| {
        filled(line, "text", &row.text)?;
        let page = row.page.filter(|page| !page.trim().is_empty());
        Ok(page.map(|page| Question {
            id: plain(&row.qanta_id),
            text: row.text,
            page: page.replace('_', " "),
            category: row.category.unwrap_or_default(),
            writer: String::new(),
        }))
    };
    let questions: Result<Vec<_>, Fault> = rows(text)?.into_iter().map(question).collect();
    Ok(questions?.into_iter().flatten().collect())
}

/// Reads challenge questions, one on each line as JSON.
pub fn challenge(text: &str) -> Result<Vec<Question>, Fault> {
    #[derive(Deserialize)]
    struct Row {
        id: Value,
        text: String,
        answer: String,
        writer: Option<Value>,
    }
    let question = |(line, row): (usize, Row)| {
        filled(line, "text", &row.text)?;
        filled(line, "answer", &row.answer)?;
        Ok(Question {
            id: plain(&row.id),
            text: row.text,
            page: row.answer.replace('_', " "),
            category: String::new(),
            writer: row.writer.as_ref().map(plain).unwrap_or_default(),
        })
    };
    rows(text)?.into_iter().map(question).collect()
}

/// Reads guesses of a machine, those after so many words of a question on each line.
pub fn guesses(text: &str) -> Result<Guesses, Fault> {
    #[derive(Deserialize)]
    struct Row {
        id: Value,
        words: usize,
        guesses: Vec<(String, f64)>,
    }
    let mut all = Guesses::new();
    for (line, row) in rows::<Row>(text)? {
        if let Some((_, p)) = row.guesses.iter().find(|(_, p)| !(0.0..=1.0).contains(p)) {
            let why = format!("the probability {p} is not between 0 and 1");
            return Err(Fault { line, why });
        }
        let mut guesses = row.guesses;
        guesses.sort_by(|one, other| other.1.total_cmp(&one.1));
        all.entry(plain(&row.id)).or_default().push((row.words, guesses));
    }
    for steps in all.values_mut() {
        steps.sort_by_key(|step| step.0);
    }
    Ok(all)
}

/// Reads plays of people: event, set of questions, 0 or 1, and the share heard, by tabs.
pub fn plays(text: &str) -> Result<Vec<Play>, Fault> {
    let mut lines = text.lines().zip(1..);
    let header = "event\tquestion_set\tcorrect\tbuzz_position";
    if lines.next().is_none_or(|(line, _)| line != header) {
        let why = "expected the header event, question_set, correct, buzz_position by tabs";
        return Err(Fault { line: 1, why: why.to_owned() });
    }
    let play = |(row, line): (&str, usize)| {
        let wrong = |why: &str| Fault { line, why: why.to_owned() };
        let cells: Vec<&str> = row.split('\t').collect();
        let [event, set, right, position] = cells[..] else {
            return Err(wrong("expected four cells"));
        };
        let is_right = match right {
            "0" => false,
            "1" => true,
            _ => return Err(wrong("correct is neither 0 nor 1")),
        };
        let position = position.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let position = position.ok_or_else(|| wrong("buzz_position is not between 0 and 1"))?;
        Ok(Play { event: event.to_owned(), set: set.to_owned(), is_right, position })
    };
    lines.filter(|(row, _)| !row.is_empty()).map(play).collect()
}

fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

fn filled(line: usize, name: &str, text: &str) -> Result<(), Fault> {
    match text.trim().is_empty() {
        true => Err(Fault { line, why: format!("the {name} is empty") }),
        false => Ok(()),
    }
}
