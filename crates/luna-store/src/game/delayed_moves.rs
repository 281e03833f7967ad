//! Delayed moves: a machine's move becomes visible when a person might have made it.

use luna_core::game::consequences::ending;
use luna_core::game::{Move, Refusal, Seat};

use super::consequences::{of_loss, tell};
use super::play::play;
use super::record::{GameRecord, SeatState};
use super::seat::{SeatChange, change};
use super::{deadline, delayed_move_rows as rows, machine_pacing};
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Makes a machine's move now, or delays it until it is due. A move that the rules refuse is
/// refused at once. Returns false if this same move is delayed already.
pub fn submit(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
) -> Result<bool> {
    if let Some(before) = rows::find(tx, loaded, by)? {
        if before == *mv {
            return Ok(false);
        }
        return Err(match before {
            Move::Ask(_) => Refusal::AlreadyAsked,
            Move::Answer(_) => Refusal::AlreadyAnswered,
            Move::Leave | Move::Remove => Refusal::NotSeated,
            _ => Refusal::AlreadyGuessed,
        }
        .into());
    }
    if !machine_pacing::is_early(tx, at, loaded, by)? {
        return play(tx, at, loaded, by, mv, None).map(|_| true);
    }
    loaded.game.clone().play(by, mv)?;
    let mover = loaded.occupant(by).cloned().ok_or(Error::NotFound)?;
    rows::insert(tx, at, loaded, by, mv)?;
    let due_at = mover.due_at.filter(|_| mover.silent);
    let waits = SeatChange { due_at, ..SeatChange::to(&mover, SeatState::Wait) };
    change(tx, at, &mover.seat_id, waits)?;
    tell(tx, loaded.kind, &mover);
    if !mover.silent {
        deadline::cancel(tx, &mover.seat_id)?;
    }
    Ok(true)
}

/// A machine gives a game up: by `Leave`, or by `Remove` where it could not play on. For
/// the machine it is over at once. Its partner sees it go when its move is due, as
/// somebody goes who has thought about it; where none is due, at a time drawn like one.
pub fn leave(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    let mover = loaded.occupant(by).cloned().ok_or(Error::NotFound)?;
    if mover.leaving {
        return Ok(());
    }
    if !loaded.kind.counts() || loaded.occupant(by.other()).is_none() {
        return play(tx, at, loaded, by, mv, None).map(drop);
    }
    if *mv == Move::Leave && matches!(rows::find(tx, loaded, by)?, Some(Move::Guess(_))) {
        return Err(Refusal::PartDone.into());
    }
    loaded.game.clone().play(by, mv)?;
    if (mover.silent || !machine_pacing::is_early(tx, at, loaded, by)?)
        && !machine_pacing::put_off_leaving(tx, at, loaded, by)?
    {
        return play(tx, at, loaded, by, mv, None).map(drop);
    }
    rows::delete(tx, loaded, by)?;
    rows::insert(tx, at, loaded, by, mv)?;
    change(tx, at, &mover.seat_id, SeatChange::over(&mover, ending(mv, true)))?;
    if let Some(seated) = &mut loaded.occupants[by.index()] {
        (seated.leaving, seated.due_at) = (true, None);
    }
    tell(tx, loaded.kind, &mover);
    of_loss(tx, at, loaded, by, mv)?;
    deadline::cancel(tx, &mover.seat_id)
}

/// Makes the move that was delayed; there may be none yet.
pub fn release(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    paced_ms: i64,
) -> Result<()> {
    let Some(mv) = rows::find(tx, loaded, by)? else { return Ok(()) };
    rows::delete(tx, loaded, by)?;
    play(tx, at, loaded, by, &mv, Some(paced_ms)).map(drop)
}
