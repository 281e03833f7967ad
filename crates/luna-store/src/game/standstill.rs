//! The clocks of games stand still while an instance is stopped: nobody can move then, and neither
//! can machines.

use crate::job::{self, JobSpec, MachineSeat, MachineTurn, Watch};
use crate::tx::Tx;
use crate::tx::error::Result;

/// Shorter stops cost nobody a move. A periodic job may also be this late under load.
const LEAST_MS: i64 = 60_000;

/// Called at a start. Puts off all that games wait for by the time for which nothing has run, and
/// returns it. A periodic job tells that time: while any server runs, it is not overdue.
pub fn stand_still(tx: &mut Tx<'_>, now: i64) -> Result<Option<i64>> {
    let due: Option<(i64,)> = row!(
        tx,
        "SELECT due_at FROM job WHERE id = $1 AND due_at <= $2",
        Watch::KIND,
        now - LEAST_MS,
    );
    let Some((stopped_at,)) = due else { return Ok(None) };
    let stopped_ms = now - stopped_at;
    run!(
        tx,
        "UPDATE seat SET opened_at = opened_at + $1, due_at = due_at + $1, here_at = here_at + $1
         WHERE due_at IS NOT NULL",
        stopped_ms,
    );
    // Nor is a machine absent that could not reach the instance.
    run!(tx, "UPDATE machine SET seen_at = seen_at + $1", stopped_ms);
    for kind in [MachineSeat::KIND, MachineTurn::KIND] {
        run!(
            tx,
            "UPDATE job SET due_at = due_at + $1 WHERE kind = $2 AND due_at IS NOT NULL",
            stopped_ms,
            kind,
        );
    }
    // Another server that starts finds nothing overdue.
    job::schedule(tx, Watch::KIND, &Watch {}, now)?;
    Ok(Some(stopped_ms))
}
