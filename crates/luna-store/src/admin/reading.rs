//! Readings: who has read which game, when and why.

use crate::discipline::context::Context;
use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "reading",
    key: &["id"],
    columns: &[
        (Class::Withheld(reason::OPERATORS), &["at", "by_player", "game_id", "why"]),
        (Class::NotPersonal, &["id"]),
    ],
    erasure: Erasure::Stays("It is the record of what moderators did, and holds ids."),
};

/// The time for which a moderator may look at a game after giving a reason.
pub const OPEN_MS: i64 = 3_600_000;

/// Writes down that a game is read.
pub fn note(tx: &mut Tx<'_>, at: &Context, by: &str, game_id: &str, why: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO reading (id, at, by_player, game_id, why) VALUES ($1, $2, $3, $4, $5)",
        at.random.id(at.now),
        at.now,
        by,
        game_id,
        why,
    );
    Ok(())
}

/// Returns true if this moderator has lately given a reason for reading a game.
pub fn is_open(tx: &mut Tx<'_>, by: &str, game_id: &str, now: i64) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT id FROM reading WHERE game_id = $1 AND by_player = $2 AND at > $3 LIMIT 1",
        game_id,
        by,
        now - OPEN_MS,
    );
    Ok(found.is_some())
}

record! {
    #[derive(Clone, Debug)]
    pub struct Reading {
        pub id: String,
        pub at: i64,
        /// The reader's name.
        pub by: String,
        pub by_id: String,
        pub game_id: String,
        pub why: String,
    }
}

/// Newest first, before the one given by time and id; of games that the reader of this list may
/// see.
pub fn list(
    tx: &mut Tx<'_>,
    reader: &str,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Reading>> {
    let sight = Sight::of(tx, reader)?.number();
    Ok(rows!(
        tx,
        "SELECT r.id, r.at, p.name, p.id, r.game_id, r.why
         FROM reading r JOIN player p ON p.id = r.by_player
         WHERE (r.at, r.id) < ($1, $2) AND EXISTS (
             SELECT 1 FROM game g WHERE g.id = r.game_id
             AND (g.ended_at IS NOT NULL OR CAST($4 AS BIGINT) = 0 OR (CAST($4 AS BIGINT) = 1 AND g.waiting_since IS NULL)))
         ORDER BY r.at DESC, r.id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
        sight,
    ))
}

/// All readings of one game, the first first.
pub fn of_game(tx: &mut Tx<'_>, game_id: &str) -> Result<Vec<Reading>> {
    Ok(rows!(
        tx,
        "SELECT r.id, r.at, p.name, p.id, r.game_id, r.why
         FROM reading r JOIN player p ON p.id = r.by_player
         WHERE r.game_id = $1 ORDER BY r.at, r.id",
        game_id,
    ))
}

/// Deletes some of the readings from before a time, and returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<i64> {
    let deleted = run!(
        tx,
        "DELETE FROM reading WHERE id IN (
             SELECT id FROM reading WHERE at < $1 ORDER BY at, id LIMIT $2)",
        before,
        limit,
    );
    Ok(i64::try_from(deleted).unwrap_or(limit))
}
