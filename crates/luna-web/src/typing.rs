//! Typing marks in operators' downloads and in `luna admin typing`.

use luna_figures::csv_cell;
use luna_store::paste_detection::{Typing, TypingMark};
use serde_json::{Value, json};

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

/// A mark without any name: the player's id stands for them.
pub fn value(it: &TypingMark) -> Value {
    let Typing { chars, took_ms, hint, suggested } = it.typing;
    json!({
        "game": it.spot.game_id, "move": it.spot.seq,
        "part": (it.spot.part > 0).then_some(it.spot.part),
        "at": it.spot.at, "player": it.player_id,
        "what": match (it.what, it.spot.part) {
            ("ask", 0) => "questions",
            ("ask", _) => "question",
            (_, 0) => "responses",
            _ => "response",
        },
        "characters": chars, "took_ms": took_ms, "pasted_characters": hint.pasted,
        "typed_characters": hint.typed, "typed_ms": hint.typed_ms,
        "pasted": it.pasted, "fast": it.fast,
        "suggested_characters": suggested, "suggested": it.suggested,
    })
}

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
