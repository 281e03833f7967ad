//! The part of a download about contests: seats, moves, and every key of the player.

use serde_json::{Value, json};

use super::{keystroke, log, moves, record, seat};
use crate::tx::Tx;
use crate::tx::error::Result;

pub(super) fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Value> {
    let organised = record::of_organiser(tx, player_id)?;
    let seats = seat::of_player(tx, player_id)?;
    let moves = moves::of_player(tx, player_id)?;
    let keys = keystroke::of_player(tx, player_id)?;
    let log = log::of_player(tx, player_id)?;
    Ok(json!({
        "organised": organised.iter().map(organised_contest).collect::<Vec<_>>(),
        "seats": seats.iter().map(|it| json!({
            "contest": it.contest_id, "participant": it.participant.to_string(),
            "label": it.label, "joined_at": it.joined_at, "briefed_at": it.briefed_at,
        })).collect::<Vec<_>>(),
        "moves": moves.iter().map(|(contest, it)| json!({
            "contest": contest, "at": it.at, "author": moves::name(it.by), "move": it.mv,
        })).collect::<Vec<_>>(),
        "keys": keys.iter().map(|it| json!({
            "contest": it.place.contest_id, "round": it.place.round, "attempt": it.place.attempt,
            "speaker": it.speaker, "number": it.number, "at": it.at, "strokes": it.strokes,
        })).collect::<Vec<_>>(),
        "log": log.iter().map(|(contest, it)| json!({
            "contest": contest, "at": it.at, "participant": it.participant.to_string(),
            "what": it.what.name(),
        })).collect::<Vec<_>>(),
    }))
}

fn organised_contest(it: &record::Contest) -> Value {
    json!({
        "id": it.id, "name": it.name, "organiser": it.organiser_id,
        "rules": serde_json::from_str::<Value>(&it.rules).ok(), "file": it.source,
        "is_rehearsal": it.is_rehearsal, "created_at": it.created_at,
    })
}
