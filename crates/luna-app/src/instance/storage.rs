//! The room that each player has for what they write.

use luna_store::player::Player;
use luna_store::{self as store, Tx};

use crate::error::Error;
use crate::format::megabytes;
use crate::instance::budget::Payer;

/// The bytes that somebody with an account, and a guest, may have stored.
const MOST: i64 = 100_000_000;
const MOST_OF_GUEST: i64 = 20_000_000;

/// The bytes that a player may have stored.
pub fn limit(player: &Player) -> i64 {
    if player.email.is_some() { MOST } else { MOST_OF_GUEST }
}

/// Refuses to store more for a player who has used up their room. What they have is added up after
/// each megabyte that they have sent, and the sum is part of what they pay for.
pub fn check(tx: &mut Tx<'_>, payer: &Payer, writer: &Player) -> Result<(), Error> {
    if !payer.is_storage_due(&writer.id) {
        return Ok(());
    }
    payer.worked(SUM_US);
    if store::storage::bytes(tx, &writer.id)? >= limit(writer) {
        let most = megabytes(limit(writer));
        let advice =
            if writer.email.is_some() { "" } else { " An account has five times the room." };
        return Err(Error::Refused(format!(
            "You have used up your room of {most}. Please delete sets of questions that you no longer need, \
             and then save this again.{advice}"
        )));
    }
    payer.storage_checked(&writer.id);
    Ok(())
}

/// The time that it takes to add up, in microseconds.
const SUM_US: u64 = 20_000;
