//! Typing marks as CSV, in operators' downloads.

use luna_app::typing_mark::value;
use luna_figures::csv_cell;
use luna_store::paste_detection::TypingMark;
use serde_json::Value;

/// The columns of a download, in order.
const COLUMNS: [&str; 15] = [
    "game",
    "move",
    "part",
    "at",
    "player",
    "what",
    "characters",
    "took_ms",
    "pasted_characters",
    "typed_characters",
    "typed_ms",
    "pasted",
    "fast",
    "suggested_characters",
    "suggested",
];

/// The first line of a CSV.
pub(crate) fn csv_head() -> String {
    format!("{}\r\n", COLUMNS.join(","))
}

pub(crate) fn csv_line(it: &TypingMark) -> String {
    let value = value(it);
    let cell = |column: &str| match value.get(column) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => csv_cell(text),
        Some(other) => other.to_string(),
    };
    format!("{}\r\n", COLUMNS.map(cell).join(","))
}
