//! An utterance: what one side of a conversation says at once, as whole lines or key by key.

use super::stroke::{Key, NotText, Stroke};
use super::typist::Typist;
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Utterance {
    /// Typed out at a person's pace. No lines: it says nothing.
    Lines(Vec<String>),
    /// Shown as sent.
    Keys(Vec<Key>),
}

/// Bounds of one utterance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub lines: usize,
    pub line_characters: usize,
    /// The most keys, each Return included.
    pub keys: usize,
    /// The longest pause before a key.
    pub delay_ms: u32,
}

/// The reason why an utterance is refused, in a sentence for its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("There are {found} lines; the limit is {most}.")]
    TooManyLines { found: usize, most: usize },
    #[error("Line {} {problem}.", nth + 1)]
    Line { nth: usize, problem: text::Problem },
    #[error("Line {} contains a line break; send it as several lines.", nth + 1)]
    Break { nth: usize },
    #[error("Line {} cannot be typed. {problem}", nth + 1)]
    LineNotText { nth: usize, problem: NotText },
    #[error("There are {found} keys, counting one for the end of each line; the limit is {most}.")]
    TooManyKeys { found: usize, most: usize },
    #[error("Key {} is in a line of more than {most} characters.", nth + 1)]
    LongLine { nth: usize, most: usize },
    #[error("Delay {} is {found} milliseconds; the limit is {most}.", nth + 1)]
    Delay { nth: usize, found: u32, most: u32 },
}

impl Limits {
    pub const USUAL: Limits =
        Limits { lines: 10, line_characters: 1_000, keys: 2_000, delay_ms: 60_000 };
}

impl Utterance {
    pub fn is_silence(&self) -> bool {
        match self {
            Utterance::Lines(lines) => lines.is_empty(),
            Utterance::Keys(keys) => keys.is_empty(),
        }
    }

    pub fn check(&self, limits: &Limits) -> Result<(), Problem> {
        match self {
            Utterance::Lines(lines) => check_lines(lines, limits),
            Utterance::Keys(keys) => check_keys(keys, limits),
        }
    }

