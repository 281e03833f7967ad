//! Whether a machine may play, and whether it is there.

use super::record::Machine;
use crate::db::setting;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;

/// The setting that is there while they are stopped.
pub(crate) const ALL_STOPPED: &str = "machines_stopped";

/// Locks all house machines: servers that start at the same time set them up one after the other.
pub fn lock_all(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1956, hashtext(current_schema()::TEXT || $1))", "all")
}

/// [`may_begin`], and it stays so until this transaction ends. Returns false if somebody is about
/// to change that: the caller has locked a game, and to wait here might deadlock.
pub fn lock_if_may_begin(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let locked = tx.try_lock(
        "SELECT 1 FROM machine
         WHERE player_id = $1 AND stopped_at IS NULL AND killed_at IS NULL AND replaced_at IS NULL
               AND alarm_at IS NULL
         FOR SHARE SKIP LOCKED",
        id,
    )?;
    Ok(locked && may_begin(tx, id)?)
}

/// Returns true if nobody has stopped it, no alarm is on and no later version plays instead.
pub fn may_begin(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT version FROM machine
         WHERE player_id = $1 AND stopped_at IS NULL AND killed_at IS NULL AND replaced_at IS NULL
               AND alarm_at IS NULL",
        id,
    );
    Ok(found.is_some())
}

/// Notes that a machine is there, at most every half minute.
pub fn note_presence(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let first: Option<(String,)> = row!(
        tx,
        "UPDATE machine SET seen_at = $2 WHERE player_id = $1 AND seen_at = 0 RETURNING player_id",
        id,
        now,
    );
    if first.is_some() {
        tx.touch(&player::topic(id));
    }
    run!(
        tx,
        "UPDATE machine SET seen_at = $2 WHERE player_id = $1 AND seen_at < $3",
        id,
        now,
        now - 30_000,
    );
    Ok(())
}

/// Its owner lets it play again; the alarm, if there was one, is over.
pub fn resume(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET stopped_at = NULL, alarm_at = NULL, alarm_why = NULL
         WHERE player_id = $1",
        id,
    );
    tx.touch(&player::topic(id));
    Ok(())
}

pub fn revive(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "UPDATE machine SET killed_at = NULL, killed_why = NULL WHERE player_id = $1", id,);
    tx.touch(&player::topic(id));
    Ok(())
}

/// Ends the alarm of a house machine that has made a move again.
pub fn calm(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET alarm_at = NULL, alarm_why = NULL
         WHERE player_id = $1 AND owner_id IS NULL",
        id,
    );
    Ok(())
}

/// Returns true if the operator has stopped all machines that people have registered.
pub fn all_stopped(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(setting::get(tx, ALL_STOPPED)?.is_some())
}

/// Returns true if a machine is stopped with them; house machines are not.
pub fn stopped_with_all(tx: &mut Tx<'_>, machine: &Machine) -> Result<bool> {
    Ok(!machine.comes_with_luna() && all_stopped(tx)?)
}
