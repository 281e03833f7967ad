//! Leaving all games at once.

use luna_core::game::Move;

use super::load::load_for_update;
use super::play::play;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::Result;

pub(crate) fn leave_all(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    leave_some(tx, at, player_id, i64::MAX).map(drop)
}

/// The same for so many games at most. Gives how many were left.
pub(crate) fn leave_some(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    limit: i64,
) -> Result<i64> {
    let mut seats: Vec<(String, String)> = rows!(
        tx,
        "SELECT game_id, id FROM seat WHERE player_id = $1 AND ending IS NULL LIMIT $2",
        player_id,
        limit,
    );
    // Everybody who locks several games does so in the same order.
    seats.sort();
    let mut left = 0;
    for (_, seat_id) in seats {
        let (place, mut loaded) = load_for_update(tx, &seat_id, player_id)?;
        if place.here && place.ending.is_none() {
            play(tx, at, &mut loaded, place.seat, &Move::Remove, None)?;
            left += 1;
        }
    }
    Ok(left)
}
