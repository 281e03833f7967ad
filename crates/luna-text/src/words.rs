//! Words of a text: lower case, without punctuation, optionally without stop words.

pub mod overlap;
pub mod search_words;
pub(crate) mod spelling;
pub mod stem;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use unicode_normalization::char::is_combining_mark;

/// A word, and the range of bytes it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub at: Range<usize>,
}

/// The content words of a text: lower case, apostrophes (' and ’) deleted, split at everything but
/// alphanumeric characters and combining marks, without the stop words of `stop.txt`.
pub fn content_words(text: &str) -> Vec<String> {
    content_words_at(text).into_iter().map(|word| word.text).collect()
}

/// Content words with their positions in the text.
pub fn content_words_at(text: &str) -> Vec<Word> {
    let mut words = all_words(text);
    words.retain(|word| !is_stop(&word.text));
    words
}

/// All words with their positions, stop words included.
pub fn all_words(text: &str) -> Vec<Word> {
    let lower = text.to_lowercase();
    let mut rest = lower.chars();
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (from, c) in text.char_indices() {
        // The count comes from each character alone, the result from the whole text: lower case of
        // a sigma depends on its neighbours.
        for lower in rest.by_ref().take(c.to_lowercase().count()) {
            let kept = lower.is_alphanumeric() || is_combining_mark(lower);
            let to = from + c.len_utf8();
            match words.last_mut().filter(|_| open) {
                Some(word) if kept => {
                    word.text.push(lower);
                    word.at.end = to;
                }
                None if kept => {
                    words.push(Word { text: lower.to_string(), at: from..to });
                    open = true;
                }
                _ => open &= matches!(lower, '\'' | '’'),
            }
        }
    }
    words
}

/// Returns true for a stop word, given in lower case without apostrophes.
pub fn is_stop(word: &str) -> bool {
    static STOP: LazyLock<HashSet<&str>> =
        LazyLock::new(|| include_str!("stop.txt").lines().collect());
    STOP.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(content_words(text), expected);
        // Each range holds the word, but for case and apostrophes.
        for word in content_words_at(text) {
            let bare: String = content_words(text.get(word.at).unwrap()).concat();
            assert_eq!(bare, word.text);
        }
    }

    #[test]
    fn what_is_left_are_the_words_that_say_something() {
        check("The Bill of Rights", &["bill", "rights"]);
        check("Hello, WORLD!hello", &["hello", "world", "hello"]);
        check("I don't know; it isn’t Washington's.", &["know", "washingtons"]);
        check("well-known 3.5 x_1", &["well", "known", "3", "5", "x", "1"]);
        for empty in ["", " \n\t ", "…!?", "the of and", "''"] {
            check(empty, &[]);
        }
    }

    #[test]
    fn other_languages_are_words_too() {
        check("Über ΌΔΟΣ наш Дом 東京", &["über", "όδος", "наш", "дом", "東京"]);
        check("हिन्दी cafe\u{301} Straße", &["हिन्दी", "cafe\u{301}", "straße"]);
        check("İstanbul 👩‍👩‍👧 ½", &["i\u{307}stanbul", "½"]);
    }

    #[test]
    fn a_word_knows_where_it_stood() {
        let text = "«ΌΔΟΣ» Don't STOP’";
        let places: Vec<&str> =
            content_words_at(text).into_iter().map(|word| &text[word.at]).collect();
        assert_eq!(places, ["ΌΔΟΣ", "STOP"]);
    }

    #[test]
    fn stop_words_are_bare_and_each_is_listed_once() {
        let list: Vec<&str> = include_str!("stop.txt").lines().collect();
        assert!(list.is_sorted_by(|one, next| one < next), "they are in order");
        assert!(list.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }
}
