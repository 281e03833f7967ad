//! Email addresses: one player owns an address, which a mail to it has shown; any number may
//! claim it.

use super::record::{Player, changed, find};
use super::seat_address;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::event::Event;

/// The one player who has proved that this address is theirs.
pub fn by_verified_email(tx: &mut Tx<'_>, email: &str) -> Result<Option<Player>> {
    let id: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE email = $1 AND verified", email);
    id.map(|(id,)| find(tx, &id)).transpose()
}

/// Players who say that an address is theirs, which nothing has shown: the first few.
pub fn by_claimed_email(tx: &mut Tx<'_>, email: &str, limit: i64) -> Result<Vec<Player>> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM player WHERE email = $1 AND NOT verified
         ORDER BY created_at LIMIT $2",
        email,
        limit,
    );
    ids.into_iter().map(|(id,)| find(tx, &id)).collect()
}

/// The player with this address and this hash of a password: the address's owner first, then
/// the oldest. However many claim the address, one hash of the password finds the player.
pub fn by_password(tx: &mut Tx<'_>, email: &str, hash: &str) -> Result<Option<String>> {
    let owner: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE email = $1 AND verified AND password = $2",
        email,
        hash,
    );
    if let Some((id,)) = owner {
        return Ok(Some(id));
    }
    let claim: Option<(String,)> = row!(
        tx,
        "SELECT id FROM player WHERE email = $1 AND password = $2 ORDER BY created_at LIMIT 1",
        email,
        hash,
    );
    Ok(claim.map(|(id,)| id))
}

/// Ids and hashes of the address's owner and of the first few who claim it. They may have a
/// salt of their own: of an owner who has had another address, and of accounts from before
/// addresses had a salt.
pub fn first_hashes(tx: &mut Tx<'_>, email: &str) -> Result<Vec<(String, String)>> {
    type Row = (String, Option<String>);
    let owner: Vec<Row> =
        rows!(tx, "SELECT id, password FROM player WHERE email = $1 AND verified", email);
    let claims: Vec<Row> = rows!(
        tx,
        "SELECT id, password FROM player WHERE email = $1 AND NOT verified
         ORDER BY created_at LIMIT 3",
        email,
    );
    let with_password = |(id, hash): Row| hash.map(|hash| (id, hash));
    Ok(owner.into_iter().chain(claims).filter_map(with_password).collect())
}

/// Says that an address is theirs; nothing but a mail to it will show that.
pub fn claim_email(tx: &mut Tx<'_>, id: &str, email: &str, hash: &str, now: i64) -> Result<()> {
    tx.note(Event::SignedUp { player_id: id.to_owned() });
    changed(run!(
        tx,
        "UPDATE player SET email = $2, verified = FALSE, password = $3, claimed_at = $4
         WHERE id = $1 AND erased_at IS NULL",
        id,
        email,
        hash,
        now,
    ))
}

/// Takes an address off a player who only claimed it, and who is a guest again by that.
pub fn disclaim_email(tx: &mut Tx<'_>, id: &str, email: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE player SET email = NULL, password = NULL
         WHERE id = $1 AND email = $2 AND NOT verified",
        id,
        email,
    );
    Ok(())
}

/// The address is theirs now; everybody else who claimed it is a guest again.
/// [`Error::Conflict`] when somebody else had it already.
pub fn verify_email(tx: &mut Tx<'_>, id: &str, email: &str) -> Result<()> {
    // One at a time for an address: each would wait for the other's player.
    tx.lock("SELECT pg_advisory_xact_lock(1953, hashtext(current_schema()::TEXT || $1))", email)?;
    if by_verified_email(tx, email)?.is_some_and(|owner| owner.id != id) {
        return Err(Error::Conflict);
    }
    run!(
        tx,
        "UPDATE player SET email = NULL, password = NULL
         WHERE email = $2 AND NOT verified AND id <> $1",
        id,
        email,
    );
    tx.note(Event::AddressConfirmed { player_id: id.to_owned() });
    // From now on mails about games go to this one.
    seat_address::forget_all(tx, id)?;
    changed(run!(
        tx,
        "UPDATE player SET email = $2, verified = TRUE WHERE id = $1 AND erased_at IS NULL",
        id,
        email,
    ))
}
