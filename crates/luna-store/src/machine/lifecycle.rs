//! Stopping machines: by their owners, the operator, or an alarm.

use crate::discipline::context::Context;
use crate::game::leave::leave_all;
use crate::game::play::remove_alone;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;

/// By its owner: it plays what it has begun with people, and starts no rated game.
pub fn stop(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    run!(tx, "UPDATE machine SET stopped_at = $2 WHERE player_id = $1", id, at.now);
    stop_waiting(tx, at, id)
}

/// By the operator: it leaves every game at once, and what else it has begun.
pub fn kill(tx: &mut Tx<'_>, at: &Context, id: &str, why: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET killed_at = $2, killed_why = $3 WHERE player_id = $1",
        id,
        at.now,
        why,
    );
    leave_all(tx, at, id)?;
    end_in_disciplines(tx, at, id)?;
    tx.touch(&player::topic(id));
    Ok(())
}

/// Ends what a machine has begun outside of games.
pub(super) fn end_in_disciplines(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    at.disciplines.iter().filter_map(|it| it.end_machine).try_for_each(|end| end(tx, id))
}

/// Its owner is banned or has gone.
pub(crate) fn kill_all_of(tx: &mut Tx<'_>, at: &Context, owner_id: &str, why: &str) -> Result<()> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE owner_id = $1 AND killed_at IS NULL ORDER BY player_id",
        owner_id,
    );
    ids.into_iter().try_for_each(|(id,)| kill(tx, at, &id, why))
}

/// Too many of its replies could not be read, or it cannot be called: it waits
/// for its owner. What comes with Luna has none and goes on with those it has met;
/// the operator is shown why. Says whether that is news.
pub fn alarm(tx: &mut Tx<'_>, at: &Context, id: &str, why: &str) -> Result<bool> {
    let first: Option<(Option<String>,)> = row!(
        tx,
        "UPDATE machine SET alarm_at = $2, alarm_why = $3
         WHERE player_id = $1 AND alarm_at IS NULL RETURNING owner_id",
        id,
        at.now,
        why,
    );
    match first {
        Some((Some(_),)) => stop(tx, at, id)?,
        Some((None,)) => stop_waiting(tx, at, id)?,
        None => {}
    }
    Ok(first.is_some())
}

/// Leaves the games in which nobody has come yet.
pub(super) fn stop_waiting(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    let waiting: Vec<(String,)> = rows!(
        tx,
        "SELECT s.id FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.phase = 'interview'
         ORDER BY s.game_id",
        id,
    );
    for (seat_id,) in waiting {
        remove_alone(tx, at, &seat_id, id)?;
    }
    tx.touch(&player::topic(id));
    Ok(())
}
