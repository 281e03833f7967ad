//! Texts that players write to each other: their length, the reasons to refuse them, and whether two are
//! the same.

pub mod distress;

use unicode_normalization::UnicodeNormalization as _;

/// One spelling for line ends, nothing trailing.
pub fn tidy(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim_end().to_owned()
}

/// Why a text is refused, in words that follow "Question 2" or "Response 2".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("is still empty")]
    Empty,
    #[error("has {chars} characters; the limit is {max}")]
    TooLong { chars: usize, max: usize },
    #[error("contains a NUL character, which cannot be stored; please remove it")]
    Nul,
}

/// A text that may be sent: not blank, at most `max` characters, no NUL.
pub fn check(text: &str, max: usize) -> Result<(), Problem> {
    if text.contains('\0') {
        return Err(Problem::Nul);
    }
    if text.chars().all(is_blank) {
        return Err(Problem::Empty);
    }
    let chars = text.chars().count();
    if chars > max { Err(Problem::TooLong { chars, max }) } else { Ok(()) }
}

/// The form in which texts are compared: without capitals, punctuation at the end, and variants of spaces
/// and quotation marks.
pub fn comparable(text: &str) -> String {
    let plain: String = text.nfkc().flat_map(char::to_lowercase).map(plain_quote).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    words.trim_end_matches(['?', '!', '.', ' ']).to_owned()
}

fn plain_quote(c: char) -> char {
    match c {
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        other => other,
    }
}

/// White space, and what prints nothing at all.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_people_count_them() {
        assert_eq!(check(&"ß🌙語".repeat(2), 6), Ok(()));
        assert_eq!(check("abcdefg", 6), Err(Problem::TooLong { chars: 7, max: 6 }));
    }

    #[test]
    fn blank_is_empty_whatever_it_is_made_of() {
        for blank in ["", " \n\t", "\u{200b}\u{feff}", "\u{3000}"] {
            assert_eq!(check(blank, 10), Err(Problem::Empty), "{blank:?}");
        }
        assert_eq!(check("a\0b", 10), Err(Problem::Nul));
    }

    #[test]
    fn texts_are_compared_by_their_words() {
        let plain = "who wrote \"don't look\"";
        for same in ["Who wrote “Don’t look”?", " who  wrote \"DON'T look\" ?!", plain] {
            assert_eq!(comparable(same), plain);
        }
        assert_ne!(comparable("Who wrote it?"), comparable("Who wrote that?"));
        assert_eq!(comparable("Wo ist das Cafe\u{301}?"), "wo ist das café");
        assert_eq!(comparable(" ?! "), "");
    }

    #[test]
    fn line_ends_become_one_character() {
        assert_eq!(tidy("a\r\nb\rc\n\n "), "a\nb\nc");
    }
}
