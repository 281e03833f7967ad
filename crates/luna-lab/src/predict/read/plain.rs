//! Plain CSV: person, question, response, rating; and a key of question, answer.

use std::collections::BTreeMap;
use std::path::Path;

use super::rows::{Fields, Rows};
use super::{Unreadable, bytes};
use crate::predict::problem::{Person, Problem, Question};

pub(super) fn read(path: &Path, key: Option<&Path>) -> Result<Problem, Unreadable> {
    let responses = rows(path)?;
    let key = key.map(rows).transpose()?;
    let name = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    problem(&name, &responses, key.as_ref())
}

fn rows(path: &Path) -> Result<Rows, Unreadable> {
    Rows::read(&path.display().to_string(), &bytes(path)?, Fields::Commas)
}

/// One who has not answered a question has said nothing to it.
pub(super) fn problem(name: &str, said: &Rows, key: Option<&Rows>) -> Result<Problem, Unreadable> {
    let column = |name| said.column(name);
    let (person, question) = (column("person")?, column("question")?);
    let (response, rating) = (column("response")?, column("rating")?);
    let mut questions: Vec<Question> = Vec::new();
    let mut people: Vec<Person> = Vec::new();
    let (mut at, mut by) = (BTreeMap::new(), BTreeMap::new());
    let mut all: Vec<BTreeMap<usize, String>> = Vec::new();
    for row in said.iter() {
        let nth = *at.entry(row.text(question).to_owned()).or_insert_with(|| {
            questions.push(question_of(row.text(question)));
            questions.len() - 1
        });
        let rating = said.number(row, rating)?;
        let who = *by.entry(row.text(person).to_owned()).or_insert_with(|| {
            let id = row.text(person).to_owned();
            people.push(Person { id, responses: Vec::new(), rating, grades: Vec::new() });
            all.push(BTreeMap::new());
            people.len() - 1
        });
        let wrong = |why: String| Err(Unreadable::at(&said.file, row.line, why));
        let id = row.text(person);
        if let Some(person) = people.get(who)
            && person.rating.to_bits() != rating.to_bits()
        {
            return wrong(format!("{id} is rated {rating} here and {} before", person.rating));
        }
        let text = row.text(response).to_owned();
        if all.get_mut(who).is_some_and(|given| given.insert(nth, text).is_some()) {
            return wrong(format!("{id} has answered “{}” before", row.text(question)));
        }
    }
    for (person, mut given) in people.iter_mut().zip(all) {
        person.responses =
            (0..questions.len()).map(|nth| given.remove(&nth).unwrap_or_default()).collect();
    }
    if let Some(key) = key {
        answer(&mut questions, key)?;
    }
    Ok(Problem { name: name.to_owned(), questions, people })
}

fn question_of(text: &str) -> Question {
    Question { id: text.to_owned(), text: text.to_owned(), key: Vec::new() }
}

/// A question may have several answers, each in a row of its own, or none.
fn answer(questions: &mut [Question], key: &Rows) -> Result<(), Unreadable> {
    let (question, answer) = (key.column("question")?, key.column("answer")?);
    for row in key.iter() {
        let id = row.text(question);
        let Some(asked) = questions.iter_mut().find(|asked| asked.id == id) else {
            let why = format!("nobody was asked “{id}”");
            return Err(Unreadable::at(&key.file, row.line, why));
        };
        asked.key.push(row.text(answer).to_owned());
    }
    Ok(())
}
