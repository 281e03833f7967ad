//! Second factors of accounts: an encrypted secret, the last code that was taken, and the hashes of
//! the recovery codes.

use serde_json::{Value, json};

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "second_factor",
    key: &["player_id"],
    columns: &[
        (Class::Exported, &["player_id", "made_at", "confirmed_at"]),
        (Class::Withheld(reason::SECRET), &["secret", "last_step"]),
    ],
    erasure: Erasure::Erased(remove),
};

pub(crate) const CODE: Table = Table {
    name: "second_factor_code",
    key: &["player_id", "code_hash"],
    columns: &[(Class::Withheld(reason::SECRET), &["player_id", "code_hash"])],
    erasure: Erasure::Erased(forget_codes),
};

record! {
    /// The second factor of an account.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SecondFactor {
        /// The encrypted secret.
        pub secret: String,
        pub made_at: i64,
        /// None while it is being set up: it is not asked for yet.
        pub confirmed_at: Option<i64>,
        /// The time step of the last code that was taken.
        pub last_step: i64,
    }
}

/// One that is not confirmed within this time has to be set up again.
pub const SET_UP_MS: i64 = 3_600_000;

impl SecondFactor {
    /// Returns false for one that nobody has confirmed in time.
    pub fn is_current(&self, now: i64) -> bool {
        self.confirmed_at.is_some() || (0..SET_UP_MS).contains(&(now - self.made_at))
    }
}

pub fn find(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<SecondFactor>> {
    Ok(row!(
        tx,
        "SELECT secret, made_at, confirmed_at, last_step FROM second_factor WHERE player_id = $1",
        player_id,
    ))
}

/// Returns true if an account has a second factor that is asked for.
pub fn is_on(tx: &mut Tx<'_>, player_id: &str) -> Result<bool> {
    Ok(find(tx, player_id)?.is_some_and(|it| it.confirmed_at.is_some()))
}

/// Begins to set one up, in place of one that was not confirmed. Returns false if one is on.
pub fn begin(tx: &mut Tx<'_>, player_id: &str, sealed: &str, now: i64) -> Result<bool> {
    player::require_here(tx, player_id)?;
    let begun = run!(
        tx,
        "INSERT INTO second_factor (player_id, secret, made_at, last_step) VALUES ($1, $2, $3, 0)
         ON CONFLICT (player_id) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at
         WHERE second_factor.confirmed_at IS NULL",
        player_id,
        sealed,
        now,
    );
    Ok(begun == 1)
}

/// Takes the code of a time step. Returns false if this or a later one was taken before.
pub fn take_step(tx: &mut Tx<'_>, player_id: &str, step: i64) -> Result<bool> {
    let taken = run!(
        tx,
        "UPDATE second_factor SET last_step = $2 WHERE player_id = $1 AND last_step < $2",
        player_id,
        step,
    );
    Ok(taken == 1)
}

/// Turns it on.
pub fn confirm(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE second_factor SET confirmed_at = $2 WHERE player_id = $1 AND confirmed_at IS NULL",
        player_id,
        now,
    );
    Ok(())
}

/// Replaces the recovery codes.
pub fn set_codes(tx: &mut Tx<'_>, player_id: &str, hashes: &[String]) -> Result<()> {
    player::require_here(tx, player_id)?;
    forget_codes(tx, player_id)?;
    for hash in hashes {
        run!(
            tx,
            "INSERT INTO second_factor_code (player_id, code_hash) VALUES ($1, $2)",
            player_id,
            hash,
        );
    }
    Ok(())
}

/// Spends a recovery code. Returns false if there is none with this hash.
pub fn spend_code(tx: &mut Tx<'_>, player_id: &str, hash: &str) -> Result<bool> {
    let spent = run!(
        tx,
        "DELETE FROM second_factor_code WHERE player_id = $1 AND code_hash = $2",
        player_id,
        hash,
    );
    Ok(spent == 1)
}

/// Returns the number of recovery codes that are left.
pub fn codes_left(tx: &mut Tx<'_>, player_id: &str) -> Result<usize> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT COUNT(*) FROM second_factor_code WHERE player_id = $1", player_id);
    Ok(found.map_or(0, |(count,)| usize::try_from(count).unwrap_or(0)))
}

/// Turns it off: the secret and the recovery codes are deleted.
pub fn remove(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM second_factor WHERE player_id = $1", player_id);
    forget_codes(tx, player_id)
}

fn forget_codes(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM second_factor_code WHERE player_id = $1", player_id);
    Ok(())
}

/// What a download says of it.
pub(crate) fn exported(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Value>> {
    let found = find(tx, player_id)?;
    Ok(found.map(|it| json!({ "made_at": it.made_at, "confirmed_at": it.confirmed_at })))
}
