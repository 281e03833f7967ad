//! Time that runs out: a reminder, then an empty seat.

use luna_core::game::{Move, Seat};

use super::{Loaded, Moment, Occupant, play, seated};
use crate::job::Work;
use crate::{Result, Tx, draft, job, mail};

/// First looked at when half of the time is over, to remind.
pub(super) fn schedule(tx: &mut Tx<'_>, at: &Moment, seat_id: &str, due_at: i64) -> Result<()> {
    look_again(tx, seat_id, at.now + (due_at - at.now) / 2)
}

pub(super) fn cancel(tx: &mut Tx<'_>, seat_id: &str) -> Result<()> {
    job::cancel(tx, &format!("deadline:{seat_id}"))
}

fn look_again(tx: &mut Tx<'_>, seat_id: &str, due_at: i64) -> Result<()> {
    let work = Work::Deadline { seat: seat_id.to_owned() };
    job::schedule(tx, &format!("deadline:{seat_id}"), &work, due_at)
}

/// What [`overdue`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// The seat has moved on, or its time was extended.
    No,
    Reminded,
    Expired,
}

/// Reminds at half time and empties the seat when its time is over.
pub fn overdue(tx: &mut Tx<'_>, at: &Moment, seat_id: &str) -> Result<Overdue> {
    let owner: Option<(String,)> = row!(
        tx,
        "SELECT player_id FROM seat WHERE id = $1 AND here AND due_at IS NOT NULL",
        seat_id
    );
    let Some((owner,)) = owner else { return Ok(Overdue::No) };
    let (place, mut loaded) = seated(tx, seat_id, &owner)?;
    let Some(occupant) = loaded.occupant(place.seat).cloned() else { return Ok(Overdue::No) };
    let Some(due_at) = occupant.due_at else { return Ok(Overdue::No) };
    if at.now >= due_at {
        if loaded.kind.counts() && !occupant.machine {
            keep_drafts(tx, at, &loaded, place.seat, &occupant)?;
        }
        play(tx, at, &mut loaded, place.seat, &Move::Expire, None)?;
        return Ok(Overdue::Expired);
    }
    let half = occupant.opened_at + (due_at - occupant.opened_at) / 2;
    if at.now < half {
        look_again(tx, seat_id, half)?;
        return Ok(Overdue::No);
    }
    if occupant.wants_mail && loaded.kind.counts() {
        mail::notice(tx, at, &occupant, "reminder");
    }
    look_again(tx, seat_id, due_at)?;
    Ok(Overdue::Reminded)
}

/// Questions that were typed or sent stay with whoever wrote them, for the
/// next game.
pub fn keep_drafts(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &Loaded,
    seat: Seat,
    occupant: &Occupant,
) -> Result<()> {
    let view = loaded.game.view(seat);
    match view.my_questions.filter(|_| !view.inherited) {
        Some(asked) => draft::keep_for_next(tx, &occupant.player_id, &asked, at.now),
        None => draft::move_to_next(tx, &occupant.player_id, &occupant.seat_id),
    }
}
