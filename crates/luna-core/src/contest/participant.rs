//! The participants of a contest, numbered from 1 and printed as the rules of 2009 print them: J1,
//! E1, C1, and J1E1C1 for the three of a pair.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Participant {
    Judge(usize),
    Entry(usize),
    Confederate(usize),
}

/// One of the two that a judge tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    Entry(usize),
    Confederate(usize),
}

/// The place of a party on the judge's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Left,
    Right,
}

/// A cell of the matrix of judges and entries: the confederate that a judge compares with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cell {
    pub judge: usize,
    pub entry: usize,
    pub confederate: usize,
}

/// The reason why a text names no participant or cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is neither a participant, such as J1, E2 or C3, nor a cell, such as J1E2C3.")]
pub struct Unreadable(String);

impl Participant {
    pub fn number(self) -> usize {
        match self {
            Participant::Judge(number)
            | Participant::Entry(number)
            | Participant::Confederate(number) => number,
        }
    }
}

impl Party {
    pub fn participant(self) -> Participant {
        match self {
            Party::Entry(number) => Participant::Entry(number),
            Party::Confederate(number) => Participant::Confederate(number),
        }
    }
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    pub fn from_name(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl Cell {
    pub fn participants(self) -> [Participant; 3] {
        [
            Participant::Judge(self.judge),
            Participant::Entry(self.entry),
            Participant::Confederate(self.confederate),
        ]
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Participant::Judge(number) => write!(f, "J{number}"),
            Participant::Entry(number) => write!(f, "E{number}"),
            Participant::Confederate(number) => write!(f, "C{number}"),
        }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.participant().fmt(f)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "J{}E{}C{}", self.judge, self.entry, self.confederate)
    }
}

impl FromStr for Participant {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Participant, Unreadable> {
        let unreadable = || Unreadable(text.to_owned());
        let mut letters = text.chars();
        let role = letters.next().ok_or_else(unreadable)?;
        let number = number(letters.as_str()).ok_or_else(unreadable)?;
        match role {
            'J' => Ok(Participant::Judge(number)),
            'E' => Ok(Participant::Entry(number)),
            'C' => Ok(Participant::Confederate(number)),
            _ => Err(unreadable()),
        }
    }
}

impl FromStr for Cell {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        let read = || {
            let (judge, rest) = text.strip_prefix('J')?.split_once('E')?;
            let (entry, confederate) = rest.split_once('C')?;
            let [judge, entry, confederate] = [judge, entry, confederate].map(number);
            Some(Cell { judge: judge?, entry: entry?, confederate: confederate? })
        };
        read().ok_or_else(|| Unreadable(text.to_owned()))
    }
}

/// A number from 1 in the one way to write it.
fn number(digits: &str) -> Option<usize> {
    let number: usize = digits.parse().ok()?;
    (number > 0 && number.to_string() == digits).then_some(number)
}

impl TryFrom<String> for Participant {
    type Error = Unreadable;

    fn try_from(text: String) -> Result<Participant, Unreadable> {
        text.parse()
    }
}

impl From<Participant> for String {
    fn from(participant: Participant) -> String {
        participant.to_string()
    }
}

impl TryFrom<String> for Cell {
    type Error = Unreadable;

    fn try_from(text: String) -> Result<Cell, Unreadable> {
        text.parse()
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn participants_and_cells_are_written_in_one_way() {
        for text in ["J1", "E12", "C3"] {
            assert_eq!(text.parse::<Participant>().unwrap().to_string(), text);
        }
        for text in ["J1E2C3", "J10E20C30"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "J", "J0", "J01", "J+1", "X1", "j1", "J1E1", "J1 "] {
            assert!(text.parse::<Participant>().is_err(), "{text}");
        }
        for text in ["", "J1", "J1E1", "J1E1C0", "J01E1C1", "E1J1C1", "J1E1C1 ", "J1C1E1"] {
            let error = text.parse::<Cell>().unwrap_err().to_string();
            assert!(error.contains(&format!("“{text}”")), "{error}");
        }
    }

    #[test]
    fn they_are_stored_as_they_are_printed() {
        let cell: Cell = serde_json::from_str(r#""J1E2C3""#).unwrap();
        assert_eq!(serde_json::to_string(&cell).unwrap(), r#""J1E2C3""#);
        assert!(serde_json::from_str::<Cell>(r#""J1""#).is_err());
        assert_eq!(serde_json::to_string(&cell.participants()).unwrap(), r#"["J1","E2","C3"]"#);
        assert_eq!(serde_json::to_string(&Side::BOTH).unwrap(), r#"["left","right"]"#);
    }
}
