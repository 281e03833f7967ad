//! Players, by the name or address that an operator gives.

use luna_core::identity::Email;
use luna_store::player::Player;
use luna_store::{self as store, Tx};

use crate::failure::Failure;

/// Finds a player by name or address.
pub(super) fn find(tx: &mut Tx<'_>, who: &str) -> Result<Player, Failure> {
    let by_email = match Email::parse(who) {
        Ok(email) => by_email(tx, email.as_str())?,
        Err(_) => None,
    };
    match by_email.map_or_else(|| store::player::by_name(tx, who), Ok) {
        Err(store::Error::NotFound) => {
            Err(Failure::Refused(format!("there is no player called {who}")))
        }
        found => Ok(found?),
    }
}

/// The player with a confirmed address, or the only one who claims it.
fn by_email(tx: &mut Tx<'_>, address: &str) -> Result<Option<Player>, Failure> {
    if let Some(owner) = store::player::by_verified_email(tx, address)? {
        return Ok(Some(owner));
    }
    let mut claims = store::player::by_claimed_email(tx, address, 2)?;
    if claims.len() > 1 {
        return Err(Failure::Refused(format!(
            "several accounts have the address {address} and none has confirmed it: please give \
             the player's name"
        )));
    }
    Ok(claims.pop())
}
