//! Attempts: sittings of machines elsewhere that are not complete yet, with the questions that the machine
//! has been asked in them.

use serde_json::{Value, json};

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "battery_attempt",
    key: &["id"],
    columns: &[(
        Class::Exported,
        &["id", "player_id", "form", "asked_by", "begun_at", "paused_why"],
    )],
    erasure: Erasure::Erased(forget),
};

pub(crate) const QUESTION: Table = Table {
    name: "battery_question",
    key: &["attempt_id", "item", "clues"],
    columns: &[(
        Class::Exported,
        &["attempt_id", "item", "clues", "task_id", "asked_at", "ended_at", "reply"],
    )],
    erasure: Erasure::With("battery_attempt"),
};

record! {
    /// A sitting that is not complete yet.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Attempt {
        /// That of the sitting, once it is complete.
        pub id: String,
        pub player_id: String,
        /// Its letter.
        pub form: String,
        /// The person who has the machine sit.
        pub asked_by: String,
        pub begun_at: i64,
        /// Why the machine is not asked at the moment; none: it is.
        pub paused_why: Option<String>,
    }
}

record! {
    /// A question that a machine has been asked, with its reply.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Question {
        pub item: String,
        /// Of the item's clues, the first so many; 0 for the whole item.
        pub clues: i64,
        pub task_id: String,
        pub asked_at: i64,
        /// None: the machine has not replied yet.
        pub ended_at: Option<i64>,
        /// JSON; none if the machine gave no answer.
        pub reply: Option<String>,
    }
}

/// The topic of pages that show how far an attempt is.
pub fn topic(id: &str) -> String {
    format!("battery:{id}")
}

/// Begins an attempt. Returns false if the machine has one already.
pub fn begin(tx: &mut Tx<'_>, new: &Attempt) -> Result<bool> {
    let begun = run!(
        tx,
        "INSERT INTO battery_attempt (id, player_id, form, asked_by, begun_at, paused_why)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (player_id) DO NOTHING",
        new.id,
        new.player_id,
        new.form,
        new.asked_by,
        new.begun_at,
        new.paused_why,
    );
    tx.touch(&topic(&new.id));
    Ok(begun > 0)
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Attempt> {
    let found: Option<Attempt> = row!(
        tx,
        "SELECT id, player_id, form, asked_by, begun_at, paused_why
         FROM battery_attempt WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)
}

/// The attempt that a machine is in.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Attempt>> {
    Ok(row!(
        tx,
        "SELECT id, player_id, form, asked_by, begun_at, paused_why
         FROM battery_attempt WHERE player_id = $1",
        player_id,
    ))
}

/// Pauses an attempt for a reason, or lets it go on.
pub fn pause(tx: &mut Tx<'_>, id: &str, why: Option<&str>) -> Result<()> {
    run!(tx, "UPDATE battery_attempt SET paused_why = $2 WHERE id = $1", id, why);
    tx.touch(&topic(id));
    Ok(())
}

/// Keeps that a machine was asked something.
pub fn ask(tx: &mut Tx<'_>, attempt_id: &str, asked: &Question) -> Result<()> {
    run!(
        tx,
        "INSERT INTO battery_question (attempt_id, item, clues, task_id, asked_at, ended_at, reply)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        attempt_id,
        asked.item,
        asked.clues,
        asked.task_id,
        asked.asked_at,
        asked.ended_at,
        asked.reply,
    );
    Ok(())
}

/// Ends the question that a task was put for, if there is one. Returns its attempt.
pub fn end(
    tx: &mut Tx<'_>,
    task_id: &str,
    now: i64,
    reply: Option<&str>,
) -> Result<Option<Attempt>> {
    let ended: Vec<(String,)> = rows!(
        tx,
        "UPDATE battery_question SET ended_at = $2, reply = $3
         WHERE task_id = $1 AND ended_at IS NULL RETURNING attempt_id",
        task_id,
        now,
        reply,
    );
    let Some((id,)) = ended.into_iter().next() else { return Ok(None) };
    tx.touch(&topic(&id));
    find(tx, &id).map(Some)
}

/// Everything that has been asked in an attempt, in order.
pub fn questions(tx: &mut Tx<'_>, id: &str) -> Result<Vec<Question>> {
    Ok(rows!(
        tx,
        "SELECT item, clues, task_id, asked_at, ended_at, reply
         FROM battery_question WHERE attempt_id = $1 ORDER BY asked_at, item, clues",
        id,
    ))
}

/// Deletes an attempt with everything asked in it.
pub fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "DELETE FROM battery_question WHERE attempt_id = $1", id);
    run!(tx, "DELETE FROM battery_attempt WHERE id = $1", id);
    tx.touch(&topic(id));
    Ok(())
}

/// Ends the attempt that a machine is in, because it leaves everything.
pub(crate) fn leave(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    of_player(tx, player_id)?.map_or(Ok(()), |attempt| delete(tx, &attempt.id))
}

/// The attempts of a player, and those in which they have a machine asked.
fn about(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Attempt>> {
    Ok(rows!(
        tx,
        "SELECT id, player_id, form, asked_by, begun_at, paused_why
         FROM battery_attempt WHERE player_id = $1
         UNION
         SELECT id, player_id, form, asked_by, begun_at, paused_why
         FROM battery_attempt WHERE asked_by = $1
         ORDER BY id",
        player_id,
    ))
}

/// Deletes the attempts of a player, and those in which they have a machine asked.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let all = about(tx, player_id)?;
    all.iter().try_for_each(|attempt| delete(tx, &attempt.id))
}

/// The attempts of a player and those in which they have a machine asked, for a download.
pub(crate) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for attempt in about(tx, player_id)? {
        let questions: Vec<Value> = questions(tx, &attempt.id)?.iter().map(question).collect();
        all.push(json!({
            "id": attempt.id, "player": attempt.player_id, "form": attempt.form,
            "asked_by": attempt.asked_by, "begun_at": attempt.begun_at,
            "paused": attempt.paused_why, "questions": questions,
        }));
    }
    Ok(all)
}

fn question(it: &Question) -> Value {
    json!({
        "item": it.item, "clues": it.clues, "task": it.task_id, "asked_at": it.asked_at,
        "ended_at": it.ended_at, "reply": it.reply,
    })
}
