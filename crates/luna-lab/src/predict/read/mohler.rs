//! Mohler, Bunescu and Mihalcea's data of 2011, as tables or as the tree of
//! files that was published.
//!
//! Nobody is named beyond one assignment: a person there is a line number. So
//! who is who over all questions is a reading, and [`Who`] has two.

use std::collections::BTreeMap;
use std::path::Path;

use super::rows::{Fields, Rows};
use super::{Unreadable, Who, bytes};
use crate::predict::problem::{Person, Problem, Question};

pub(super) const ANSWERS: &str = "answers.tsv";
const QUESTIONS: &str = "questions.tsv";

/// A question with what each line answered and was given.
struct Asked {
    question: Question,
    assignment: String,
    answers: Vec<(String, f64)>,
}

/// `questions.tsv` and `answers.tsv`.
pub(super) fn tables(folder: &Path, who: Who) -> Result<Vec<Problem>, Unreadable> {
    let rows = |name: &str| {
        let path = folder.join(name);
        Rows::read(&path.display().to_string(), &bytes(&path)?, Fields::Tabs)
    };
    let (asked, answered) = (rows(QUESTIONS)?, rows(ANSWERS)?);
    let (id, assignment) = (asked.column("question_id")?, asked.column("assignment")?);
    let (text, ideal) = (asked.column("question")?, asked.column("desired_answer")?);
    let mut all: Vec<Asked> = asked
        .iter()
        .map(|row| Asked {
            question: question(row.text(id), row.text(text), row.text(ideal)),
            assignment: row.text(assignment).to_owned(),
            answers: Vec::new(),
        })
        .collect();
    let at: BTreeMap<String, usize> =
        all.iter().enumerate().map(|(nth, it)| (it.question.id.clone(), nth)).collect();
    let (id, place) = (answered.column("question_id")?, answered.column("student_pos")?);
    let (answer, grade) = (answered.column("student_answer")?, answered.column("score_avg")?);
    for row in answered.iter() {
        let wrong = |why: String| Unreadable::at(&answered.file, row.line, why);
        let id = row.text(id);
        let asked = at.get(id).and_then(|&nth| all.get_mut(nth));
        let asked = asked.ok_or_else(|| wrong(format!("there is no question {id}")))?;
        let place = row.text(place);
        if place.parse() != Ok(asked.answers.len()) {
            let due = asked.answers.len();
            return Err(wrong(format!("answer {due} of question {id} is due, and not {place}")));
        }
        asked.answers.push((row.text(answer).to_owned(), answered.number(row, grade)?));
    }
    Ok(problems(&all, who))
}

/// `raw/questions`, `raw/answers`, and for each question `raw/N.M` with
/// `scores/N.M/ave`.
pub(super) fn tree(folder: &Path, who: Who) -> Result<Vec<Problem>, Unreadable> {
    let numbered = |name: &str| -> Result<Vec<(String, String)>, Unreadable> {
        let path = folder.join("raw").join(name);
        Ok(lines(&bytes(&path)?).iter().map(|line| number_and_text(line)).collect())
    };
    let ideals: BTreeMap<String, String> = numbered("answers")?.into_iter().collect();
    let mut all = Vec::new();
    for (id, text) in numbered("questions")? {
        if id.is_empty() {
            continue;
        }
        let ideal = ideals.get(&id).map_or("", String::as_str);
        let answers = numbered(&id)?.into_iter().map(|(_, text)| text);
        let path = folder.join("scores").join(&id).join("ave");
        let name = path.display().to_string();
        let mut grades = Vec::new();
        for (nth, line) in lines(&bytes(&path)?).iter().enumerate() {
            let grade = line.trim().parse::<f64>().ok().filter(|grade| grade.is_finite());
            let why = || format!("“{}” is not a grade", line.chars().take(40).collect::<String>());
            grades.push(grade.ok_or_else(|| Unreadable::at(&name, nth + 1, why()))?);
        }
        let answers: Vec<String> = answers.collect();
        if answers.len() != grades.len() {
            let (has, wants) = (grades.len(), answers.len());
            let why = format!("there are {has} grades for {wants} answers");
            return Err(Unreadable::of(&name, why));
        }
        let assignment = id.split('.').next().unwrap_or("").to_owned();
        let question = question(&id, &text, ideal);
        let answers = answers.into_iter().zip(grades).collect();
        all.push(Asked { question, assignment, answers });
    }
    Ok(problems(&all, who))
}

fn question(id: &str, text: &str, ideal: &str) -> Question {
    let key = if ideal.is_empty() { Vec::new() } else { vec![ideal.to_owned()] };
    Question { id: id.to_owned(), text: text.to_owned(), key }
}

fn problems(all: &[Asked], who: Who) -> Vec<Problem> {
    let whole: Vec<&Asked> = all.iter().collect();
    match who {
        Who::Complete => vec![problem("Mohler", &whole)],
        Who::Assignments => {
            let mut by: Vec<(&str, Vec<&Asked>)> = Vec::new();
            for asked in whole {
                match by.last_mut().filter(|(name, _)| *name == asked.assignment) {
                    Some((_, group)) => group.push(asked),
                    None => by.push((&asked.assignment, vec![asked])),
                }
            }
            by.iter().map(|(name, group)| problem(&format!("Mohler {name}"), group)).collect()
        }
    }
}

/// The lines that every question has.
fn problem(name: &str, all: &[&Asked]) -> Problem {
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

/// Some files are in UTF-8 and some in Latin 1.
fn lines(bytes: &[u8]) -> Vec<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// `1.2 what was said`, without marks of HTML.
fn number_and_text(line: &str) -> (String, String) {
    let line = line.trim_start();
    let (number, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (number.to_owned(), without_marks(text))
}

fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        let mark = after.starts_with(|it: char| it == '/' || it.is_ascii_alphabetic());
        if let Some((_, after)) = after.split_once('>').filter(|_| mark) {
            plain.push(' ');
            rest = after;
        } else {
            plain.push('<');
            rest = after;
        }
    }
    plain.push_str(rest);
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")];
    let plain = named.iter().fold(plain, |text, (name, is)| text.replace(name, is));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
