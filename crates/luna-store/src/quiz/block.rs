//! Blocks: writers who may not submit questions.

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_block",
    key: &["writer_id"],
    columns: &[(Class::Exported, &["writer_id", "blocked_at", "why"])],
    erasure: Erasure::Erased(forget),
};

record! {
    /// A writer who may not submit questions.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Block {
        pub writer_id: String,
        pub name: String,
        pub blocked_at: i64,
        pub why: String,
    }
}

/// Blocks a writer. Returns false if they are blocked already.
pub fn add(tx: &mut Tx<'_>, writer_id: &str, why: &str, now: i64) -> Result<bool> {
    player::require_here(tx, writer_id)?;
    let added = run!(
        tx,
        "INSERT INTO quiz_block (writer_id, blocked_at, why) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        writer_id,
        now,
        why,
    );
    Ok(added > 0)
}

/// Lifts a block. Returns false if there is none.
pub fn lift(tx: &mut Tx<'_>, writer_id: &str) -> Result<bool> {
    Ok(run!(tx, "DELETE FROM quiz_block WHERE writer_id = $1", writer_id) > 0)
}

pub fn find(tx: &mut Tx<'_>, writer_id: &str) -> Result<Option<Block>> {
    Ok(row!(
        tx,
        "SELECT b.writer_id, p.name, b.blocked_at, b.why
         FROM quiz_block b JOIN player p ON p.id = b.writer_id WHERE b.writer_id = $1",
        writer_id,
    ))
}

/// All blocks, the oldest first. They are few.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Block>> {
    Ok(rows!(
        tx,
        "SELECT b.writer_id, p.name, b.blocked_at, b.why
         FROM quiz_block b JOIN player p ON p.id = b.writer_id ORDER BY b.writer_id",
    ))
}

/// Lifts the block of a person who is erased.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    lift(tx, player_id).map(drop)
}
