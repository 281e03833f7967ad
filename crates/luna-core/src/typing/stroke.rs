//! A stroke: one key as it is typed in a conversation.

/// Plain text and the two keys that change it; nothing else reaches another page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stroke {
    Character(char),
    /// The end of a line.
    Return,
    /// Takes back the last character of a line that has not ended.
    Backspace,
}

/// A stroke and the pause before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub delay_ms: u32,
    pub stroke: Stroke,
}

/// A character that cannot be typed in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The character U+{:04X} cannot be typed here; it is invisible or reverses text.", u32::from(*.0))]
pub struct NotText(pub char);

impl Stroke {
    const BACKSPACE: char = '\u{8}';

    /// Reads a stroke from the character that stands for it where strokes are stored as text: a line
    /// feed is Return, and a backspace is Backspace.
    pub fn from_char(c: char) -> Result<Stroke, NotText> {
        match c {
            '\n' => Ok(Stroke::Return),
            Stroke::BACKSPACE => Ok(Stroke::Backspace),
            '\t' => Ok(Stroke::Character('\t')),
            c if c.is_control() || turns_text(c) => Err(NotText(c)),
            c => Ok(Stroke::Character(c)),
        }
    }

    pub fn to_char(self) -> char {
        match self {
            Stroke::Character(c) => c,
            Stroke::Return => '\n',
            Stroke::Backspace => Stroke::BACKSPACE,
        }
    }
}

/// Characters that end lines or change the direction of others, also beyond their own line.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_typed_and_nothing_else() {
        for c in ['a', 'É', '<', '語', '🌙', '\t', ' ', '\u{301}', '\u{200d}'] {
            assert_eq!(Stroke::from_char(c), Ok(Stroke::Character(c)), "{c:?}");
        }
        assert_eq!(Stroke::from_char('\n'), Ok(Stroke::Return));
        assert_eq!(Stroke::from_char('\u{8}'), Ok(Stroke::Backspace));
        for c in ['\0', '\r', '\u{1b}', '\u{7f}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{2067}'] {
            assert_eq!(Stroke::from_char(c), Err(NotText(c)), "{c:?}");
        }
        let sentence = NotText('\u{1b}').to_string();
        assert!(sentence.starts_with("The character U+001B cannot be typed"), "{sentence}");
    }

    #[test]
    fn every_stroke_is_stored_as_one_character() {
        for c in '\0'..=char::MAX {
            if let Ok(stroke) = Stroke::from_char(c) {
                assert_eq!(stroke.to_char(), c);
            }
        }
    }
}
