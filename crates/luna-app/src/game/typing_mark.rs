//! Typing marks as records: in operators' downloads and in `luna admin typing`.

use luna_store::paste_detection::{Typing, TypingMark};
use serde_json::{Value, json};

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
