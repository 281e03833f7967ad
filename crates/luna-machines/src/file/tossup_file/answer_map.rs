//! A map of answers to the pages that they count as.

use std::collections::HashMap;

use luna_core::quiz::form::plain;

use super::collection::MOST_TITLE_CHARS;
use super::error::ReadError;
use super::markup::{Keep, clean};

/// Pages by answers in plain words. An answer with several pages has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerMap(HashMap<String, Option<String>>);

/// An answer in small letters, without accents, punctuation and a leading article.
pub(super) fn key(answer: &str) -> String {
    let words = answer.split(|c: char| c.is_whitespace() || c == '-' || c == '_').map(plain);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    match words.split_first() {
        Some((first, rest)) if !rest.is_empty() && ["the", "a", "an"].contains(&&**first) => {
            rest.join(" ")
        }
        _ => words.join(" "),
    }
}

impl AnswerMap {
    pub(super) fn read(text: &str) -> Result<AnswerMap, ReadError> {
        let mut map: HashMap<String, Option<String>> = HashMap::new();
        let header = |line: &str| line.starts_with("answer_string\t") || line == "answer\tpage";
        let skipped = usize::from(text.lines().next().is_some_and(header));
        let lines = text.lines().zip(1..).skip(skipped);
        for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
            let wrong = |why: &str| ReadError::line(number, why);
            let (answer, page) = line
                .split_once('\t')
                .filter(|(_, page)| !page.contains('\t'))
                .ok_or_else(|| wrong("expected an answer, a tab and a page"))?;
            let page = clean(&page.replace('_', " "), Keep::Nothing);
            if page.is_empty() || key(answer).is_empty() {
                return Err(wrong("the answer or the page is empty; expected both"));
            }
            if page.chars().count() > MOST_TITLE_CHARS {
                let why = format!("the page is longer than {MOST_TITLE_CHARS} characters");
                return Err(ReadError::line(number, why));
            }
            let known = map.entry(key(answer)).or_insert_with(|| Some(page.clone()));
            if known.as_ref() != Some(&page) {
                *known = None;
            }
        }
        if map.is_empty() {
            return Err(ReadError::whole(
                "there is no answer in it; expected answer, tab and page",
            ));
        }
        Ok(AnswerMap(map))
    }

    /// The page of an answer.
    pub fn page(&self, answer: &str) -> Option<&str> {
        self.0.get(&key(answer))?.as_deref()
    }
}
