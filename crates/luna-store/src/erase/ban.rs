//! Bans, and their end.

use crate::context::Context;
use crate::error::Result;
use crate::game::leave::leave_all;
use crate::machine::lifecycle::kill_all_of;
use crate::machine::owner::lock_all_of;
use crate::moderation_log::{self, Act, Action};
use crate::player;
use crate::predict::answers;
use crate::tx::Tx;

/// Nobody plays with a banned player: open games are left. Sessions stay, so
/// that the player reads why wherever they are.
pub fn ban(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let player_id = act.of;
    lock_all_of(tx, player_id)?;
    player::find(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    kill_all_of(tx, at, player_id, "its owner is banned.")?;
    run!(
        tx,
        "UPDATE player SET banned_at = $2, banned_why = $3 WHERE id = $1 AND kind = 'human'",
        player_id,
        at.now,
        act.why,
    );
    answers::mark_outdated(tx);
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
        answers::mark_outdated(tx);
        moderation_log::note(tx, at, Act { by, of: player_id, why: "" }, Action::Unban)?;
    }
    Ok(())
}
