//! Turns of machines: how many lines of the other side each has replied to.

use luna_core::contest::conversation::Speaker;

use super::keystroke::{ConversationPlace, PlaceRow};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "contest_turn",
    key: &["contest_id", "round", "attempt", "judge", "side", "speaker"],
    columns: &[(
        Class::NotPersonal,
        &[
            "contest_id",
            "round",
            "attempt",
            "judge",
            "side",
            "speaker",
            "heard",
            "conversation",
            "task_id",
        ],
    )],
    erasure: Erasure::NotPersonal,
};

/// The state of a machine's turns in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The number of lines of the other side that it has replied to.
    pub heard: usize,
    /// The name under which a machine elsewhere knows the conversation.
    pub conversation: Option<String>,
    /// The task that it has been asked by, until its reply is typed.
    pub task_id: Option<String>,
}

/// The state of a machine's turns; none before its first one.
pub fn find(tx: &mut Tx<'_>, place: &ConversationPlace, by: Speaker) -> Result<Option<Turn>> {
    let (contest_id, round, attempt, judge, side) = place.columns()?;
    let found: Option<(i64, Option<String>, Option<String>)> = row!(
        tx,
        "SELECT heard, conversation, task_id FROM contest_turn
         WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND judge = $4 AND side = $5
           AND speaker = $6",
        contest_id,
        round,
        attempt,
        judge,
        side,
        by.name(),
    );
    let Some((heard, conversation, task_id)) = found else { return Ok(None) };
    let heard = usize::try_from(heard).map_err(Error::corrupt)?;
    Ok(Some(Turn { heard, conversation, task_id }))
}

/// The place of a conversation that a machine elsewhere knows by a name.
pub fn by_conversation(
    tx: &mut Tx<'_>,
    name: &str,
) -> Result<Option<(ConversationPlace, Speaker)>> {
    let found: Option<PlaceRow> = row!(
        tx,
        "SELECT contest_id, round, attempt, judge, side, speaker FROM contest_turn
         WHERE conversation = $1",
        name,
    );
    let Some(row) = found else { return Ok(None) };
    let (place, speaker) = row.into_place()?;
    let by = Speaker::from_name(&speaker);
    Ok(Some((place, by.ok_or_else(|| Error::corrupt("an unknown speaker"))?)))
}

/// Notes the task that a machine elsewhere is asked by; none once its reply is typed.
pub fn set_task(
    tx: &mut Tx<'_>,
    place: &ConversationPlace,
    by: Speaker,
    conversation: &str,
    task_id: Option<&str>,
) -> Result<()> {
    let (contest_id, round, attempt, judge, side) = place.columns()?;
    run!(
        tx,
        "UPDATE contest_turn SET conversation = $7, task_id = $8
         WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND judge = $4 AND side = $5
           AND speaker = $6",
        contest_id,
        round,
        attempt,
        judge,
        side,
        by.name(),
        conversation,
        task_id,
    );
    Ok(())
}

/// Notes that a machine has replied to so many lines. Returns false if another turn of the same
/// machine came first.
pub fn advance(
    tx: &mut Tx<'_>,
    place: &ConversationPlace,
    by: Speaker,
    before: Option<usize>,
    heard: usize,
) -> Result<bool> {
    let (contest_id, round, attempt, judge, side) = place.columns()?;
    let advanced = run!(
        tx,
        "INSERT INTO contest_turn (contest_id, round, attempt, judge, side, speaker, heard)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (contest_id, round, attempt, judge, side, speaker)
         DO UPDATE SET heard = excluded.heard WHERE contest_turn.heard = $8",
        contest_id,
        round,
        attempt,
        judge,
        side,
        by.name(),
        i64::try_from(heard).map_err(Error::corrupt)?,
        before.map(i64::try_from).transpose().map_err(Error::corrupt)?,
    );
    Ok(advanced == 1)
}
