//! Players in the operators' list: all, or some of them.

use super::{Player, Tally, find, list, tally};
use crate::tx::Tx;
use crate::tx::error::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    Account,
    Guest,
    Machine,
}

impl PlayerKind {
    pub const ALL: [PlayerKind; 3] = [PlayerKind::Account, PlayerKind::Guest, PlayerKind::Machine];

    pub fn name(self) -> &'static str {
        match self {
            PlayerKind::Account => "account",
            PlayerKind::Guest => "guest",
            PlayerKind::Machine => "machine",
        }
    }
}

/// What operators have decided about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    Banned,
    /// Their guesses do not count.
    Excluded,
}

impl Restriction {
    pub const ALL: [Restriction; 2] = [Restriction::Banned, Restriction::Excluded];

    pub fn name(self) -> &'static str {
        match self {
            Restriction::Banned => "banned",
            Restriction::Excluded => "excluded",
        }
    }
}

/// The choice of players; the default is all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerFilter {
    pub kind: Option<PlayerKind>,
    pub restriction: Option<Restriction>,
}

impl PlayerFilter {
    /// The kind as a statement compares it.
    fn kind(self) -> i64 {
        match self.kind {
            None => 0,
            Some(PlayerKind::Account) => 1,
            Some(PlayerKind::Guest) => 2,
            Some(PlayerKind::Machine) => 3,
        }
    }
}

/// Newest first, before the one given by time and id.
pub fn players(
    tx: &mut Tx<'_>,
    filter: PlayerFilter,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<(Player, Tally)>> {
    let ids = match filter {
        PlayerFilter { kind: None, restriction: None } => return list(tx, before, limit),
        PlayerFilter { kind: Some(kind), restriction: None } => of_kind(tx, kind, before, limit)?,
        PlayerFilter { restriction: Some(restriction), .. } => {
            restricted(tx, restriction, filter.kind(), before, limit)?
        }
    };
    ids.into_iter().map(|(id,)| Ok((find(tx, &id)?, tally(tx, &id)?))).collect()
}

fn of_kind(
    tx: &mut Tx<'_>,
    kind: PlayerKind,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<(String,)>> {
    Ok(match kind {
        PlayerKind::Account => rows!(
            tx,
            "SELECT id FROM player WHERE email IS NOT NULL AND (created_at, id) < ($1, $2)
             ORDER BY created_at DESC, id DESC LIMIT $3",
            before.0,
            before.1,
            limit,
        ),
        PlayerKind::Guest => rows!(
            tx,
            "SELECT id FROM player
             WHERE kind = 'human' AND COALESCE(email, '') = '' AND erased_at IS NULL AND (created_at, id) < ($1, $2)
             ORDER BY created_at DESC, id DESC LIMIT $3",
            before.0,
            before.1,
            limit,
        ),
        PlayerKind::Machine => rows!(
            tx,
            "SELECT id FROM player WHERE kind = 'machine' AND (created_at, id) < ($1, $2)
             ORDER BY created_at DESC, id DESC LIMIT $3",
            before.0,
            before.1,
            limit,
        ),
    })
}

fn restricted(
    tx: &mut Tx<'_>,
    restriction: Restriction,
    kind: i64,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<(String,)>> {
    Ok(match restriction {
        Restriction::Banned => rows!(
            tx,
            "SELECT id FROM player
             WHERE banned_at IS NOT NULL AND erased_at IS NULL AND (created_at, id) < ($1, $2)
                   AND (CAST($4 AS BIGINT) = 0 OR (CAST($4 AS BIGINT) = 1 AND email IS NOT NULL)
                        OR (CAST($4 AS BIGINT) = 2 AND kind = 'human' AND email IS NULL)
                        OR (CAST($4 AS BIGINT) = 3 AND kind = 'machine'))
             ORDER BY created_at DESC, id DESC LIMIT $3",
            before.0,
            before.1,
            limit,
            kind,
        ),
        Restriction::Excluded => rows!(
            tx,
            "SELECT id FROM player
             WHERE excluded_at IS NOT NULL AND erased_at IS NULL AND (created_at, id) < ($1, $2)
                   AND (CAST($4 AS BIGINT) = 0 OR (CAST($4 AS BIGINT) = 1 AND email IS NOT NULL)
                        OR (CAST($4 AS BIGINT) = 2 AND kind = 'human' AND email IS NULL)
                        OR (CAST($4 AS BIGINT) = 3 AND kind = 'machine'))
             ORDER BY created_at DESC, id DESC LIMIT $3",
            before.0,
            before.1,
            limit,
            kind,
        ),
    })
}
