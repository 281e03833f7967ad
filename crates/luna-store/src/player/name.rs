//! Names in use. No two players have the same name in another case, nor one that passes for
//! the other's.

use luna_core::name::skeleton;

use super::record::{Player, changed, find};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The reason a name is not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    Taken,
    Lookalike,
}

/// The stored look of a name. Names with a space come from Luna itself, such as that of a
/// machine's second version, and nobody can choose one.
pub(super) fn look(name: &str, id: &str) -> String {
    if name.contains(' ') { format!("={id}") } else { skeleton(name) }
}

pub fn by_name(tx: &mut Tx<'_>, name: &str) -> Result<Player> {
    let id: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE name_key = $1", name.to_lowercase());
    find(tx, &id.ok_or(Error::NotFound)?.0)
}

/// Finds out whether anybody but this player has a name or one that looks like it.
pub fn clash(tx: &mut Tx<'_>, name: &str, id: &str) -> Result<Option<Clash>> {
    let same: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE name_key = $1 AND id <> $2",
        name.to_lowercase(),
        id,
    );
    if same.is_some() {
        return Ok(Some(Clash::Taken));
    }
    let alike: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE name_skeleton = $1 AND name_skeleton <> '' AND id <> $2",
        look(name, id),
        id,
    );
    Ok(alike.map(|_| Clash::Lookalike))
}

/// Gives a player another name. [`Error::Conflict`] when it clashes with somebody else's.
pub fn rename(tx: &mut Tx<'_>, id: &str, name: &str) -> Result<()> {
    if clash(tx, name, id)?.is_some() {
        return Err(Error::Conflict);
    }
    changed(run!(
        tx,
        "UPDATE player SET name = $2, name_key = $3, name_skeleton = $4
         WHERE id = $1 AND erased_at IS NULL",
        id,
        name,
        name.to_lowercase(),
        look(name, id),
    ))
}

/// Fills in the looks of names from before they were stored. Of several that look alike the
/// oldest player's counts.
pub fn fill_skeletons(tx: &mut Tx<'_>) -> Result<()> {
    loop {
        let unfilled: Vec<(String, String, bool)> = rows!(
            tx,
            "SELECT id, name, (erased_at IS NOT NULL) FROM player WHERE name_skeleton = ''
             ORDER BY created_at, id LIMIT 500",
        );
        if unfilled.is_empty() {
            return Ok(());
        }
        for (id, name, erased) in unfilled {
            let taken = erased || clash(tx, &name, &id)? == Some(Clash::Lookalike);
            let look = if taken { format!("={id}") } else { look(&name, &id) };
            run!(tx, "UPDATE player SET name_skeleton = $2 WHERE id = $1", id, look);
        }
    }
}

/// The name of a player, if there is one with this id.
pub fn name_of(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<String>> {
    let found: Option<(String,)> = row!(tx, "SELECT name FROM player WHERE id = $1", player_id);
    Ok(found.map(|(name,)| name))
}
