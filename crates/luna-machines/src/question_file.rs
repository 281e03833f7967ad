//! Files of machine-made questions: lines of JSON, tables, and the output of the paper's program.
//!
//! A file is read as a whole or refused in one sentence that names the line of the problem.

mod collection;
mod json;
mod sample;
mod table;
#[cfg(test)]
mod tests;

pub use collection::{ArticleRecord, QuestionFile, QuestionRecord};
pub use sample::{LONGEST_ARTICLE, SHORTEST_ARTICLE, sample};

pub use crate::tossup_file::ReadError;
use crate::tossup_file::unpack;

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

/// Reads a file, compressed with gzip or not. Without a format its content decides. `article` is the
/// name and the text of the article that all questions are about whose line names none.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    article: Option<(&str, &str)>,
) -> Result<QuestionFile, ReadError> {
    let text = unpack(bytes)?;
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.ok_or_else(|| ReadError::whole("the file is empty"))?;
    let format = format.unwrap_or_else(|| {
        if first.trim_start().starts_with('{') {
            Format::Json
        } else if table::is_header(first) || !first.contains('\t') {
            Format::Table
        } else {
            Format::Toolkit
        }
    });
    match format {
        Format::Json => json::read(&text, article),
        Format::Table => table::read(&text, article),
        Format::Toolkit => table::read_toolkit(&text, article),
    }
}
