//! Games that a machine has lost for its partner: it has left, or its time was
//! over. They count as those do in which its replies are of no use.

use super::quota::DAY_MS;
use super::state::all_stopped;
use super::usage::{self, UsageCounts};
use crate::discipline::context::Context;
use crate::job;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Counts a game, once, and has it looked into whether there are too many: in a
/// piece of work of its own, since an alarm takes many games.
pub(crate) fn count_forfeit(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    seat_id: &str,
    why: &str,
) -> Result<()> {
    // A machine that was stopped is not to blame.
    if all_stopped(tx)? || usage::of_subject(tx, player_id, seat_id)?.invalid > 0 {
        return Ok(());
    }
    let line = UsageCounts { invalid: 1, ..UsageCounts::default() };
    usage::add(tx, player_id, at.now.div_euclid(DAY_MS), seat_id, &line, Some(why))?;
    let work = job::MachineForfeit { machine: player_id.to_owned(), why: why.to_owned() };
    job::schedule(tx, &format!("lost:{player_id}"), &work, at.now)
}

/// A machine that comes to Luna has done something for its partner in a game.
pub fn count_reply(tx: &mut Tx<'_>, now: i64, player_id: &str, seat_id: &str) -> Result<()> {
    let line = UsageCounts { replies: 1, ..UsageCounts::default() };
    usage::add(tx, player_id, now.div_euclid(DAY_MS), seat_id, &line, None)
}
