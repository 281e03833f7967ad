//! The log of moves.

use luna_core::game::{Move, Seat};

use super::record::GameRecord;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Adds a move after the moves the caller has seen. Fails with
/// [`Error::Conflict`] when there are more by now: the primary key is the lock.
pub(super) fn append(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    took_ms: Option<i64>,
    paced_ms: Option<i64>,
) -> Result<()> {
    let body = serde_json::to_string(mv).map_err(Error::corrupt)?;
    let player_id = loaded.occupant(by).map(|occupant| occupant.player_id.clone());
    defer!(
        tx,
        "INSERT INTO game_move (game_id, seq, at, side, player_id, took_ms, paced_ms, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        row = format_args!("{} {}", loaded.id, loaded.next_seq()),
        loaded.id,
        loaded.next_seq(),
        at.now,
        by.name(),
        player_id,
        took_ms,
        paced_ms,
        body,
    );
    loaded.seq += 1;
    Ok(())
}
