//! Machines of an erased owner: their results stay, everything the owner entered goes.

use crate::discipline::context::Context;
use crate::machine::task;
use crate::player::{GONE, placeholder};
use crate::tx::Tx;
use crate::tx::error::Result;

/// Why these machines are stopped, in place of anything an operator wrote.
pub(super) const WHY: &str = "its owner has left.";

/// Removes what an owner entered about their machines, and lets nobody in with the
/// tokens. The owner's machines and row are locked.
pub(super) fn forget(tx: &mut Tx<'_>, at: &Context, owner_id: &str) -> Result<()> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "UPDATE machine SET about = '', model = $2, organisation = '', licence = '', link = '',
                contact = '', setup = '{}', secret = NULL, killed_why = $3, alarm_at = NULL, alarm_why = NULL
         WHERE owner_id = $1 RETURNING player_id",
        owner_id,
        GONE,
        WHY,
    );
    let mut ids: Vec<String> = ids.into_iter().map(|(id,)| id).collect();
    // Players are locked in the order of their ids.
    ids.sort_unstable();
    ids.iter().try_for_each(|id| forget_one(tx, at, id))
}

fn forget_one(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE player SET name = $2, name_key = $2, name_skeleton = '=' || $1 WHERE id = $1",
        id,
        placeholder(id),
    );
    run!(
        tx,
        "UPDATE token SET name = $2, tail = '', revoked_at = COALESCE(revoked_at, $3)
         WHERE player_id = $1",
        id,
        GONE,
        at.now,
    );
    // Problems quote replies and addresses; keys of requests are the owner's words.
    run!(tx, "UPDATE spent SET problem = NULL WHERE player_id = $1 AND problem IS NOT NULL", id,);
    task::forget_machine(tx, id)?;
    for forget in at.disciplines.iter().filter_map(|it| it.forget_machine) {
        forget(tx, id)?;
    }
    run!(tx, "UPDATE machine_skill SET alarm_why = NULL WHERE player_id = $1", id);
    run!(tx, "DELETE FROM receipt WHERE player_id = $1", id);
    run!(tx, "UPDATE act SET why = '' WHERE of_player = $1", id);
    run!(tx, "DELETE FROM job WHERE id = $1", format!("lost:{id}"));
    run!(tx, "DELETE FROM job WHERE id = $1", format!("ready:{id}"));
    Ok(())
}
