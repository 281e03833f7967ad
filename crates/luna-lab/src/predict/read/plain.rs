//! Plain CSV: person, question, response, rating; and a key of question, answer.

use std::collections::BTreeMap;

use super::ReadError;
use super::rows::{Rows, excerpt};
use crate::predict::dataset::{Person, Question};

/// Reads the questions and people. A missing response is empty.
pub(super) fn read(said: &Rows) -> Result<(Vec<Question>, Vec<Person>), ReadError> {
    let column = |name| said.column(name);
    let (person, question) = (column("person")?, column("question")?);
    let (response, rating) = (column("response")?, column("rating")?);
    let mut questions: Vec<Question> = Vec::new();
    let mut people: Vec<Person> = Vec::new();
    let (mut at, mut by) = (BTreeMap::new(), BTreeMap::new());
    let mut all: Vec<BTreeMap<usize, String>> = Vec::new();
    for row in said.iter() {
        let wrong = |why: String| Err(ReadError::at(&said.file, row.line, why));
        let (id, asked) = (row.text(person), row.text(question));
        if id.trim().is_empty() || asked.trim().is_empty() {
            return wrong("this row lacks a person or a question".to_owned());
        }
        let nth = *at.entry(asked.to_owned()).or_insert_with(|| {
            questions.push(Question::plain(asked));
            questions.len() - 1
        });
        let rating = said.number(row, rating)?;
        let who = *by.entry(id.to_owned()).or_insert_with(|| {
            let id = id.to_owned();
            people.push(Person { id, responses: Vec::new(), rating, grades: Vec::new() });
            all.push(BTreeMap::new());
            people.len() - 1
        });
        if let Some(person) = people.get(who)
            && person.rating.to_bits() != rating.to_bits()
        {
            return wrong(format!(
                "{} is rated {rating} here and {} above",
                excerpt(id),
                person.rating
            ));
        }
        let text = row.text(response).to_owned();
        if all.get_mut(who).is_some_and(|given| given.insert(nth, text).is_some()) {
            return wrong(format!("{} has already answered “{}”", excerpt(id), excerpt(asked)));
        }
    }
    for (person, mut given) in people.iter_mut().zip(all) {
        person.responses =
            (0..questions.len()).map(|nth| given.remove(&nth).unwrap_or_default()).collect();
    }
    Ok((questions, people))
}

/// A question may have several answers, each in a row of its own, or none.
pub(super) fn answer(questions: &mut [Question], key: &Rows) -> Result<(), ReadError> {
    let (question, answer) = (key.column("question")?, key.column("answer")?);
    for row in key.iter() {
        let id = row.text(question);
        let Some(asked) = questions.iter_mut().find(|asked| asked.id == id) else {
            let why = format!("nobody was asked “{}”", excerpt(id));
            return Err(ReadError::at(&key.file, row.line, why));
        };
        let answer = row.text(answer);
        if !answer.trim().is_empty() {
            asked.key.push(answer.to_owned());
        }
    }
    Ok(())
}
