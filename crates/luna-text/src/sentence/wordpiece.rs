//! The WordPiece tokenizer of BERT.

use std::collections::HashMap;
use std::io;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use super::config::Json;
use super::error::unreadable;

pub(super) struct WordPiece {
    numbers: HashMap<String, usize>,
    file: &'static str,
    start: usize,
    end: usize,
    unknown: usize,
}

const LIST: &str = "vocab.txt";
const TOKENIZER: &str = "tokenizer.json";
/// Longer words, in characters, are unknown.
const LONGEST: usize = 100;

impl WordPiece {
    pub(super) fn read(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<WordPiece, (&'static str, String)> {
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
        Ok(WordPiece { numbers, file, start, end, unknown })
    }

    /// The highest token number plus one.
    pub(super) fn count(&self) -> usize {
        self.numbers.values().max().map_or(0, |most| most.saturating_add(1))
    }

    /// Name of the vocabulary file.
    pub(super) fn file(&self) -> &'static str {
        self.file
    }

    /// Returns true for a plain list, one token a line.
    pub(super) fn listed(&self) -> bool {
        self.file == LIST
    }

    /// Token numbers of a text between `[CLS]` and `[SEP]`, at most `most`. Special tokens inside
    /// the text are plain text.
    pub(super) fn encode(&self, text: &str, most: usize) -> Vec<usize> {
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

    /// Greedy longest-match-first division of a word.
    fn add(&self, word: &str, numbers: &mut Vec<usize>) {
        let before = numbers.len();
        let mut rest = word.to_owned();
        // Continuations are listed with two marks before them.
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

/// The vocabulary of a `tokenizer.json`.
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

/// Splits a text into words in lower case without accents; punctuation marks and CJK characters are
/// words of their own.
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

/// Control characters, which are removed.
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
