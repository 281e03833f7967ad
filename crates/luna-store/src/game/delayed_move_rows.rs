//! The rows of delayed moves: a machine has sent them, and nobody has seen them yet.

use luna_core::game::{Move, Seat};

use super::record::GameRecord;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Returns the move that the machine in a seat has sent and nobody has seen.
pub fn find(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<Option<Move>> {
    if !loaded.kind.counts() {
        return Ok(None);
    }
    let body: Option<(String,)> =
        row!(tx, "SELECT body FROM held WHERE game_id = $1 AND side = $2", loaded.id, seat.name(),);
    body.map(|(body,)| serde_json::from_str(&body).map_err(Error::corrupt)).transpose()
}

pub(in crate::game) fn delete(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<()> {
    if loaded.kind.counts() {
        defer!(
            tx,
            "DELETE FROM held WHERE game_id = $1 AND side = $2",
            row = format_args!("{} {}", loaded.id, seat.name()),
            loaded.id,
            seat.name(),
        );
    }
    Ok(())
}

pub(super) fn insert(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    defer!(
        tx,
        "INSERT INTO held (game_id, side, at, body) VALUES ($1, $2, $3, $4)",
        row = format_args!("{} {}", loaded.id, by.name()),
        loaded.id,
        by.name(),
        at.now,
        serde_json::to_string(mv).map_err(Error::corrupt)?,
    );
    Ok(())
}
