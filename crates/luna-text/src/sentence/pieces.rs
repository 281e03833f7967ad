//! WordPiece: a text as the numbers of words and parts of words that a model knows.

use std::collections::HashMap;
use std::io;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use super::config::Json;
use super::error::unreadable;

pub(super) struct Pieces {
    numbers: HashMap<String, usize>,
    file: &'static str,
    start: usize,
    end: usize,
    unknown: usize,
}

const LIST: &str = "vocab.txt";
const TOKENIZER: &str = "tokenizer.json";
/// A longer word is not known, in characters.
const LONGEST: usize = 100;

impl Pieces {
    pub(super) fn read(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Pieces, (&'static str, String)> {
        let (numbers, file) = match file(LIST) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes);
                let text = text.map_err(|_| (LIST, "is not UTF-8 text".to_owned()))?;
                let lines = text.lines().map(str::to_owned);
                (lines.zip(0..).collect(), LIST)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (listed(&Json::read(file, TOKENIZER)?)?, TOKENIZER)
            }
            Err(error) => return Err((LIST, unreadable(&error))),
        };
        let number = |piece: &str| {
            numbers.get(piece).copied().ok_or_else(|| (file, format!("has no piece {piece}")))
        };
        let (start, end, unknown) = (number("[CLS]")?, number("[SEP]")?, number("[UNK]")?);
        Ok(Pieces { numbers, file, start, end, unknown })
    }

    /// One more than the highest number.
    pub(super) fn count(&self) -> usize {
        self.numbers.values().max().map_or(0, |most| most.saturating_add(1))
    }

    /// Where they stand.
    pub(super) fn file(&self) -> &'static str {
        self.file
    }

    /// Whether that has a line for each.
    pub(super) fn listed(&self) -> bool {
        self.file == LIST
    }

    /// The numbers of a text, enclosed in `[CLS]` and `[SEP]`, `most` in all. What
    /// looks like one of those in the text is text.
    pub(super) fn of(&self, text: &str, most: usize) -> Vec<usize> {
        let mut numbers = vec![self.start];
        for word in words(text) {
            if numbers.len() + 1 >= most {
                break;
            }
            self.add(&word, &mut numbers);
        }
        numbers.truncate(most.saturating_sub(1).max(1));
        numbers.push(self.end);
        numbers
    }

    /// The longest piece that a word begins with, then the longest that follows.
    fn add(&self, word: &str, numbers: &mut Vec<usize>) {
        let before = numbers.len();
        let mut rest = word.to_owned();
        // What goes on a word is listed with two marks before it.
        let mut marks = 0;
        let known = word.chars().count() <= LONGEST;
        while known && rest.len() > marks {
            let ends: Vec<usize> = rest.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
            let found = ends.into_iter().skip(marks).rev().find_map(|end| {
                let number = self.numbers.get(rest.get(..end)?)?;
                Some((end, *number))
            });
            let Some((end, number)) = found else { break };
            numbers.push(number);
            rest.replace_range(..end, "##");
            marks = 2;
        }
        if !known || rest.len() > marks {
            numbers.truncate(before);
            numbers.push(self.unknown);
        }
    }
}

/// The pieces in a `tokenizer.json`.
fn listed(json: &Json) -> Result<HashMap<String, usize>, (&'static str, String)> {
    let kind = json.at("/model/type").and_then(Value::as_str);
    let list = json.at("/model/vocab").and_then(Value::as_object);
    let (Some("WordPiece"), Some(list)) = (kind, list) else {
        return Err(json.wrong("has no pieces of the kind WordPiece".to_owned()));
    };
    let number = |number: &Value| usize::try_from(number.as_u64()?).ok();
    let all = list.iter().map(|(piece, value)| Some((piece.clone(), number(value)?)));
    let all: Option<HashMap<String, usize>> = all.collect();
    all.ok_or_else(|| json.wrong("has a piece whose number is none".to_owned()))
}

/// Words in lower case and without accents; a mark of punctuation or a Chinese
/// character is a word.
fn words(text: &str) -> impl Iterator<Item = String> {
    let kept = text.chars().filter(|&c| !is_control(c));
    let plain = kept.flat_map(|c| {
        let c = if c.is_whitespace() { ' ' } else { c };
        let room = is_chinese(c).then_some(' ');
        room.into_iter().chain([c]).chain(room)
    });
    let bare = plain.nfd().filter(|c| c.general_category() != GeneralCategory::NonspacingMark);
    let mut lower = bare.flat_map(char::to_lowercase).peekable();
    std::iter::from_fn(move || {
        while lower.next_if(|&c| c == ' ').is_some() {}
        let first = lower.next()?;
        let mut word = first.to_string();
        while !is_mark(first)
            && let Some(c) = lower.next_if(|&c| c != ' ' && !is_mark(c))
        {
            word.push(c);
        }
        Some(word)
    })
}

fn is_mark(c: char) -> bool {
    c.is_ascii_punctuation() || c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// What is as good as not there.
fn is_control(c: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse};
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{fffd}' => true,
        _ => matches!(c.general_category(), Control | Format | PrivateUse),
    }
}

fn is_chinese(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2ceaf}' | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}
