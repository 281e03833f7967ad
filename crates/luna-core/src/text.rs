//! Texts that players write to each other: their length, and the reasons to refuse them.

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
    fn line_ends_become_one_character() {
        assert_eq!(tidy("a\r\nb\rc\n\n "), "a\nb\nc");
    }
}
