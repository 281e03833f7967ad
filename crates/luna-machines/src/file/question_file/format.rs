//! The formats of a file, and the limits of what it holds.

/// The most characters of a question, its answer or the name of its generator.
pub const MOST_CHARS: usize = 500;
/// The most characters of a source sentence.
pub const MOST_SENTENCE_CHARS: usize = 3_000;
/// The most characters of an article.
pub const MOST_ARTICLE_CHARS: usize = 100_000;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An object on each line.
    Json,
    /// A header and rows, separated by commas, semicolons or tabs.
    Table,
    /// The output of the paper's program: question, source sentence, answer and score.
    Toolkit,
}

impl Format {
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "jsonl",
            Format::Table => "csv",
            Format::Toolkit => "toolkit",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        [Format::Json, Format::Table, Format::Toolkit].into_iter().find(|it| it.name() == name)
    }
}
