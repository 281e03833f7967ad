//! A player, as pages show one.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The rights of a player besides playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads reports, games and the judges' queue, and acts on them.
    Moderator,
    /// Does everything.
    Administrator,
}

impl Role {
    pub const ALL: [Role; 2] = [Role::Moderator, Role::Administrator];

    pub fn name(self) -> &'static str {
        match self {
            Role::Moderator => "moderator",
            Role::Administrator => "administrator",
        }
    }

    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
pub struct Player {
    pub id: String,
    pub machine: bool,
    pub name: String,
    pub email: Option<String>,
    pub verified: bool,
    pub role: Option<Role>,
    pub banned_why: Option<String>,
    pub wants_mail: bool,
    pub created_at: i64,
    pub banned_at: Option<i64>,
    /// Other players are not shown their rating.
    pub rating_hidden: bool,
}

impl Player {
    pub fn is_admin(&self) -> bool {
        self.role == Some(Role::Administrator)
    }

    /// Moderators do, and administrators.
    pub fn moderates(&self) -> bool {
        self.role.is_some()
    }
}

record! {
    /// The columns of a player that pages show.
    pub(crate) struct PlayerRow {
        id: String,
        kind: String,
        name: String,
        email: Option<String>,
        verified: bool,
        role: Option<String>,
        banned_why: Option<String>,
        wants_mail: bool,
        created_at: i64,
        banned_at: Option<i64>,
        rating_hidden: bool,
    }
}

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Player {
        Player {
            id: row.id,
            machine: row.kind == "machine",
            name: row.name,
            email: row.email,
            verified: row.verified,
            role: row.role.as_deref().and_then(Role::from_name),
            banned_why: row.banned_why,
            wants_mail: row.wants_mail,
            created_at: row.created_at,
            banned_at: row.banned_at,
            rating_hidden: row.rating_hidden,
        }
    }
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Player> {
    let row: Option<PlayerRow> = row!(
        tx,
        "SELECT id, kind, name, email, verified, role, banned_why, wants_mail, created_at,
                banned_at, rating_hidden
         FROM player WHERE id = $1 AND erased_at IS NULL",
        id,
    );
    row.map(Player::from).ok_or(Error::NotFound)
}

/// Returns true if somebody is here, and they stay until this transaction ends. Erasure locks the
/// player before everything else of theirs, and so does this; otherwise the two would deadlock.
pub(crate) fn still_here(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR KEY SHARE", id)?;
    let here: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL", id);
    Ok(here.is_some())
}

/// Before something is kept of somebody: [`Error::NotFound`] if they have been erased, or
/// are meanwhile, and nothing of them may come after that.
pub(crate) fn require_here(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    if still_here(tx, id)? { Ok(()) } else { Err(Error::NotFound) }
}

/// The result of a change of a player, who may have been erased.
pub(super) fn changed(players: u64) -> Result<()> {
    if players == 0 { Err(Error::NotFound) } else { Ok(()) }
}
