//! Whether a judge's guesses count.

use luna_core::rating::Rating;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Since when somebody's guesses do not count, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    pub at: i64,
    pub why: String,
}

pub fn excluded(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Exclusion>> {
    let found: Option<(Option<i64>, Option<String>)> =
        row!(tx, "SELECT excluded_at, excluded_why FROM player WHERE id = $1", player_id);
    let (at, why) = found.ok_or(Error::NotFound)?;
    Ok(at.map(|at| Exclusion { at, why: why.unwrap_or_default() }))
}

record! {
    /// A player's rating, and what decides whether their guesses count.
    #[derive(Clone, Debug)]
    pub(crate) struct Standing {
        pub(crate) player_id: String,
        guess_sum: i64,
        guess_count: i64,
        pub(crate) kind: String,
        excluded_at: Option<i64>,
    }
}

impl Standing {
    pub(crate) fn rating(&self) -> Option<Rating> {
        Rating::from_sum(self.guess_sum, self.guess_count)
    }

    /// The rating after guesses with this sum.
    pub(crate) fn rating_after(&self, sum: i64, count: i64) -> Option<Rating> {
        Rating::from_sum(self.guess_sum + sum, self.guess_count + count)
    }

    /// Returns true if this player's guesses count.
    pub(crate) fn counts(&self) -> bool {
        self.kind == "human" && self.excluded_at.is_none()
    }
}

pub(crate) fn standing(tx: &mut Tx<'_>, player_id: &str) -> Result<Standing> {
    let found: Option<Standing> = row!(
        tx,
        "SELECT id, guess_sum, guess_count, kind, excluded_at FROM player WHERE id = $1",
        player_id,
    );
    found.ok_or(Error::NotFound)
}

/// The standing of two players, who are locked until this work is done.
pub(crate) fn standing_held(tx: &mut Tx<'_>, players: [&str; 2]) -> Result<[Standing; 2]> {
    let found: Vec<Standing> = rows_locked!(
        tx,
        "SELECT id, guess_sum, guess_count, kind, excluded_at FROM player
         WHERE id IN ($1, $2) ORDER BY id",
        lock = "FOR NO KEY UPDATE",
        players[0],
        players[1],
    );
    let of = |id| found.iter().find(|it| it.player_id == id).cloned().ok_or(Error::NotFound);
    Ok([of(players[0])?, of(players[1])?])
}
