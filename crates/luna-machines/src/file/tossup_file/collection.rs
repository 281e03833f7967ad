//! The records of a file while it is read: each is cleaned, checked and compared with those before.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::error::ReadError;
use super::format::Format;
use super::markup::{Keep, clean};
use super::record::{AnswerRecord, Duplicate, TossupFile, TossupRecord};

/// The characters of a question, at most.
pub const MOST_QUESTION_CHARS: usize = 10_000;
/// The characters of an answer line, at most.
pub const MOST_ANSWER_CHARS: usize = 4_000;
/// The characters of the title of an answer, a category and the like, at most.
pub const MOST_TITLE_CHARS: usize = 300;

pub(super) struct Collection {
    file: TossupFile,
    /// The row of each text or title so far.
    rows: HashMap<String, usize>,
    /// The number of rows so far, with those that were skipped.
    read: usize,
}

impl Collection {
    pub(super) fn new(format: Format) -> Collection {
        let file =
            TossupFile { format, tossups: Vec::new(), answers: Vec::new(), duplicates: Vec::new() };
        Collection { file, rows: HashMap::new(), read: 0 }
    }

    /// Adds a tossup as the file has it. Its row is set here.
    pub(super) fn add(&mut self, place: &str, raw: &TossupRecord) -> Result<(), ReadError> {
        let wrong = |why: String| ReadError::at(place, why);
        let short = |name: &str, text: &str| {
            checked(name, text, Keep::Nothing, MOST_TITLE_CHARS).map_err(wrong)
        };
        let question = checked("question", &raw.text, Keep::Nothing, MOST_QUESTION_CHARS);
        let answer = checked("answer line", &raw.answer_line, Keep::Marks, MOST_ANSWER_CHARS);
        let (text, answer_line) = (question.map_err(wrong)?, answer.map_err(wrong)?);
        if clean(&text.replace("(*)", ""), Keep::Nothing).is_empty() {
            return Err(wrong("the question is empty; expected its text".to_owned()));
        }
        if clean(&answer_line, Keep::Nothing).is_empty() {
            return Err(wrong("the answer line is empty; expected the answer".to_owned()));
        }
        let page = short("page", &raw.page.as_deref().unwrap_or_default().replace('_', " "))?;
        let tossup = TossupRecord {
            row: self.read + 1,
            packet: short("packet", &raw.packet)?,
            text,
            answer_line,
            page: Some(page).filter(|page| !page.is_empty()),
            category: short("category", &raw.category)?,
            subcategory: short("subcategory", &raw.subcategory)?,
            difficulty: short("difficulty", &raw.difficulty)?,
        };
        if self.is_new(tossup.text.clone()) {
            self.file.tossups.push(tossup);
        }
        Ok(())
    }

    /// Adds an answer as the file has it. Its row is set here.
    pub(super) fn add_answer(&mut self, place: &str, raw: &AnswerRecord) -> Result<(), ReadError> {
        let short = |name: &str, text: &str| {
            checked(name, text, Keep::Nothing, MOST_TITLE_CHARS)
                .map_err(|why| ReadError::at(place, why))
        };
        let title = short("title", &raw.title)?;
        if title.is_empty() {
            return Err(ReadError::at(place, "the title is empty; expected an answer"));
        }
        let aliases = raw.aliases.iter().map(|alias| short("alias", alias));
        let answer = AnswerRecord {
            row: self.read + 1,
            kind: short("kind", &raw.kind)?,
            category: short("category", &raw.category)?,
            aliases: aliases.collect::<Result<_, _>>()?,
            title,
        };
        if self.is_new(answer.title.clone()) {
            self.file.answers.push(answer);
        }
        Ok(())
    }

    fn is_new(&mut self, key: String) -> bool {
        self.read += 1;
        match self.rows.entry(key) {
            Entry::Occupied(earlier) => {
                let duplicate = Duplicate { row: self.read, first_row: *earlier.get() };
                self.file.duplicates.push(duplicate);
                false
            }
            Entry::Vacant(free) => {
                free.insert(self.read);
                true
            }
        }
    }

    /// Returns the file, unless nothing was in it.
    pub(super) fn finish(self, expected: &str) -> Result<TossupFile, ReadError> {
        if self.read == 0 {
            return Err(ReadError::whole(format!(
                "there is nothing to import; expected {expected}"
            )));
        }
        Ok(self.file)
    }
}

fn checked(name: &str, text: &str, keep: Keep, most: usize) -> Result<String, String> {
    if text.contains('\0') {
        return Err(format!("the {name} has a NUL character, which no text has"));
    }
    let text = clean(text, keep);
    let chars = text.chars().count();
    if chars > most {
        return Err(format!("the {name} has {chars} characters; the limit is {most}"));
    }
    Ok(text)
}
