//! Bans, and their end.

use crate::account::ways_in;
use crate::discipline::context::Context;
use crate::game::leave::leave_all;
use crate::job::retraining;
use crate::machine::lifecycle::kill_all_of;
use crate::machine::owner::lock_all_of;
use crate::player;
use crate::player::moderation_log::{self, Act, Action};
use crate::tx::Tx;
use crate::tx::error::Result;

/// Nobody plays with a banned player: open games are left. All ways into an account end; its
/// owner logs in with the password again to read why. A guest has no password: their sessions and their code
/// stay, which open nothing but the reason, the download and the erasure.
pub fn ban(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let player_id = act.of;
    lock_all_of(tx, player_id)?;
    let player = player::find(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    kill_all_of(tx, at, player_id, "its owner is banned.")?;
    run!(
        tx,
        "UPDATE player SET banned_at = $2, banned_why = $3 WHERE id = $1 AND kind = 'human'",
        player_id,
        at.now,
        act.why,
    );
    match player.email {
        Some(_) => ways_in::end_all(tx, player_id, at.now)?,
        None => ways_in::end_all_but_own(tx, player_id, at.now)?,
    }
    retraining::mark_outdated(tx);
    moderation_log::note(tx, at, act, Action::Ban)
}

pub fn unban(tx: &mut Tx<'_>, at: &Context, by: Option<&str>, player_id: &str) -> Result<()> {
    let lifted = run!(
        tx,
        "UPDATE player SET banned_at = NULL, banned_why = NULL
         WHERE id = $1 AND banned_at IS NOT NULL",
        player_id,
    );
    if lifted > 0 {
        retraining::mark_outdated(tx);
        moderation_log::note(tx, at, Act { by, of: player_id, why: "" }, Action::Unban)?;
    }
    Ok(())
}
