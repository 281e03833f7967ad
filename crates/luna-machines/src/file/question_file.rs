//! Files of machine-made questions: lines of JSON, tables, and the output of the paper's program.
//!
//! A file is read as a whole or refused in one sentence that names the line of the problem.

mod collection;
mod format;
mod json;
mod sample;
mod table;
#[cfg(test)]
mod tests;

pub use collection::{ArticleRecord, QuestionFile, QuestionRecord};
pub use format::{Format, MOST_ARTICLE_CHARS, MOST_CHARS, MOST_SENTENCE_CHARS};
pub use sample::{LONGEST_ARTICLE, SHORTEST_ARTICLE, sample};

pub use crate::file::tossup_file::{ReadError, unpack};

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
