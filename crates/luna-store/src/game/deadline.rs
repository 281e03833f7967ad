//! Time that runs out: a reminder, then an empty seat. Somebody who has gone
//! while the other player waits is not given all of it.

use crate::discipline::context::Context;
use crate::job;
use crate::tx::Tx;
use crate::tx::error::Result;
use luna_core::game::Kind;

/// First looked at when somebody may have gone, or half of the time is over.
pub(super) fn schedule(
    tx: &mut Tx<'_>,
    at: &Context,
    kind: Kind,
    seat_id: &str,
    due_at: i64,
) -> Result<()> {
    let half = (due_at - at.now) / 2;
    let first = if kind.counts() { half.min(at.timing.silence_ms) } else { half };
    schedule_check(tx, seat_id, false, at.now + first)
}

pub(super) fn cancel(tx: &mut Tx<'_>, seat_id: &str) -> Result<()> {
    job::cancel(tx, &format!("deadline:{seat_id}"))
}

pub(super) fn schedule_check(
    tx: &mut Tx<'_>,
    seat_id: &str,
    reminded: bool,
    due_at: i64,
) -> Result<()> {
    let work = job::Deadline { seat: seat_id.to_owned(), reminded };
    job::schedule(tx, &format!("deadline:{seat_id}"), &work, due_at)
}

/// Notes that these players are at a page or stream of theirs.
pub fn note_here(tx: &mut Tx<'_>, now: i64, players: &[String]) -> Result<()> {
    for player_id in players {
        run!(
            tx,
            "UPDATE seat SET here_at = $2
             WHERE player_id = $1 AND ending IS NULL AND due_at IS NOT NULL",
            player_id,
            now,
        );
        run!(
            tx,
            "UPDATE game SET seen_at = $2
             WHERE queue_key IS NOT NULL AND id IN (
                 SELECT game_id FROM seat WHERE player_id = $1 AND ending IS NULL)",
            player_id,
            now,
        );
    }
    Ok(())
}
