//! Powergrading: answers to 20 questions, ten of them graded by three judges.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::{Row, excerpt};
use super::{ReadError, Source};
use crate::predict::dataset::{Person, Problem, Question};

pub(super) const ANSWERS: &str = "student_answers_698.tsv";
const KEY: &str = "questions_answer_key.tsv";
const GRADES: [&str; 3] = ["g1", "g2", "g3"];
/// In place of a grade that nobody gave.
const NOT_GRADED: f64 = -1.0;

/// The graded questions. A grade is the mean of the three judges'.
pub(super) fn read(source: &Source<'_>) -> Result<Problem, ReadError> {
    let answers = source.rows(ANSWERS)?;
    let columns = ["student_id", "question_id", "answer"].map(|name| answers.column(name));
    let [student, question, answer] = columns;
    let (student, question, answer) = (student?, question?, answer?);
    let grades = GRADES.map(|name| answers.column(name));
    let (mut order, mut first) = (Vec::new(), BTreeMap::new());
    let mut given: BTreeMap<&str, BTreeMap<&str, (String, f64)>> = BTreeMap::new();
    for row in answers.iter() {
        let (who, what) = (row.text(student), row.text(question));
        if !given.contains_key(who) {
            order.push((who, row.line));
        }
        let mut sum = 0.0;
        let mut judges = 0;
        for column in &grades {
            let grade = answers.number(row, column.clone()?)?;
            if !(grade == NOT_GRADED || (0.0..=1.0).contains(&grade)) {
                let why =
                    format!("a grade must be from 0 to 1, or -1 where there is none, not {grade}");
                return Err(ReadError::at(&answers.file, row.line, why));
            }
            if grade != NOT_GRADED {
                sum += grade;
                judges += 1;
            }
        }
        let all = given.entry(who).or_default();
        if judges == 0 {
            continue;
        }
        first.entry(what).or_insert(row.line);
        let marked = (row.text(answer).to_owned(), sum / f64::from(judges));
        if all.insert(what, marked).is_some() {
            let why = format!("{} has already answered question {}", excerpt(who), excerpt(what));
            return Err(ReadError::at(&answers.file, row.line, why));
        }
    }
    for (what, line) in first {
        let without = || order.iter().filter(|(who, _)| !given[who].contains_key(what));
        let (lacking, all) = (without().count(), order.len());
        // Whose rating is a sum of other grades is not rated on the same scale.
        let (line, why) = match without().next() {
            None => continue,
            Some(_) if 2 * lacking > all => {
                let what = excerpt(what);
                (line, format!("question {what} is graded, but not for {lacking} of {all} people"))
            }
            Some((who, line)) => {
                let (who, what) = (excerpt(who), excerpt(what));
                (*line, format!("{who} has no grade for question {what}, which others have"))
            }
        };
        return Err(ReadError::at(&answers.file, line, why));
    }
    let questions = questions(source, &given)?;
    let people = order.into_iter().map(|(who, _)| {
        let each = questions.iter().filter_map(|it| given[who].get(it.id.as_str()).cloned());
        let (responses, grades): (Vec<String>, Vec<f64>) = each.unzip();
        Person { id: who.to_owned(), responses, rating: grades.iter().sum(), grades }
    });
    let people = people.collect();
    Ok(Problem { name: "Powergrading".to_owned(), questions, people })
}

/// Those that were graded, in the order of the key; then those it lacks.
fn questions(
    source: &Source<'_>,
    given: &BTreeMap<&str, BTreeMap<&str, (String, f64)>>,
) -> Result<Vec<Question>, ReadError> {
    let key = source.rows(KEY)?;
    let (id, text, answers) =
        (key.column("question_id")?, key.column("question")?, key.column("answers")?);
    let mut graded: BTreeSet<&str> = given.values().flat_map(BTreeMap::keys).copied().collect();
    let (mut questions, mut known) = (Vec::new(), BTreeSet::new());
    for row in key.iter() {
        let id = row.text(id);
        if !known.insert(id) {
            let why = format!("question {} appears twice", excerpt(id));
            return Err(ReadError::at(&key.file, row.line, why));
        }
        if graded.remove(id) {
            questions.push(question(id, row.text(text), row, answers));
        }
    }
    let without = |id: &str| Question { id: id.to_owned(), text: id.to_owned(), key: Vec::new() };
    questions.extend(graded.into_iter().map(without));
    Ok(questions)
}

fn question(id: &str, text: &str, row: &Row, answers: usize) -> Question {
    let key = row.text(answers).split(" | ").filter(|answer| !answer.trim().is_empty());
    Question { id: id.to_owned(), text: text.to_owned(), key: key.map(str::to_owned).collect() }
}
