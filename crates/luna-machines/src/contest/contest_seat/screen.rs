//! The screen of a seat, with the conversation that it has.

use luna_core::contest::conversation::Speaker;
use serde::Deserialize;

/// The screen of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Screen {
    pub contest: String,
    /// The seat, such as E2.
    pub seat: String,
    /// The round and the phase in words.
    pub clock: String,
    /// All rounds are over.
    pub is_over: bool,
    pub talk: Option<Talk>,
}

/// The conversation that a seat has now.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Talk {
    pub round: usize,
    pub attempt: usize,
    pub is_open: bool,
    /// The number of this seat's next key.
    pub next: usize,
    /// The keys of both, as characters, with their speakers.
    keys: Vec<(String, char)>,
}

/// Keys that the judge has typed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct JudgeText {
    pub round: usize,
    pub attempt: usize,
    pub text: String,
    /// The number of the judge's keys with these.
    pub shown: usize,
}

impl Talk {
    pub fn place(&self) -> (usize, usize) {
        (self.round, self.attempt)
    }

    /// The keys of the judge.
    pub fn judge(&self) -> impl Iterator<Item = char> {
        let keys = self.keys.iter().filter(|(by, _)| by == Speaker::Judge.name());
        keys.map(|(_, key)| *key)
    }

    /// The number of the judge's keys before the last one of this seat.
    pub fn answered(&self) -> usize {
        let is_own = |(by, _): &(String, char)| by != Speaker::Judge.name();
        let end = self.keys.iter().rposition(is_own).unwrap_or(0);
        self.keys.iter().take(end).filter(|key| !is_own(key)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_comes_late_knows_what_has_been_answered() {
        let talk = |keys: &str| {
            let by = |c: char| if c.is_uppercase() { "judge" } else { "party" };
            let keys = keys.chars().map(|c| (by(c).to_owned(), c)).collect();
            Talk { round: 1, attempt: 1, is_open: true, next: 0, keys }
        };
        for (keys, answered) in [("", 0), ("HI", 0), ("HIaB", 2), ("Ha", 1), ("HaIbCD", 2)] {
            let talk = talk(keys);
            assert_eq!(talk.answered(), answered, "{keys}");
            assert!(talk.judge().all(char::is_uppercase));
        }
    }
}
