//! Changes of a seat.

use luna_core::game::Ending;

use super::record::{Occupant, SeatState};
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::Result;

/// The columns of a seat that a move changes.
#[derive(Clone, Copy)]
pub(super) struct SeatChange {
    pub(super) here: bool,
    pub(super) state: SeatState,
    pub(super) ending: Option<Ending>,
    pub(super) outcome: Option<&'static str>,
    pub(super) opened_at: i64,
    pub(super) due_at: Option<i64>,
    pub(super) moved_at: Option<i64>,
}

impl SeatChange {
    /// The player is to move, or to wait.
    pub(super) fn to(occupant: &Occupant, state: SeatState) -> SeatChange {
        let Occupant { opened_at, due_at, moved_at, .. } = *occupant;
        SeatChange { here: true, state, ending: None, outcome: None, opened_at, due_at, moved_at }
    }

    /// The game is over for the player.
    pub(super) fn over(occupant: &Occupant, ending: Ending) -> SeatChange {
        let ending = Some(ending);
        SeatChange { ending, due_at: None, ..SeatChange::to(occupant, SeatState::Over) }
    }
}

/// Streams tell a change by its time, so no two of a seat have the same.
pub(super) fn change(tx: &mut Tx<'_>, at: &Context, seat_id: &str, to: SeatChange) -> Result<()> {
    defer!(
        tx,
        "UPDATE seat SET here = $2, state = $3, ending = $4, outcome = $5, opened_at = $6, due_at = $7,
                moved_at = $9,
                place = CASE WHEN CAST($4 AS TEXT) IS NULL THEN place END,
                here_at = CASE WHEN CAST($4 AS TEXT) IS NULL THEN here_at END,
                changed_at = CASE WHEN changed_at < $8 THEN $8 ELSE changed_at + 1 END,
                ended_at = CASE WHEN CAST($4 AS TEXT) IS NULL THEN NULL
                                WHEN changed_at < $8 THEN $8 ELSE changed_at + 1 END
         WHERE id = $1",
        row = seat_id,
        seat_id,
        to.here,
        to.state.name(),
        to.ending.map(Ending::name),
        to.outcome,
        to.opened_at,
        to.due_at,
        at.now,
        to.moved_at,
    );
    Ok(())
}
