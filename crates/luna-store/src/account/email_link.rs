//! Links sent by mail. Only the hash of what is in the link is kept.

use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "link",
    key: &["id"],
    columns: &[(
        Class::Withheld(reason::SECRET),
        &["id", "kind", "player_id", "email", "expires_at"],
    )],
    erasure: Erasure::Erased(forget),
};

/// The purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Confirms an address.
    Verify,
    /// Sets a new password.
    Reset,
    /// Ends the mails about games.
    MailOff,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Verify => "verify",
            Kind::Reset => "reset",
            Kind::MailOff => "mail_off",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Link {
    pub player_id: String,
    pub email: String,
}

pub fn make(
    tx: &mut Tx<'_>,
    hash: &str,
    kind: Kind,
    player_id: &str,
    email: &str,
    expires_at: i64,
) -> Result<()> {
    player::require_here(tx, player_id)?;
    run!(
        tx,
        "INSERT INTO link (id, kind, player_id, email, expires_at) VALUES ($1, $2, $3, $4, $5)",
        hash,
        kind.name(),
        player_id,
        email,
        expires_at,
    );
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, hash: &str, kind: Kind, now: i64) -> Result<Option<Link>> {
    let found: Option<(String, String)> = row!(
        tx,
        "SELECT player_id, email FROM link WHERE id = $1 AND kind = $2 AND expires_at > $3",
        hash,
        kind.name(),
        now,
    );
    Ok(found.map(|(player_id, email)| Link { player_id, email }))
}

/// The address that the latest link of a kind was sent to, while it is good.
pub fn pending(tx: &mut Tx<'_>, player_id: &str, kind: Kind, now: i64) -> Result<Option<String>> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT email FROM link WHERE player_id = $1 AND kind = $2 AND expires_at > $3
         ORDER BY expires_at DESC LIMIT 1",
        player_id,
        kind.name(),
        now,
    );
    Ok(found.map(|(email,)| email))
}

/// A link that has done its work opens nothing more, nor do its older siblings:
/// [`Error::NotFound`] when one of them did it meanwhile. The player is locked already.
pub fn spend(tx: &mut Tx<'_>, hash: &str, kind: Kind) -> Result<()> {
    let spent: Option<(String,)> = row!(
        tx,
        "DELETE FROM link WHERE id = $1 AND kind = $2 RETURNING player_id",
        hash,
        kind.name()
    );
    let (player_id,) = spent.ok_or(Error::NotFound)?;
    run!(tx, "DELETE FROM link WHERE player_id = $1 AND kind = $2", player_id, kind.name());
    Ok(())
}

/// Returns the hashes, addresses and ends of the links that let somebody in. A link that ends mails
/// does not.
pub(crate) fn opening(
    tx: &mut Tx<'_>,
    player_id: &str,
    now: i64,
) -> Result<Vec<(String, String, i64)>> {
    Ok(rows!(
        tx,
        "SELECT id, email, expires_at FROM link
         WHERE player_id = $1 AND kind <> 'mail_off' AND expires_at > $2
         ORDER BY expires_at DESC",
        player_id,
        now,
    ))
}

/// Ends one link of a player.
pub(crate) fn end(tx: &mut Tx<'_>, player_id: &str, hash: &str) -> Result<()> {
    run!(tx, "DELETE FROM link WHERE id = $1 AND player_id = $2", hash, player_id);
    Ok(())
}

/// Ends the links of a kind that a new one takes the place of.
pub fn replace(tx: &mut Tx<'_>, player_id: &str, kind: Kind) -> Result<()> {
    run!(tx, "DELETE FROM link WHERE player_id = $1 AND kind = $2", player_id, kind.name());
    Ok(())
}

/// Ends all links that let somebody in.
pub(crate) fn end_all(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM link WHERE player_id = $1 AND kind <> 'mail_off'", player_id);
    Ok(())
}

/// Takes back the links that were sent to an address about a player.
pub fn withdraw(tx: &mut Tx<'_>, player_id: &str, email: &str) -> Result<()> {
    run!(tx, "DELETE FROM link WHERE player_id = $1 AND email = $2", player_id, email);
    Ok(())
}

pub fn sweep(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    Ok(run!(tx, "DELETE FROM link WHERE expires_at <= $1", now))
}

/// Deletes the links of an erased player.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM link WHERE player_id = $1", player_id);
    Ok(())
}
