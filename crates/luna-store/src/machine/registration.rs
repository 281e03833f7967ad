//! New machines, new versions and changed settings.

use super::lifecycle::{end_in_disciplines, stop_waiting};
use super::owner::{self, require_active_owner_of};
use super::record::{Machine, MachineConfig};
use super::skill;
use crate::discipline::context::Context;
use crate::player;
use crate::player::place;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::event::Event;

/// A new machine. [`Conflict`](crate::Error::Conflict) when the name is taken, and
/// [`NotFound`](crate::Error::NotFound) when its owner is banned or erased.
pub fn register(
    tx: &mut Tx<'_>,
    now: i64,
    id: &str,
    name: &str,
    owner_id: Option<&str>,
    declared: &MachineConfig,
) -> Result<()> {
    owner::require_active_owner(tx, owner_id)?;
    player::create(tx, id, true, name, now)?;
    insert(tx, now, id, owner_id, id, 1, declared)?;
    let Some(owner_id) = owner_id else { return Ok(()) };
    tx.note(Event::MachineRegistered { machine_id: id.to_owned(), owner_id: owner_id.to_owned() });
    place::note_owner(tx, owner_id)
}

/// Gives a house machine of an older Luna its place among the machines.
pub fn adopt(tx: &mut Tx<'_>, now: i64, id: &str, declared: &MachineConfig) -> Result<()> {
    insert(tx, now, id, None, id, 1, declared)
}

/// Sets the description of a house machine, and whether it plays practice games only.
pub fn describe(tx: &mut Tx<'_>, id: &str, about: &str, practice_only: bool) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET about = $2, practice_only = $3
         WHERE player_id = $1 AND (about <> $2 OR practice_only <> $3)",
        id,
        about,
        practice_only,
    );
    Ok(())
}

/// The next version of a machine, a player of its own. The one before starts
/// no more rated games, and what else it has begun ends: the rest would be another player's.
pub fn replace(
    tx: &mut Tx<'_>,
    at: &Context,
    before: &Machine,
    id: &str,
    name: &str,
    declared: &MachineConfig,
) -> Result<()> {
    let (owner, version) = (before.owner_id.as_deref(), before.version + 1);
    owner::require_active_owner(tx, owner)?;
    player::create(tx, id, true, name, at.now)?;
    insert(tx, at.now, id, owner, &before.line, version, declared)?;
    run!(
        tx,
        "UPDATE machine SET secret = (SELECT secret FROM machine WHERE player_id = $2)
         WHERE player_id = $1",
        id,
        before.player_id,
    );
    run!(tx, "UPDATE machine SET replaced_at = $2 WHERE player_id = $1", before.player_id, at.now);
    skill::inherit(tx, &before.player_id, id)?;
    end_in_disciplines(tx, at, &before.player_id)?;
    stop_waiting(tx, at, &before.player_id)
}

fn insert(
    tx: &mut Tx<'_>,
    now: i64,
    id: &str,
    owner_id: Option<&str>,
    line: &str,
    version: i64,
    declared: &MachineConfig,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine (player_id, owner_id, line, version, about, model, link, contact, way,
                              setup, most_open, most_daily, skills, created_at, organisation,
                              licence)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        id,
        owner_id,
        line,
        version,
        declared.about,
        declared.model,
        declared.link,
        declared.contact,
        declared.way.name(),
        declared.setup,
        declared.most_open,
        declared.most_daily,
        declared.skills.to_text(),
        now,
        declared.organisation,
        declared.licence,
    );
    Ok(())
}

/// Changes what may change without its being another machine.
pub fn update(tx: &mut Tx<'_>, id: &str, declared: &MachineConfig) -> Result<()> {
    require_active_owner_of(tx, id)?;
    run!(
        tx,
        "UPDATE machine SET about = $2, link = $3, contact = $4, setup = $5, most_open = $6,
                most_daily = $7, skills = $8, organisation = $9, licence = $10
         WHERE player_id = $1",
        id,
        declared.about,
        declared.link,
        declared.contact,
        declared.setup,
        declared.most_open,
        declared.most_daily,
        declared.skills.to_text(),
        declared.organisation,
        declared.licence,
    );
    Ok(())
}
