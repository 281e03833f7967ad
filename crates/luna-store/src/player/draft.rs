//! Drafts: texts that somebody has typed and not sent yet, field by field, so that two devices can
//! write at once.

use std::collections::BTreeMap;

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "draft",
    key: &["player_id", "subject_id", "field"],
    columns: &[(Class::Exported, &["player_id", "subject_id", "field", "body", "at"])],
    erasure: Erasure::Erased(forget),
};

/// In place of a seat: questions kept for the next game.
pub const NEXT: &str = "next";

/// The text of a field, and when it was typed.
#[derive(Clone, Copy)]
struct Draft<'a> {
    player_id: &'a str,
    subject_id: &'a str,
    field: &'a str,
    body: &'a str,
    at: i64,
}

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
    write(tx, Draft { player_id, subject_id, field, body, at })
}

/// PostgreSQL cannot hold a NUL, which nobody types.
fn write(tx: &mut Tx<'_>, draft: Draft<'_>) -> Result<()> {
    lock_seat(tx, draft.subject_id)?;
    run!(
        tx,
        "INSERT INTO draft (player_id, subject_id, field, body, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (player_id, subject_id, field)
         DO UPDATE SET body = excluded.body, at = excluded.at",
        draft.player_id,
        draft.subject_id,
        draft.field,
        draft.body.replace('\0', ""),
        draft.at,
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
    for (nth, body) in questions.iter().enumerate() {
        let field = &format!("q{}", nth + 1);
        write(tx, Draft { player_id, subject_id: NEXT, field, body, at })?;
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
        let draft = Draft { player_id, subject_id, field, body, at: 0 };
        if field.starts_with("aside-") {
            write(tx, draft)?;
        } else {
            write_aside(tx, draft)?;
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
    write_aside(tx, Draft { player_id, subject_id, field, body, at: 0 })
}

/// Only responses are worth it: questions stay, and a guess was about the partner who has gone.
fn write_aside(tx: &mut Tx<'_>, draft: Draft<'_>) -> Result<()> {
    if !draft.field.starts_with('r') {
        return Ok(());
    }
    write(tx, Draft { field: &format!("aside-{}", draft.field), ..draft })
}

/// Deletes the drafts of an erased player.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM draft WHERE player_id = $1", player_id);
    Ok(())
}
