//! Contests as they are stored. Their state follows from their moves.

use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "contest",
    key: &["id"],
    columns: &[
        (
            Class::Exported,
            &["id", "name", "rules", "source", "organiser_id", "is_rehearsal", "created_at"],
        ),
        (Class::NotPersonal, &["rules_hash", "schedule", "words_per_minute", "version"]),
    ],
    erasure: Erasure::Erased(forget),
};

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Contest {
        pub id: String,
        pub name: String,
        /// The rules as JSON.
        pub rules: String,
        /// The SHA-256 of that.
        pub rules_hash: String,
        /// The file as the organiser wrote it.
        pub source: String,
        /// The schedule as JSON.
        pub schedule: String,
        pub words_per_minute: i64,
        /// The player who organises it; none if it was created from the command line.
        pub organiser_id: Option<String>,
        pub is_rehearsal: bool,
        pub created_at: i64,
        /// Rises with every move and every change of a seat.
        pub version: i64,
    }
}

/// The topic of everything about a contest but what is typed.
pub fn topic(id: &str) -> String {
    format!("contest:{id}")
}

pub fn create(tx: &mut Tx<'_>, contest: &Contest) -> Result<()> {
    if let Some(organiser) = &contest.organiser_id {
        player::require_here(tx, organiser)?;
    }
    run!(
        tx,
        "INSERT INTO contest (id, name, rules, rules_hash, source, schedule, words_per_minute,
                              organiser_id, is_rehearsal, created_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)",
        contest.id,
        contest.name,
        contest.rules,
        contest.rules_hash,
        contest.source,
        contest.schedule,
        contest.words_per_minute,
        contest.organiser_id,
        contest.is_rehearsal,
        contest.created_at,
    );
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Contest> {
    let found: Option<Contest> = row!(
        tx,
        "SELECT id, name, rules, rules_hash, source, schedule, words_per_minute, organiser_id,
                is_rehearsal, created_at, version
         FROM contest WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)
}

/// Holds a contest for a change: two moves in it take turns.
pub fn lock(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM contest WHERE id = $1 FOR NO KEY UPDATE", id)
}

pub fn version(tx: &mut Tx<'_>, id: &str) -> Result<i64> {
    let found: Option<(i64,)> = row!(tx, "SELECT version FROM contest WHERE id = $1", id);
    found.map(|(version,)| version).ok_or(Error::NotFound)
}

/// Tells everybody who watches a contest that it has changed.
pub fn change(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "UPDATE contest SET version = version + 1 WHERE id = $1", id);
    tx.touch(&topic(id));
    Ok(())
}

/// Contests, the latest first, before one of them.
pub fn latest(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<Contest>> {
    Ok(rows!(
        tx,
        "SELECT id, name, rules, rules_hash, source, schedule, words_per_minute, organiser_id,
                is_rehearsal, created_at, version
         FROM contest WHERE (created_at, id) < ($1, $2)
         ORDER BY created_at DESC, id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    ))
}

/// The contests that a player organises, oldest first.
pub fn of_organiser(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Contest>> {
    Ok(rows!(
        tx,
        "SELECT id, name, rules, rules_hash, source, schedule, words_per_minute, organiser_id,
                is_rehearsal, created_at, version
         FROM contest WHERE organiser_id = $1 ORDER BY id",
        player_id,
    ))
}

/// Blanks the file that an organiser wrote, which may hold names; the rules stay with the results.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    for contest in of_organiser(tx, player_id)? {
        run!(tx, "UPDATE contest SET source = '' WHERE id = $1", contest.id);
        change(tx, &contest.id)?;
    }
    Ok(())
}
