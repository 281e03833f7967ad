//! The content of a file that was read.

use super::format::Format;

/// A tossup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TossupRecord {
    /// Its place among the tossups of the file, from 1.
    pub row: usize,
    /// Tournament, packet and number, as far as the file has them.
    pub packet: String,
    /// With the power mark, if there is one, and without markup.
    pub text: String,
    /// With the marks `<b>` and `<u>`, if there are some.
    pub answer_line: String,
    /// The answer that it counts as, if the file says so.
    pub page: Option<String>,
    pub category: String,
    pub subcategory: String,
    pub difficulty: String,
}

/// An answer of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerRecord {
    pub row: usize,
    pub title: String,
    pub kind: String,
    pub category: String,
    pub aliases: Vec<String>,
}

/// A row that repeats an earlier one, and was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    pub row: usize,
    pub first_row: usize,
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TossupFile {
    pub format: Format,
    pub tossups: Vec<TossupRecord>,
    pub answers: Vec<AnswerRecord>,
    pub duplicates: Vec<Duplicate>,
}

impl TossupRecord {
    /// The tournament with its year, the packet and the number, such as
    /// `Night Cup 2019, packet 3, tossup 12`, from those that there are.
    pub(super) fn name([tournament, year, packet, number]: [&str; 4]) -> String {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let dated = !tournament.is_empty() && is_number(year) && !tournament.contains(year);
        let tournament = if dated { format!("{tournament} {year}") } else { tournament.to_owned() };
        let packet = if is_number(packet) { format!("packet {packet}") } else { packet.to_owned() };
        let number = if number.is_empty() { String::new() } else { format!("tossup {number}") };
        let parts = [tournament, packet, number];
        let parts: Vec<&str> =
            parts.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect();
        parts.join(", ")
    }
}
