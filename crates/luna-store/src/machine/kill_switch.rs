//! The switch that stops every machine somebody has entered.

use super::state::{ALL_STOPPED, all_stopped};
use crate::db::setting;
use crate::discipline::context::Context;
use crate::game::leave::leave_some;
use crate::game::list;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::{job, player};

const JOB: &str = "leave";
/// Games that are left in one piece of work: moves of people are not to wait
/// for all of them.
const LEFT_AT_ONCE: i64 = 50;

/// Stops them, or lets them play again. From here on they do nothing; they leave
/// their games in pieces of work of their own, [`leave_next`].
pub fn stop_all(tx: &mut Tx<'_>, stop: bool, now: i64) -> Result<()> {
    if !stop {
        job::cancel(tx, JOB)?;
        return setting::clear(tx, ALL_STOPPED);
    }
    setting::set(tx, ALL_STOPPED, &now.to_string())?;
    go_on(tx, "", now)?;
    // Their streams end.
    let all: Vec<(String,)> = rows!(tx, "SELECT player_id FROM machine WHERE player_id >= $1", "");
    for (id,) in all {
        tx.wake(&player::topic(&id));
    }
    Ok(())
}

fn go_on(tx: &mut Tx<'_>, after: &str, now: i64) -> Result<()> {
    job::schedule(tx, JOB, &job::Leave { after: after.to_owned() }, now)
}

/// While all are stopped: the first machine after an id that is in games leaves
/// them, and the rest is done later.
pub fn leave_next(tx: &mut Tx<'_>, at: &Context, after: &str) -> Result<()> {
    if !all_stopped(tx)? {
        return Ok(());
    }
    let page: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE player_id > $1 AND owner_id IS NOT NULL
         ORDER BY player_id LIMIT 100",
        after,
    );
    let mut before = after;
    for (id,) in &page {
        if list::open_count(tx, id)? > 0 {
            let left = leave_some(tx, at, id, LEFT_AT_ONCE)?;
            tx.touch(&player::topic(id));
            // As many as that: there may be more of the same machine.
            return go_on(tx, if left == LEFT_AT_ONCE { before } else { id }, at.now);
        }
        before = id;
    }
    if page.is_empty() { Ok(()) } else { go_on(tx, before, at.now) }
}
