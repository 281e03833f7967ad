//! Machines in lists: an owner's, the versions of one, and the leaderboard.

use luna_core::interval::Spread;
use luna_core::rating::Rating;

use super::line::{LeaderboardRow, RankedMachine};
use super::midnight::Today;
use super::record::{Machine, find};
use super::skill::Skills;
use crate::player;
use crate::rating::derived;
use crate::rating::midnight::midnight;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Every version of every machine of an owner, oldest first.
pub fn of_owner(tx: &mut Tx<'_>, owner_id: &str) -> Result<Vec<RankedMachine>> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE owner_id = $1 ORDER BY line, version",
        owner_id,
    );
    ids.into_iter().map(|(id,)| ranked(tx, &id)).collect()
}

/// All versions of a machine, oldest first.
pub fn versions(tx: &mut Tx<'_>, line: &str) -> Result<Vec<RankedMachine>> {
    let ids: Vec<(String,)> =
        rows!(tx, "SELECT player_id FROM machine WHERE line = $1 ORDER BY version", line);
    ids.into_iter().map(|(id,)| ranked(tx, &id)).collect()
}

/// The number of an owner's machines, each with all its versions.
pub fn lines_of(tx: &mut Tx<'_>, owner_id: &str) -> Result<i64> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT COUNT(*) FROM machine WHERE owner_id = $1 AND version = 1", owner_id);
    Ok(found.map_or(0, |(count,)| count))
}

/// Latest first, before the one given by time and id.
pub fn newest(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<Machine>> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE (created_at, player_id) < ($1, $2)
         ORDER BY created_at DESC, player_id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    );
    ids.into_iter().map(|(id,)| find(tx, &id)).collect()
}

pub fn ranked(tx: &mut Tx<'_>, id: &str) -> Result<RankedMachine> {
    let (machine, tally) = (find(tx, id)?, player::tally(tx, id)?);
    Ok(RankedMachine { machine, tally, spread: crate::rating::spread_of(tx, id)? })
}

record! {
    struct Row {
        player_id: String,
        name: String,
        owner: Option<String>,
        way: String,
        guess_sum: i64,
        guess_count: i64,
        guess_squares: i64,
        finished: i64,
        created_at: i64,
        retired: bool,
        owner_id: Option<String>,
        guessed_at: Option<i64>,
        comes_with_luna: bool,
        skills: String,
        organisation: String,
        licence: String,
    }
}

/// Every machine that plays or has been measured, as it stood at the last midnight, highest rating
/// first, the unrated last.
pub fn board(tx: &mut Tx<'_>, now: i64) -> Result<Vec<LeaderboardRow>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT m.player_id, p.name, o.name, m.way, p.guess_sum, p.guess_count, p.guess_squares,
                p.finished, m.created_at,
                (m.stopped_at IS NOT NULL OR m.killed_at IS NOT NULL OR m.replaced_at IS NOT NULL),
                o.id,
                (SELECT MAX(g.at) FROM guess g WHERE g.of_player = m.player_id AND g.counts = TRUE AND g.at < $1),
                (m.owner_id IS NULL), m.skills, m.organisation, m.licence
         FROM machine m
         JOIN player p ON p.id = m.player_id
         LEFT JOIN player o ON o.id = m.owner_id AND o.erased_at IS NULL
         WHERE m.owner_id IS NOT NULL OR substr(m.skills, 1, 16) = 'ask answer guess'
               OR EXISTS (SELECT 1 FROM measure r WHERE r.player_id = m.player_id)",
        midnight(now),
    );
    let usual = derived::usual(tx)?;
    let line = |row: Row| {
        let rating = Rating::from_sum(row.guess_sum, row.guess_count);
        let spread = rating.map(|rating| Spread { rating, squares: row.guess_squares, usual });
        LeaderboardRow {
            player_id: row.player_id,
            name: row.name,
            owner: row.owner,
            owner_id: row.owner_id,
            comes_with_luna: row.comes_with_luna,
            way: row.way,
            organisation: row.organisation,
            licence: row.licence,
            spread,
            guessed_at: row.guessed_at,
            finished: row.finished,
            created_at: row.created_at,
            retired: row.retired,
            skills: Skills::from_text(&row.skills),
        }
    };
    let mut all: Vec<LeaderboardRow> = rows.into_iter().map(line).collect();
    Today::read(tx, now)?.before_board(&mut all);
    Ok(all)
}
