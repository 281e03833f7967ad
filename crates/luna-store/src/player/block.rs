//! Blocks: two players who are never paired again, whichever of them asked.
//!
//! A machine is blocked with all its versions. What the list shows of somebody
//! is what the game has told: a name at its end, before that only a date.

use crate::discipline::context::Context;
use crate::player;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};
use crate::tx::{Tx, locks};

pub(crate) const TABLE: Table = Table {
    name: "block",
    key: &["id"],
    columns: &[
        (Class::Exported, &["by_player", "seat_id", "at"]),
        (Class::Withheld(reason::PARTNER), &["of_player", "met"]),
        (Class::NotPersonal, &["id"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// Blocks that one player may make in an hour.
pub const PER_HOUR: i64 = 30;
const HOUR_MS: i64 = 3_600_000;

/// Blocks a player met in a game. Returns whether it was done: one player may make so many in
/// an hour.
pub fn add(tx: &mut Tx<'_>, at: &Context, by: &str, of: &str, seat_id: &str) -> Result<bool> {
    // Pairing shares one of these: it commits before this, or comes after and sees it.
    locks::blocks(tx)?;
    locks::queue(tx)?;
    player::require_here(tx, by)?;
    let made: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM block WHERE by_player = $1 AND at > $2",
        by,
        at.now - HOUR_MS,
    );
    if made.is_some_and(|(made,)| made >= PER_HOUR) {
        return Ok(false);
    }
    let first: Option<(String,)> = row!(tx, "SELECT line FROM machine WHERE player_id = $1", of);
    // A row for each game, also for somebody who is blocked already: that there is none would
    // tell who the partner is.
    run!(
        tx,
        "INSERT INTO block (id, by_player, of_player, met, seat_id, at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (by_player, of_player, seat_id) DO NOTHING",
        at.random.id(at.now),
        by,
        first.as_ref().map_or(of, |(first,)| first),
        of,
        seat_id,
        at.now,
    );
    Ok(true)
}

/// One line of a player's list.
#[derive(Clone, Debug)]
pub struct Block {
    pub id: String,
    pub at: i64,
    pub seat_id: String,
    /// When the game began.
    pub game_at: i64,
    /// Once the game has told; an erased player has none.
    pub name: Option<String>,
}

record! {
    struct Row {
        id: String,
        at: i64,
        seat_id: String,
        game_at: i64,
        ending: Option<String>,
        name: String,
        erased_at: Option<i64>,
    }
}

/// Everybody a player has blocked, the latest first.
pub fn list(tx: &mut Tx<'_>, by: &str) -> Result<Vec<Block>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT b.id, b.at, b.seat_id, g.started_at, s.ending, p.name, p.erased_at
         FROM block b
         JOIN seat s ON s.id = b.seat_id
         JOIN game g ON g.id = s.game_id
         JOIN player p ON p.id = b.met
         WHERE b.by_player = $1 ORDER BY b.at DESC, b.id DESC",
        by,
    );
    let block = |row: Row| {
        let Row { id, at, seat_id, game_at, ending, name, erased_at } = row;
        let told = ending.as_deref() == Some("final") && erased_at.is_none();
        Block { id, at, seat_id, game_at, name: Some(name).filter(|_| told) }
    };
    Ok(rows.into_iter().map(block).collect())
}

/// Lifts one of a player's own blocks.
pub fn lift(tx: &mut Tx<'_>, id: &str, by: &str) -> Result<()> {
    run!(tx, "DELETE FROM block WHERE id = $1 AND by_player = $2", id, by);
    Ok(())
}

/// Returns true if a person has blocked another.
pub(crate) fn is_blocked(tx: &mut Tx<'_>, by: &str, of: &str) -> Result<bool> {
    let found: Option<(String,)> =
        row!(tx, "SELECT id FROM block WHERE by_player = $1 AND of_player = $2 LIMIT 1", by, of,);
    Ok(found.is_some())
}

/// Returns true if one of the two has blocked the other. Of a machine any version may be given.
pub fn between(tx: &mut Tx<'_>, one: &str, other: &str) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT b.id FROM block b
         WHERE (b.by_player = $1 AND b.of_player = $2)
            OR (b.by_player = $2 AND b.of_player = $1)
            OR (b.by_player = $1
                AND b.of_player = (SELECT m.line FROM machine m WHERE m.player_id = $2))
            OR (b.by_player = $2
                AND b.of_player = (SELECT m.line FROM machine m WHERE m.player_id = $1))",
        one,
        other,
    );
    Ok(found.is_some())
}

/// Returns true if a player has blocked this machine in a game that hides nothing from them any
/// more. Practice hides nothing that counts: a block made there is kept at once, one of the unknown
/// partner of an open rated game must not show there.
pub fn of_known(tx: &mut Tx<'_>, by: &str, machine_id: &str) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT b.id FROM block b JOIN seat s ON s.id = b.seat_id JOIN game g ON g.id = s.game_id
         WHERE b.by_player = $1
               AND b.of_player = (SELECT m.line FROM machine m WHERE m.player_id = $2)
               AND (s.ending IS NOT NULL OR g.practice) LIMIT 1",
        by,
        machine_id,
    );
    Ok(found.is_some())
}

/// Counts a player's blocks of partners that may be anybody.
pub fn of_unknown(tx: &mut Tx<'_>, by: &str) -> Result<usize> {
    let games: Vec<(Option<String>, bool)> = rows!(
        tx,
        "SELECT s.ending, g.practice
         FROM block b JOIN seat s ON s.id = b.seat_id JOIN game g ON g.id = s.game_id
         WHERE b.by_player = $1",
        by,
    );
    Ok(games.iter().filter(|(ending, practice)| ending.is_none() && !practice).count())
}

/// For a player's download: the games in which they asked for it.
pub fn data(tx: &mut Tx<'_>, by: &str) -> Result<serde_json::Value> {
    let all = list(tx, by)?
        .into_iter()
        .map(|it| serde_json::json!({ "at": it.at, "game": it.seat_id, "name": it.name }));
    Ok(all.collect())
}

/// Removes an erased player's blocks, and those of them.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM block WHERE by_player = $1", player_id);
    run!(tx, "DELETE FROM block WHERE of_player = $1", player_id);
    Ok(())
}
