//! Mohler, Bunescu and Mihalcea's data of 2011, as tables or as the tree of
//! files that was published.
//!
//! Nobody is named beyond one assignment: a person there is a line number. So
//! who is who over all questions is a reading, and [`Persons`] has two.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::{BOM, excerpt};
use super::{Persons, ReadError, Source};
use crate::predict::dataset::{Person, Problem, Question};

pub(super) const ANSWERS: &str = "answers.tsv";
const QUESTIONS: &str = "questions.tsv";

/// A question with what each line answered and was given.
struct AnsweredQuestion {
    question: Question,
    assignment: String,
    answers: Vec<(String, f64)>,
}

/// `questions.tsv` and `answers.tsv`.
pub(super) fn tables(source: &Source<'_>, who: Persons) -> Result<Vec<Problem>, ReadError> {
    let (asked, answered) = (source.rows(QUESTIONS)?, source.rows(ANSWERS)?);
    let (id, assignment) = (asked.column("question_id")?, asked.column("assignment")?);
    let (text, ideal) = (asked.column("question")?, asked.column("desired_answer")?);
    let (mut all, mut at) = (Vec::new(), BTreeMap::new());
    for row in asked.iter() {
        let question = question(row.text(id), row.text(text), row.text(ideal));
        if at.insert(row.text(id), all.len()).is_some() {
            return Err(ReadError::at(&asked.file, row.line, twice(row.text(id))));
        }
        let assignment = row.text(assignment).to_owned();
        all.push(AnsweredQuestion { question, assignment, answers: Vec::new() });
    }
    let (id, place) = (answered.column("question_id")?, answered.column("student_pos")?);
    let (answer, grade) = (answered.column("student_answer")?, answered.column("score_avg")?);
    for row in answered.iter() {
        let wrong = |why: String| ReadError::at(&answered.file, row.line, why);
        let (id, place) = (row.text(id), row.text(place));
        let asked = at.get(id).and_then(|&nth| all.get_mut(nth));
        let asked = asked.ok_or_else(|| wrong(format!("there is no question {}", excerpt(id))))?;
        let (due, id, found) = (asked.answers.len(), excerpt(id), excerpt(place));
        if place.parse() != Ok(due) {
            return Err(wrong(format!("expected answer {due} of question {id}, not {found}")));
        }
        let grade = possible(answered.number(row, grade)?).map_err(wrong)?;
        asked.answers.push((row.text(answer).to_owned(), grade));
    }
    Ok(problems(&all, who))
}

fn possible(grade: f64) -> Result<f64, String> {
    match (0.0..=5.0).contains(&grade) {
        true => Ok(grade),
        false => Err(format!("a grade must be from 0 to 5, not {grade}")),
    }
}

fn twice(id: &str) -> String {
    format!("question {} appears twice", excerpt(id))
}

/// `raw/questions`, `raw/answers`, and for each question `raw/N.M` with
/// `scores/N.M/ave`.
pub(super) fn tree(source: &Source<'_>, who: Persons) -> Result<Vec<Problem>, ReadError> {
    let (_, ideals) = source.below("raw/answers")?;
    let ideals: BTreeMap<String, String> =
        lines(&ideals).iter().map(|(_, line)| number_and_text(line)).collect();
    let (file, questions) = source.below("raw/questions")?;
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    for (line, text) in lines(&questions) {
        let (id, text) = number_and_text(&text);
        // It names a file.
        let plain = |c: char| c.is_ascii_digit() || c == '.';
        let assignment = id.split_once('.').map(|(assignment, _)| assignment.to_owned());
        let Some(assignment) = assignment.filter(|_| id.chars().all(plain)) else {
            let why = format!("“{}” is not the number of a question, such as 1.2", excerpt(&id));
            return Err(ReadError::at(&file, line, why));
        };
        if !known.insert(id.clone()) {
            return Err(ReadError::at(&file, line, twice(&id)));
        }
        let answers = with_grades(source, &id, answers(source, &id)?)?;
        let question = question(&id, &text, ideals.get(&id).map_or("", String::as_str));
        all.push(AnsweredQuestion { question, assignment, answers });
    }
    Ok(problems(&all, who))
}

/// Reads the answers to a question, whose number begins each line.
fn answers(source: &Source<'_>, id: &str) -> Result<Vec<String>, ReadError> {
    let (file, bytes) = source.below(&format!("raw/{id}"))?;
    let one = |(nth, line): (usize, String)| match number_and_text(&line) {
        (number, text) if number == id => Ok(text),
        (number, _) => {
            let why = format!("expected an answer to {id}, not to “{}”", excerpt(&number));
            Err(ReadError::at(&file, nth, why))
        }
    };
    lines(&bytes).into_iter().map(one).collect()
}

