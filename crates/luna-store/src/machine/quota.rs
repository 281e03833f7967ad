//! Quotas: the number of games a machine may have.

use crate::game::list;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use luna_core::game::Kind;

pub(super) const DAY_MS: i64 = 86_400_000;
/// Open sandbox games: so many that only a program gone wild reaches it.
pub const MOST_SANDBOX: i64 = 1_000;

/// Why a machine cannot start one more game now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotaExceeded {
    Open(i64),
    /// The games of today; the seconds until tomorrow.
    Daily(i64, i64),
}

/// Counts one more game of a machine, unless it has as many as it may. For a rated game the
/// machine has been locked ([`super::lock`]), and here its place for one more game is: of several
/// games that begin at once, each sees those before it.
pub fn begin(tx: &mut Tx<'_>, now: i64, id: &str, kind: Kind) -> Result<Option<QuotaExceeded>> {
    list::lock_open(tx, id)?;
    if !kind.counts() {
        let open = list::open_of(tx, id, Kind::Sandbox)?;
        return Ok((open >= MOST_SANDBOX).then_some(QuotaExceeded::Open(MOST_SANDBOX)));
    }
    let caps: Option<(i64, i64, i64, i64)> = row!(
        tx,
        "SELECT most_open, most_daily, day, day_games FROM machine WHERE player_id = $1",
        id,
    );
    let (most_open, most_daily, day, day_games) = caps.ok_or(Error::NotFound)?;
    if list::open_of(tx, id, Kind::Rated)? >= most_open {
        return Ok(Some(QuotaExceeded::Open(most_open)));
    }
    let today = now.div_euclid(DAY_MS);
    let games = if day == today { day_games } else { 0 };
    if games >= most_daily {
        let seconds = (DAY_MS - now.rem_euclid(DAY_MS)) / 1000 + 1;
        return Ok(Some(QuotaExceeded::Daily(most_daily, seconds)));
    }
    run!(
        tx,
        "UPDATE machine SET day = $2, day_games = $3 WHERE player_id = $1",
        id,
        today,
        games + 1,
    );
    Ok(None)
}

/// The number of rated games it has begun today.
pub fn begun_today(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<i64> {
    let found: Option<(i64, i64)> =
        row!(tx, "SELECT day, day_games FROM machine WHERE player_id = $1", id);
    let (day, games) = found.ok_or(Error::NotFound)?;
    Ok(if day == now.div_euclid(DAY_MS) { games } else { 0 })
}
