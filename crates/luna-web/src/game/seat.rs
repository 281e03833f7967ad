//! Seats by the ids in addresses.

use luna_store as store;
use luna_store::Tx;
use luna_store::game::{GameRecord, SeatRecord};

use crate::http::error::Error;
use crate::http::id::is_id;

/// Returns a player's own seat.
pub(crate) fn seat(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<SeatRecord, Error> {
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    Ok(store::game::place(tx, id, player_id)?)
}

/// Returns a player's own seat and its game, locked for writing.
pub(super) fn seat_for_update(
    tx: &mut Tx<'_>,
    id: &str,
    player_id: &str,
) -> Result<(SeatRecord, GameRecord), Error> {
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    Ok(store::game::load_for_update(tx, id, player_id)?)
}