/// Answers with their grades.
fn with_grades(
    source: &Source<'_>,
    id: &str,
    answers: Vec<String>,
) -> Result<Vec<(String, f64)>, ReadError> {
    let (file, bytes) = source.below(&format!("scores/{id}/ave"))?;
    let mut grades = Vec::new();
    for (nth, line) in lines(&bytes) {
        let grade = line.trim().parse::<f64>().ok().filter(|grade| grade.is_finite());
        let why = || format!("“{}” is not a grade", excerpt(line.trim()));
        let grade = grade.ok_or_else(why).and_then(possible);
        grades.push(grade.map_err(|why| ReadError::at(&file, nth, why))?);
    }
    if answers.len() != grades.len() {
        let (has, wants) = (grades.len(), answers.len());
        return Err(ReadError::of(&file, format!("there are {has} grades for {wants} answers")));
    }
    Ok(answers.into_iter().zip(grades).collect())
}

fn question(id: &str, text: &str, ideal: &str) -> Question {
    let key = if ideal.is_empty() { Vec::new() } else { vec![ideal.to_owned()] };
    Question { id: id.to_owned(), text: text.to_owned(), key }
}

fn problems(all: &[AnsweredQuestion], who: Persons) -> Vec<Problem> {
    let whole: Vec<&AnsweredQuestion> = all.iter().collect();
    match who {
        Persons::Complete => vec![problem("Mohler", &whole)],
        Persons::Assignments => {
            let mut by: Vec<(&str, Vec<&AnsweredQuestion>)> = Vec::new();
            for asked in whole {
                match by.iter_mut().find(|(name, _)| *name == asked.assignment) {
                    Some((_, group)) => group.push(asked),
                    None => by.push((&asked.assignment, vec![asked])),
                }
            }
            by.iter().map(|(name, group)| problem(&format!("Mohler {name}"), group)).collect()
        }
    }
}

/// The lines that every question has.
fn problem(name: &str, all: &[&AnsweredQuestion]) -> Problem {
    let people = all.iter().map(|asked| asked.answers.len()).min().unwrap_or(0);
    let person = |nth: usize| {
        let each = all.iter().filter_map(|asked| asked.answers.get(nth).cloned());
        let (responses, grades): (Vec<String>, Vec<f64>) = each.unzip();
        Person { id: format!("line {}", nth + 1), responses, rating: grades.iter().sum(), grades }
    };
    Problem {
        name: name.to_owned(),
        questions: all.iter().map(|asked| asked.question.clone()).collect(),
        people: (0..people).map(person).collect(),
    }
}

/// Those that are not empty, with their numbers.
fn lines(bytes: &[u8]) -> Vec<(usize, String)> {
    let lines = bytes.strip_prefix(BOM).unwrap_or(bytes).split(|&byte| byte == b'\n');
    let lines = (1..).zip(lines.map(text));
    lines.filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// The characters of Windows-1252 from 0x80 to 0x9F, where Latin 1 has controls.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// Most lines are in UTF-8, some of them because UTF-8 was taken for Windows'
/// signs and written once more; the rest are in those.
fn text(line: &[u8]) -> String {
    let sign = |byte: u8| {
        let nth = byte.checked_sub(0x80).map(usize::from);
        nth.and_then(|nth| WINDOWS.chars().nth(nth)).unwrap_or_else(|| char::from(byte))
    };
    let byte = |sign: char| match WINDOWS.chars().position(|it| it == sign) {
        Some(nth) => u8::try_from(nth + 0x80).ok(),
        None => u8::try_from(sign).ok(),
    };
    let Ok(text) = std::str::from_utf8(line) else {
        return line.iter().copied().map(sign).collect();
    };
    let mut text = text.to_owned();
    while !text.is_ascii()
        && let Some(bytes) = text.chars().map(byte).collect::<Option<Vec<u8>>>()
        && let Ok(before) = String::from_utf8(bytes)
    {
        text = before;
    }
    text
}

/// Splits `1.2 response` into number and text, without the HTML that is in the files.
fn number_and_text(line: &str) -> (String, String) {
    let line = line.trim_start();
    let (number, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let marks = [("<br>", " "), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    let text = marks.iter().fold(text.to_owned(), |text, (mark, is)| text.replace(mark, is));
    (number.to_owned(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}
