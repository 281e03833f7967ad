//! Files of tossups and of answers: QANTA's and qbreader's JSON, packets as text, and tables.
//!
//! A file is read as a whole or refused in one sentence that names the place of the problem.

mod answer_list;
mod answer_map;
mod collection;
mod content;
mod detect;
mod error;
mod format;
mod json;
mod markup;
mod packet;
mod record;
mod table;

pub use answer_map::AnswerMap;
pub use collection::{MOST_ANSWER_CHARS, MOST_QUESTION_CHARS, MOST_TITLE_CHARS};
pub use error::ReadError;
pub use format::Format;
pub use record::{AnswerRecord, Duplicate, TossupFile, TossupRecord};

/// Reads a file, compressed with gzip or not. Without a format its content decides.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<TossupFile, ReadError> {
    let text = content::text(bytes)?;
    if text.trim().is_empty() {
        return Err(ReadError::whole("the file is empty"));
    }
    let format = match format {
        Some(format) => format,
        None => detect::format(&text)?,
    };
    match format {
        Format::Qanta | Format::Qbreader => json::read(&text, format),
        Format::Packet => packet::read(&text),
        Format::Csv => table::read(&text),
        Format::Answers => answer_list::read(&text),
    }
}

/// The text of a file, compressed with gzip or not.
pub fn unpack(bytes: &[u8]) -> Result<String, ReadError> {
    content::text(bytes)
}

/// Reads a map of answers to pages: an answer, a tab and a page on each line.
pub fn read_map(bytes: &[u8]) -> Result<AnswerMap, ReadError> {
    AnswerMap::read(&content::text(bytes)?)
}

#[cfg(test)]
mod tests;
