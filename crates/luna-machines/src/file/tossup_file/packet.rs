//! A packet as text: numbered questions, each followed by a line that begins with `ANSWER:`.

use super::collection::Collection;
use super::error::ReadError;
use super::format::Format;
use super::markup::{Keep, clean, label};
use super::record::{TossupFile, TossupRecord};

/// Categories that packets name in brackets.
const CATEGORIES: [&str; 17] = [
    "Literature",
    "History",
    "Science",
    "Fine Arts",
    "Arts",
    "Art",
    "Music",
    "Religion",
    "Mythology",
    "Myth",
    "Philosophy",
    "Social Science",
    "Current Events",
    "Geography",
    "Other",
    "Pop Culture",
    "Trash",
];
const ANSWER: &str = "ANSWER:";

/// The answer on a line that begins with `ANSWER:`.
pub(super) fn answer(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let start = line.get(..ANSWER.len())?;
    start.eq_ignore_ascii_case(ANSWER).then(|| line.get(ANSWER.len()..).unwrap_or_default())
}

/// The part of a packet that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Titles, notes, and bonuses.
    Outside,
    Question,
    Answer,
}

struct Reader {
    all: Collection,
    /// The title of the packet.
    title: String,
    part: Part,
    bonuses: bool,
    /// The line of the latest question.
    line: usize,
    number: usize,
    tossup: TossupRecord,
}

pub(super) fn read(text: &str) -> Result<TossupFile, ReadError> {
    let mut reader = Reader {
        all: Collection::new(Format::Packet),
        title: String::new(),
        part: Part::Outside,
        bonuses: false,
        line: 0,
        number: 0,
        tossup: TossupRecord::default(),
    };
    for (line, number) in text.split(['\n', '\u{c}']).zip(1..) {
        reader.take(line, number)?;
    }
    reader.end()?;
    reader.all.finish("numbered questions, each with a line that begins with ANSWER:")
}

impl Reader {
    fn take(&mut self, line: &str, at: usize) -> Result<(), ReadError> {
        let words = clean(line, Keep::Nothing);
        if let Some(bonuses) = heading(&words) {
            self.end()?;
            self.bonuses = bonuses;
            return Ok(());
        }
        if self.bonuses || is_furniture(&words) {
            return Ok(());
        }
        if let Some((number, rest)) = self.beginning(line, &words) {
            return self.begin(number, rest, at);
        }
        match self.part {
            Part::Outside if answer(line).is_some() => Err(ReadError::line(
                at,
                "this answer has no question; expected a numbered question before it, such as “1. …”",
            )),
            Part::Outside => {
                if self.title.is_empty() && self.number == 0 {
                    self.title = words;
                }
                Ok(())
            }
            Part::Question => match answer(line) {
                Some(answer) => {
                    answer.clone_into(&mut self.tossup.answer_line);
                    self.part = Part::Answer;
                    self.split_label();
                    Ok(())
                }
                None if words.starts_with("[10") => {
                    // A bonus: a lead-in, and parts for ten points each.
                    self.part = Part::Outside;
                    self.bonuses = true;
                    Ok(())
                }
                None => {
                    self.tossup.text.push(' ');
                    self.tossup.text.push_str(line);
                    Ok(())
                }
            },
            Part::Answer => self.take_answer(line, &words),
        }
    }

    /// A line after the answer: its rest, the category, or the end.
    fn take_answer(&mut self, line: &str, words: &str) -> Result<(), ReadError> {
        if let Some(label) = label(line) {
            self.categorize(label);
            return self.end();
        }
        if words.is_empty() {
            // The category may follow an empty line.
            return Ok(());
        }
        if answer(line).is_some() {
            let why = "this is a second answer; expected one for each question";
            return Err(ReadError::line(self.line, why));
        }
        self.tossup.answer_line.push(' ');
        self.tossup.answer_line.push_str(line);
        self.split_label();
        Ok(())
    }

    /// The number of a question that begins here, and its text.
    fn beginning<'a>(&self, line: &'a str, words: &str) -> Option<(usize, &'a str)> {
        let plain = words.trim_start_matches("Tossup ").trim_start_matches("TU ");
        let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = plain.get(..digits).filter(|it| it.len() <= 3)?.parse().ok()?;
        if !plain.get(digits..)?.starts_with(['.', ')', ':']) {
            return None;
        }
        // In the middle of a question, a line may happen to begin with a number and a full stop.
        let next = self.part != Part::Question || number == self.number + 1;
        let at = line.find(plain.get(..digits)?)? + digits + 1;
        next.then(|| line.get(at..)).flatten().map(|rest| (number, rest))
    }

    fn begin(&mut self, number: usize, rest: &str, line: usize) -> Result<(), ReadError> {
        self.end()?;
        self.number = number;
        self.line = line;
        self.part = Part::Question;
        let packet = TossupRecord::name(["", "", &self.title, &number.to_string()]);
        self.tossup = TossupRecord { packet, text: rest.to_owned(), ..TossupRecord::default() };
        Ok(())
    }

    /// Takes the category off the end of an answer line.
    fn split_label(&mut self) {
        let line = self.tossup.answer_line.trim_end().to_owned();
        let Some(at) = line.rfind('<') else { return };
        let (before, last) = line.split_at(at);
        if let Some(label) = label(last).filter(|_| !before.trim().is_empty()) {
            self.categorize(label);
            before.clone_into(&mut self.tossup.answer_line);
        }
    }

    /// Reads a label such as `Ann Lee, Science - Biology`.
    fn categorize(&mut self, label: &str) {
        let named = label.split(',').map(str::trim).find(|part| {
            CATEGORIES.iter().any(|category| {
                let start = part.get(..category.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(category))
            })
        });
        let named = named.unwrap_or(label);
        let (category, rest) = named.split_once([':', '/', '–', '—']).unwrap_or((named, ""));
        let (category, subcategory) = match category.split_once(" - ") {
            Some(parts) => parts,
            None => (category, rest),
        };
        category.trim().clone_into(&mut self.tossup.category);
        subcategory.trim().clone_into(&mut self.tossup.subcategory);
    }

    /// Ends the question under way.
    fn end(&mut self) -> Result<(), ReadError> {
        let part = std::mem::replace(&mut self.part, Part::Outside);
        match part {
            Part::Outside => Ok(()),
            Part::Question => {
                let number = self.number;
                let why = format!("question {number} has no line that begins with ANSWER:");
                Err(ReadError::line(self.line, why))
            }
            Part::Answer => self.all.add(&format!("line {}", self.line), &self.tossup),
        }
    }
}

/// Returns whether a heading announces bonuses; none for any other line.
fn heading(words: &str) -> Option<bool> {
    match words.trim_end_matches([':', '.']).to_lowercase().as_str() {
        "bonuses" | "bonus" => Some(true),
        "tossups" | "toss-ups" => Some(false),
        _ => None,
    }
}

/// Returns true for the number of a page, alone or at the end of a line such as
/// `Night Cup, page 3 of 12`.
fn is_furniture(words: &str) -> bool {
    let number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
    let parts: Vec<&str> = words.split_whitespace().collect();
    match parts.as_slice() {
        [one] => number(one),
        [.., page, this, of, all] if page.eq_ignore_ascii_case("page") => {
            number(this) && *of == "of" && number(all) && parts.len() < 12
        }
        [page, this] => page.eq_ignore_ascii_case("page") && number(this),
        _ => false,
    }
}
