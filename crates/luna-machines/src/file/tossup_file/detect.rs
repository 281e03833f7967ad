//! The format of a file by its content.

use super::error::ReadError;
use super::format::Format;
use super::{answer_list, json, packet, table};

/// The characters of a line in a list of titles, at most.
const MOST_TITLE: usize = 200;

pub(super) fn format(text: &str) -> Result<Format, ReadError> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if text.trim_start().starts_with(['{', '[']) {
        return Ok(json::format(text));
    }
    if answer_list::has_header(first) {
        return Ok(Format::Answers);
    }
    if table::has_header(first) {
        return Ok(Format::Csv);
    }
    if text.lines().any(|line| packet::answer(line).is_some()) {
        return Ok(Format::Packet);
    }
    if table::is_table(text) {
        return Err(ReadError::whole(
            "this is a table whose header does not name the columns question and answer; rename them, \
             or give --format answers if each line is one title",
        ));
    }
    if let Some(column) = table::lone_column(first) {
        return Err(ReadError::whole(format!(
            "this looks like a table with the one column {column}; a table of tossups has the columns \
             question and answer. If each line is one title, delete the first line, or give --format \
             answers"
        )));
    }
    if text.lines().all(|line| line.chars().count() <= MOST_TITLE && !line.contains('\t')) {
        return Ok(Format::Answers);
    }
    Err(ReadError::whole(
        "the format is unknown; expected JSON of QANTA or qbreader, a packet with lines that begin \
         with ANSWER:, a table with the columns question and answer, or a title on each line",
    ))
}
