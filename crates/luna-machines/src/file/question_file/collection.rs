//! The questions and articles of a file, checked as they are added.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::question_rating::QuestionRating;
use serde::Serialize;

use super::format::{Format, MOST_ARTICLE_CHARS, MOST_CHARS, MOST_SENTENCE_CHARS};
use crate::file::tossup_file::ReadError;

/// An article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArticleRecord {
    pub name: String,
    pub text: String,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionRecord {
    /// The place of its article in the file.
    pub article: usize,
    /// The sentence that it was made from.
    pub sentence: String,
    pub question: String,
    pub answer: String,
    pub generator: String,
    /// The rating that it is known to deserve.
    pub gold: Option<QuestionRating>,
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionFile {
    pub format: Format,
    pub articles: Vec<ArticleRecord>,
    pub questions: Vec<QuestionRecord>,
    /// Lines that repeat the question of an earlier one about the same sentence.
    pub repeated: Vec<u64>,
}

/// A line of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) article: String,
    pub(super) text: String,
    pub(super) sentence: String,
    pub(super) question: String,
    pub(super) answer: String,
    pub(super) generator: String,
    pub(super) gold: String,
}

pub(super) struct Collection<'a> {
    file: QuestionFile,
    usual: Option<(&'a str, &'a str)>,
    places: BTreeMap<String, usize>,
    known: BTreeSet<(usize, String, String)>,
}

impl<'a> Collection<'a> {
    pub(super) fn new(format: Format, usual: Option<(&'a str, &'a str)>) -> Collection<'a> {
        let file = QuestionFile {
            format,
            articles: Vec::new(),
            questions: Vec::new(),
            repeated: Vec::new(),
        };
        Collection { file, usual, places: BTreeMap::new(), known: BTreeSet::new() }
    }

    pub(super) fn add(&mut self, at: u64, line: &Line) -> Result<(), ReadError> {
        let wrong = |why: String| ReadError::line(at, why);
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let question = one_line(&line.question);
        let sentence = one_line(&line.sentence);
        let short = [
            ("question", &question),
            ("answer", &one_line(&line.answer)),
            ("generator", &one_line(&line.generator)),
        ]
        .map(|(what, text)| (what, text.clone(), MOST_CHARS));
        for (what, text, most) in
            short.iter().chain(&[("source sentence", sentence.clone(), MOST_SENTENCE_CHARS)])
        {
            let chars = text.chars().count();
            if chars > *most {
                return Err(wrong(format!(
                    "the {what} has {chars} characters; the most is {most}"
                )));
            }
        }
        if question.is_empty() {
            return Err(wrong("there is no question".to_owned()));
        }
        if sentence.is_empty() {
            return Err(wrong(
                "there is no source sentence; raters cannot rate the question without it"
                    .to_owned(),
            ));
        }
        let gold = gold(&line.gold).map_err(wrong)?;
        let article = self.article(line, &sentence).map_err(wrong)?;
        if !self.known.insert((article, sentence.clone(), question.clone())) {
            self.file.repeated.push(at);
            return Ok(());
        }
        let [_, (_, answer, _), (_, generator, _)] = short;
        self.file.questions.push(QuestionRecord {
            article,
            sentence,
            question,
            answer,
            generator,
            gold,
        });
        Ok(())
    }

    /// The place of the article of a line. Its text is that of the first line which has one.
    fn article(&mut self, line: &Line, sentence: &str) -> Result<usize, String> {
        let (name, text) = match (line.article.trim(), line.text.trim()) {
            ("", "") => self.usual.unwrap_or((sentence, sentence)),
            ("", text) => (sentence, text),
            named => named,
        };
        let chars = text.chars().count();
        if chars > MOST_ARTICLE_CHARS {
            return Err(format!(
                "the article has {chars} characters; the most is {MOST_ARTICLE_CHARS}"
            ));
        }
        let next = self.file.articles.len();
        let place = *self.places.entry(name.to_owned()).or_insert(next);
        match self.file.articles.get_mut(place) {
            None => self
                .file
                .articles
                .push(ArticleRecord { name: name.to_owned(), text: text.to_owned() }),
            Some(known) if known.text.is_empty() => text.clone_into(&mut known.text),
            Some(known) if !text.is_empty() && known.text != text => {
                return Err(format!(
                    "the article “{}” has another text than on an earlier line",
                    shown(name)
                ));
            }
            Some(_) => {}
        }
        Ok(place)
    }

    pub(super) fn finish(self) -> Result<QuestionFile, ReadError> {
        if self.file.questions.is_empty() {
            return Err(ReadError::whole("there is no question in the file"));
        }
        Ok(self.file)
    }
}

fn gold(text: &str) -> Result<Option<QuestionRating>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number: u8 = text
        .parse()
        .map_err(|_| format!("the gold rating is “{}”; expected 1 to 5", shown(text)))?;
    QuestionRating::try_from(number).map(Some).map_err(|error| error.to_string())
}

/// The start of a text on one line.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
