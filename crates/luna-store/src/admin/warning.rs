//! Warnings: what a moderator tells a player, shown until it is read.

use crate::discipline::context::Context;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "warning",
    key: &["id"],
    columns: &[
        (Class::Exported, &["at", "player_id", "why", "read_at"]),
        (Class::Withheld(reason::OPERATORS), &["by_player"]),
        (Class::NotPersonal, &["id"]),
    ],
    erasure: Erasure::Erased(forget),
};

#[derive(Clone, Debug)]
pub struct Warning {
    pub id: String,
    pub at: i64,
    pub why: String,
}

pub fn give(tx: &mut Tx<'_>, at: &Context, by: &str, player_id: &str, why: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO warning (id, at, player_id, by_player, why) VALUES ($1, $2, $3, $4, $5)",
        at.random.id(at.now),
        at.now,
        player_id,
        by,
        why,
    );
    tx.touch(&player::topic(player_id));
    Ok(())
}

/// Warnings that a player has not read yet.
pub fn unread(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Warning>> {
    let rows: Vec<(String, i64, String)> = rows!(
        tx,
        "SELECT id, at, why FROM warning WHERE player_id = $1 AND read_at IS NULL ORDER BY at, id",
        player_id,
    );
    Ok(rows.into_iter().map(|(id, at, why)| Warning { id, at, why }).collect())
}

pub fn read(tx: &mut Tx<'_>, id: &str, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE warning SET read_at = $3 WHERE id = $1 AND player_id = $2 AND read_at IS NULL",
        id,
        player_id,
        now,
    );
    Ok(())
}

/// For a player's download.
pub fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<serde_json::Value> {
    let rows: Vec<(i64, String, Option<i64>)> = rows!(
        tx,
        "SELECT at, why, read_at FROM warning WHERE player_id = $1 ORDER BY at, id",
        player_id,
    );
    let all = rows
        .into_iter()
        .map(|(at, why, read_at)| serde_json::json!({ "at": at, "why": why, "read_at": read_at }));
    Ok(all.collect())
}

pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM warning WHERE player_id = $1", player_id);
    Ok(())
}
