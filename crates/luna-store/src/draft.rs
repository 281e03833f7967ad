//! Drafts: texts that somebody has typed and not sent yet, field by field, so that two devices can
//! write at once.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::player;
use crate::table::{Class, Erasure, Table};
use crate::tx::Tx;

pub(crate) const TABLE: Table = Table {
    name: "draft",
    key: &["player_id", "subject_id", "field"],
    columns: &[(Class::Exported, &["player_id", "subject_id", "field", "body", "at"])],
    erasure: Erasure::Erased(forget),
};

/// In place of a seat: questions kept for the next game.
pub const NEXT: &str = "next";

/// Keeps what is typed.
pub fn save(
    tx: &mut Tx<'_>,
    player_id: &str,
    subject_id: &str,
    field: &str,
    body: &str,
    at: i64,
) -> Result<()> {
    // The seat first: erasure leaves the seat before it locks the player.
    lock_seat(tx, subject_id)?;
    player::require_here(tx, player_id)?;
    write(tx, player_id, subject_id, field, body, at)
}

/// PostgreSQL cannot hold a NUL, which nobody types.
fn write(
    tx: &mut Tx<'_>,
    player_id: &str,
    subject_id: &str,
    field: &str,
    body: &str,
    at: i64,
) -> Result<()> {
    lock_seat(tx, subject_id)?;
    run!(
        tx,
        "INSERT INTO draft (player_id, subject_id, field, body, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (player_id, subject_id, field)
         DO UPDATE SET body = excluded.body, at = excluded.at",
        player_id,
        subject_id,
        field,
        body.replace('\0', ""),
        at,
    );
    Ok(())
}

pub fn of(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> = rows!(
        tx,
        "SELECT field, body FROM draft WHERE player_id = $1 AND subject_id = $2",
        player_id,
        subject_id,
    );
    Ok(rows.into_iter().collect())
}

pub fn clear(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    lock_seat(tx, subject_id)?;
    run!(tx, "DELETE FROM draft WHERE player_id = $1 AND subject_id = $2", player_id, subject_id);
    Ok(())
}

/// Like [`clear`], by a caller who has changed the seat and so has it locked.
pub(crate) fn clear_locked(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    defer!(
        tx,
        "DELETE FROM draft WHERE player_id = $1 AND subject_id = $2",
        row = format_args!("{player_id} {subject_id}"),
        player_id,
        subject_id,
    );
    Ok(())
}

/// Fields come in whatever order they were typed in: one at a time for a seat.
fn lock_seat(tx: &mut Tx<'_>, subject_id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM seat WHERE id = $1 FOR NO KEY UPDATE", subject_id)
}

/// Questions that were not used wait for the next game.
pub fn keep_for_next(
    tx: &mut Tx<'_>,
    player_id: &str,
    questions: &[String],
    at: i64,
) -> Result<()> {
    for (nth, question) in questions.iter().enumerate() {
        write(tx, player_id, NEXT, &format!("q{}", nth + 1), question, at)?;
    }
    Ok(())
}

/// The questions that wait for the next game; empty texts where there are none.
pub fn kept_questions(tx: &mut Tx<'_>, player_id: &str, questions: usize) -> Result<Vec<String>> {
    let mut kept = of(tx, player_id, NEXT)?;
    let fields = (1..=questions).map(|nth| format!("q{nth}"));
    Ok(fields.map(|field| kept.remove(&field).unwrap_or_default()).collect())
}

/// Questions typed for a game that is given up wait for the next.
pub fn move_to_next(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO draft (player_id, subject_id, field, body, at)
         SELECT player_id, 'next', field, body, at FROM draft
         WHERE player_id = $1 AND subject_id = $2 AND field >= 'q' AND field < 'r' AND body <> ''
         ON CONFLICT (player_id, subject_id, field)
         DO UPDATE SET body = excluded.body, at = excluded.at",
        player_id,
        subject_id,
    );
    Ok(())
}

/// A new game takes over what was kept, except where something is typed already.
pub fn take_kept(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    defer!(
        tx,
        "UPDATE draft SET subject_id = $2 WHERE player_id = $1 AND subject_id = 'next' AND field NOT IN (
             SELECT field FROM draft WHERE player_id = $1 AND subject_id = $2)", row = format_args!("{player_id} {subject_id}"),
        player_id,
        subject_id,
    );
    Ok(())
}

/// Keeps the responses to a partner who has gone for their writer to read. They fill no other
/// form.
pub fn set_aside(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    let typed = of(tx, player_id, subject_id)?;
    clear(tx, player_id, subject_id)?;
    // In order: what was set aside before comes first, and may be replaced.
    for (field, body) in &typed {
        if field.starts_with("aside-") {
            write(tx, player_id, subject_id, field, body, 0)?;
        } else {
            write_aside(tx, player_id, subject_id, field, body)?;
        }
    }
    Ok(())
}

/// Keeps a response that is typed for a partner who has gone.
pub fn save_aside(
    tx: &mut Tx<'_>,
    player_id: &str,
    subject_id: &str,
    field: &str,
    body: &str,
) -> Result<()> {
    lock_seat(tx, subject_id)?;
    player::require_here(tx, player_id)?;
    write_aside(tx, player_id, subject_id, field, body)
}

/// Only responses are worth it: questions stay, and a guess was about the partner who has gone.
fn write_aside(
    tx: &mut Tx<'_>,
    player_id: &str,
    subject_id: &str,
    field: &str,
    body: &str,
) -> Result<()> {
    if !field.starts_with('r') {
        return Ok(());
    }
    write(tx, player_id, subject_id, &format!("aside-{field}"), body, 0)
}

/// Deletes the drafts of an erased player.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM draft WHERE player_id = $1", player_id);
    Ok(())
}
