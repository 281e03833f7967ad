//! Words as a search index knows them: lower case, without accents, apostrophes and the ending 's.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Characters of a word that count.
const LONGEST: usize = 48;

/// Calls `each` with the words of a text from a byte on, and with the bytes where each stands. A
/// word may only be split at the start if a character before it separates words.
pub fn scan(text: &str, from: usize, mut each: impl FnMut(&str, Range<usize>)) {
    let mut word = Word::default();
    for (at, c) in text.get(from..).unwrap_or_default().char_indices() {
        let at = from + at;
        if c.is_ascii_alphanumeric() {
            word.push(at, c.to_ascii_lowercase(), c);
        } else if is_apostrophe(c) {
            word.apostrophe = Some(word.text.len());
        } else if !c.is_ascii() && joins(c) {
            for folded in c.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
                word.push(at, folded, c);
            }
            word.at.end = at + c.len_utf8();
        } else {
            word.finish(&mut each);
        }
    }
    word.finish(&mut each);
}

/// Returns true for a character after which a word may go on.
pub fn joins(c: char) -> bool {
    c.is_alphanumeric() || is_apostrophe(c) || is_combining_mark(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

#[derive(Default)]
struct Word {
    text: String,
    chars: usize,
    at: Range<usize>,
    /// The length of the text when an apostrophe came.
    apostrophe: Option<usize>,
}

impl Word {
    fn push(&mut self, at: usize, folded: char, c: char) {
        if self.text.is_empty() {
            self.at.start = at;
            self.apostrophe = None;
        }
        self.at.end = at + c.len_utf8();
        self.chars += 1;
        if self.chars <= LONGEST {
            self.text.push(folded);
        }
    }

    fn finish(&mut self, each: &mut impl FnMut(&str, Range<usize>)) {
        let bare = match self.apostrophe {
            Some(at) if at > 0 && self.text.get(at..) == Some("s") => self.text.get(..at),
            _ => Some(self.text.as_str()),
        };
        if let Some(bare) = bare.filter(|bare| !bare.is_empty()) {
            each(bare, self.at.clone());
        }
        self.text.clear();
        (self.chars, self.apostrophe) = (0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let mut found: Vec<(String, &str)> = Vec::new();
        scan(text, 0, |word, at| found.push((word.to_owned(), &text[at])));
        let found: Vec<(&str, &str)> = found.iter().map(|(word, at)| (&word[..], *at)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn case_accents_and_possessives_go() {
        check(
            "Dvořák's “New World”",
            &[("dvorak", "Dvořák's"), ("new", "New"), ("world", "World")],
        );
        check("DON'T 3.5", &[("dont", "DON'T"), ("3", "3"), ("5", "5")]);
        check("Brahms' 'tis", &[("brahms", "Brahms"), ("tis", "tis")]);
        check("cafe\u{301} ﬁn", &[("cafe", "cafe\u{301}"), ("fin", "ﬁn")]);
        check("Дом 東京 שלום", &[("дом", "Дом"), ("東京", "東京"), ("שלום", "שלום")]);
        for empty in ["", " \0\n—", "'’'", "\u{301}"] {
            check(empty, &[]);
        }
        check("s's 's", &[("s", "s's"), ("s", "s")]);
    }

    #[test]
    fn a_long_word_is_cut() {
        let mut words = Vec::new();
        scan(&"x".repeat(100_000), 0, |word, at| words.push((word.len(), at)));
        assert_eq!(words, [(LONGEST, 0..100_000)]);
    }

    #[test]
    fn a_scan_begins_where_it_is_told() {
        let mut words = Vec::new();
        scan("one two three", 4, |word, at| words.push((word.to_owned(), at)));
        assert_eq!(words, [("two".to_owned(), 4..7), ("three".to_owned(), 8..13)]);
        scan("one", 7, |_, _| panic!("there is nothing"));
    }
}
