//! Similarity of the surface of texts: their words and trigrams of characters.

use std::collections::BTreeSet;

/// The number of characters of a text that count; the rest is ignored.
const LONGEST: usize = 500;

/// Words, each after a `=`, and rows of three characters, in which `_` stands
/// for what is between words.
pub(super) struct Surface(BTreeSet<String>);

impl Surface {
    pub(super) fn of(text: &str) -> Surface {
        let head: String = text.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
        let bare: String = head.chars().filter(|c| !matches!(c, '\'' | '\u{2019}')).collect();
        let words: Vec<&str> = bare.split(parts).filter(|word| !word.is_empty()).collect();
        let mut terms: BTreeSet<String> = words.iter().map(|word| format!("={word}")).collect();
        if !words.is_empty() {
            let row: Vec<char> = format!("_{}_", words.join("_")).chars().collect();
            terms.extend(row.windows(3).map(|three| three.iter().collect::<String>()));
        }
        Surface(terms)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &String> {
        self.0.iter()
    }

    pub(super) fn into_terms(self) -> BTreeSet<String> {
        self.0
    }

    pub(super) fn shared<'s>(&'s self, other: &'s Surface) -> impl Iterator<Item = &'s String> {
        self.0.intersection(&other.0)
    }
}

/// Returns true for a term that is a whole word.
pub(super) fn is_word(term: &str) -> bool {
    term.starts_with('=')
}

/// Returns true for characters that separate words, in any script; all other visible ones are kept.
fn parts(c: char) -> bool {
    !c.is_alphanumeric()
        && (c.is_ascii()
            || c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
            || matches!(c, '\u{ff00}'..='\u{ffef}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        Vec::from_iter(Surface::of(text).into_terms()).join(" ")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(terms(text), expected, "{text:?}");
    }

    #[test]
    fn signs_and_capitals_are_not_looked_at() {
        check("What\u{2019}s UP?", "=up =whats _up _wh ats hat s_u ts_ up_ wha");
        check("whats up", &terms("What's up?!"));
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_ne!(terms("dog bites man"), terms("man bites dog"));
    }

    #[test]
    fn words_of_any_script_and_pictures_are_seen() {
        check("你好。", "=你好 _你好 你好_");
        check("\u{1f319}!", "=\u{1f319} _\u{1f319}_");
        check("¿?… \u{200b}\n", "");
    }

    #[test]
    fn only_the_beginning_of_a_long_text_counts() {
        let long = "ab ".repeat(10_000);
        check(&long, "=ab _ab ab_ b_a");
        let one = terms(&"x".repeat(5_000));
        assert_eq!(one.chars().filter(|&c| c == 'x').count(), 500 + 2 + 3 + 2);
    }
}