    /// The lines as they stand when it has been typed, the last one even without a Return.
    pub fn lines(&self) -> Vec<String> {
        let keys = match self {
            Utterance::Lines(lines) => return lines.clone(),
            Utterance::Keys(keys) => keys,
        };
        let (mut lines, mut line) = (Vec::new(), String::new());
        for key in keys {
            match key.stroke {
                Stroke::Character(c) => line.push(c),
                Stroke::Backspace => drop(line.pop()),
                Stroke::Return => lines.push(std::mem::take(&mut line)),
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// The keys in which it is shown: its own, or those of a typist who has read `heard` before.
    pub fn keys(self, heard: &str, typist: &mut Typist) -> Vec<Key> {
        match self {
            Utterance::Lines(lines) => typist.type_out(heard, &lines),
            Utterance::Keys(keys) => keys,
        }
    }
}

fn check_lines(lines: &[String], limits: &Limits) -> Result<(), Problem> {
    let (found, most) = (lines.len(), limits.lines);
    if found > most {
        return Err(Problem::TooManyLines { found, most });
    }
    for (nth, line) in lines.iter().enumerate() {
        text::check(line, limits.line_characters)
            .map_err(|problem| Problem::Line { nth, problem })?;
        for c in line.chars() {
            match Stroke::from_char(c) {
                Ok(Stroke::Character(_)) => {}
                Ok(Stroke::Return) => return Err(Problem::Break { nth }),
                Ok(Stroke::Backspace) => {
                    return Err(Problem::LineNotText { nth, problem: NotText(c) });
                }
                Err(problem) => return Err(Problem::LineNotText { nth, problem }),
            }
        }
    }
    let found = lines.iter().map(|line| line.chars().count() + 1).sum();
    if found > limits.keys {
        return Err(Problem::TooManyKeys { found, most: limits.keys });
    }
    Ok(())
}

fn check_keys(keys: &[Key], limits: &Limits) -> Result<(), Problem> {
    let (found, most) = (keys.len(), limits.keys);
    if found > most {
        return Err(Problem::TooManyKeys { found, most });
    }
    let mut length = 0_usize;
    for (nth, key) in keys.iter().enumerate() {
        match key.stroke {
            Stroke::Character(_) => length += 1,
            Stroke::Backspace => length = length.saturating_sub(1),
            Stroke::Return => length = 0,
        }
        if length > limits.line_characters {
            return Err(Problem::LongLine { nth, most: limits.line_characters });
        }
        if key.delay_ms > limits.delay_ms {
            return Err(Problem::Delay { nth, found: key.delay_ms, most: limits.delay_ms });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Chance;

    const LIMITS: Limits = Limits { lines: 3, line_characters: 5, keys: 14, delay_ms: 100 };

    fn lines(lines: &[&str]) -> Utterance {
        Utterance::Lines(lines.iter().map(|&line| line.to_owned()).collect())
    }

    fn keys(typed: &str, delay_ms: u32) -> Utterance {
        let key = |c| Key { delay_ms, stroke: Stroke::from_char(c).unwrap() };
        Utterance::Keys(typed.chars().map(key).collect())
    }

    #[test]
    fn an_utterance_is_checked_and_says_what_is_wrong() {
        for (said, sentence) in [
            (lines(&["a", "b", "c", "d"]), "There are 4 lines; the limit is 3."),
            (lines(&["ok", "too long"]), "Line 2 has 8 characters; the limit is 5."),
            (lines(&["ok", " "]), "Line 2 is still empty."),
            (lines(&["a\nb"]), "Line 1 contains a line break; send it as several lines."),
            (
                lines(&["a\u{8}b"]),
                "Line 1 cannot be typed. The character U+0008 cannot be typed here; it is \
                 invisible or reverses text.",
            ),
            (
                lines(&["a\u{202e}b"]),
                "Line 1 cannot be typed. The character U+202E cannot be typed here; it is \
                 invisible or reverses text.",
            ),
            (
                lines(&["12345", "12345", "12"]),
                "There are 15 keys, counting one for the end of each line; the limit is 14.",
            ),
            (
                keys("1\n2\n3\n4\n5\n6\n7\n8", 0),
                "There are 15 keys, counting one for the end of each line; the limit is 14.",
            ),
            (keys("12345\n123456", 0), "Key 12 is in a line of more than 5 characters."),
            (keys("ab", 101), "Delay 1 is 101 milliseconds; the limit is 100."),
        ] {
            assert_eq!(said.check(&LIMITS).unwrap_err().to_string(), sentence, "{said:?}");
        }
    }

    #[test]
    fn good_utterances_pass() {
        for said in [
            lines(&[]),
            lines(&["12345", "12345", "a"]),
            lines(&["\t語🌙\u{200d}a"]),
            keys("", 0),
            keys("12345\u{8}\u{8}45\nok\n", 100),
            keys("\u{8}\n", 0),
        ] {
            assert_eq!(said.check(&LIMITS), Ok(()), "{said:?}");
        }
        assert!(lines(&[]).is_silence() && keys("", 0).is_silence());
        assert!(!lines(&["a"]).is_silence() && !keys("\n", 0).is_silence());
    }

    #[test]
    fn keys_make_lines() {
        assert_eq!(keys("Hii\u{8}!\n\nyes", 0).lines(), ["Hi!", "", "yes"]);
        assert_eq!(keys("a\u{8}\u{8}", 0).lines(), [""; 0]);
        assert_eq!(lines(&["a", "b"]).lines(), ["a", "b"]);
    }

    #[test]
    fn lines_are_typed_out_and_keys_stay_as_sent() {
        let sent = keys("hi\u{8}\n", 7);
        let mut typist = Typist::new(Chance::from_seed(1), 40.0);
        assert_eq!(Utterance::Keys(sent.clone().keys("", &mut typist)), sent, "as sent");
        let typed = |seed| {
            let mut typist = Typist::new(Chance::from_seed(seed), 40.0);
            lines(&["Hi!", "You?"]).keys("Hello.", &mut typist)
        };
        let text: String = typed(1).iter().map(|key| key.stroke.to_char()).collect();
        assert_eq!(text, "Hi!\nYou?\n");
        assert_eq!(typed(1), typed(1));
        assert_ne!(typed(1), typed(2));
        let first = typed(1)[0].delay_ms;
        assert!(first > typed(1)[1].delay_ms, "it reads and thinks before it types");
    }
}
