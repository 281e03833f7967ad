//! Moves of machines that are in, and come out when a person's might.

use luna_core::game::{Move, Refusal, Seat};

use super::{Loaded, Moment, play, tell, turn};
use crate::{Error, Result, Tx};

/// A machine sends its move: it is made now, or held back until it is due. A
/// move the rules refuse is refused at once.
pub fn sent(tx: &mut Tx<'_>, at: &Moment, loaded: &mut Loaded, by: Seat, mv: &Move) -> Result<()> {
    if let Some(before) = held(tx, loaded, by)? {
        return Err(match before {
            Move::Ask(_) => Refusal::AlreadyAsked,
            Move::Answer(_) => Refusal::AlreadyAnswered,
            _ => Refusal::AlreadyGuessed,
        }
        .into());
    }
    if !turn::is_early(tx, at, loaded, by)? {
        return play(tx, at, loaded, by, mv, None);
    }
    loaded.game.clone().play(by, mv)?;
    let mover = loaded.occupant(by).cloned().ok_or(Error::NotFound)?;
    run!(
        tx,
        "INSERT INTO held (game_id, side, at, body) VALUES ($1, $2, $3, $4)",
        loaded.id,
        by.name(),
        at.now,
        serde_json::to_string(mv).map_err(Error::corrupt)?,
    );
    run!(
        tx,
        "UPDATE seat SET state = 'wait', due_at = NULL,
                changed_at = CASE WHEN changed_at < $2 THEN $2 ELSE changed_at + 1 END
         WHERE id = $1",
        mover.seat_id,
        at.now,
    );
    tell(tx, loaded.kind, &mover);
    super::deadline::cancel(tx, &mover.seat_id)
}

/// Makes the move that was held back; there may be none yet.
pub fn release(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    by: Seat,
    paced_ms: i64,
) -> Result<()> {
    let Some(mv) = held(tx, loaded, by)? else { return Ok(()) };
    drop_move(tx, loaded, by)?;
    play(tx, at, loaded, by, &mv, Some(paced_ms))
}

/// What the machine in a seat has sent and nobody has seen.
pub fn held(tx: &mut Tx<'_>, loaded: &Loaded, seat: Seat) -> Result<Option<Move>> {
    if !loaded.kind.counts() {
        return Ok(None);
    }
    let body: Option<(String,)> =
        row!(tx, "SELECT body FROM held WHERE game_id = $1 AND side = $2", loaded.id, seat.name(),);
    body.map(|(body,)| serde_json::from_str(&body).map_err(Error::corrupt)).transpose()
}

pub(super) fn drop_move(tx: &mut Tx<'_>, loaded: &Loaded, seat: Seat) -> Result<()> {
    if loaded.kind.counts() {
        run!(tx, "DELETE FROM held WHERE game_id = $1 AND side = $2", loaded.id, seat.name());
    }
    Ok(())
}
