//! The formats of files.

/// A format that tossups or answers are published in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON as QANTA has it: `questions`, or a question with its `text` on each line.
    Qanta,
    /// JSON as qbreader has it: `tossups`, or a tossup with its `question` on each line.
    Qbreader,
    /// A packet as text: numbered questions, each with a line `ANSWER:`.
    Packet,
    /// A table with a header, separated by commas, semicolons or tabs.
    Csv,
    /// Answers without questions: titles, or a table with the column `title`.
    Answers,
}

impl Format {
    pub const ALL: [Format; 5] =
        [Format::Qanta, Format::Qbreader, Format::Packet, Format::Csv, Format::Answers];

    pub fn name(self) -> &'static str {
        match self {
            Format::Qanta => "qanta",
            Format::Qbreader => "qbreader",
            Format::Packet => "packet",
            Format::Csv => "csv",
            Format::Answers => "answers",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}
