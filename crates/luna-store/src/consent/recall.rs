//! Recall's lines: responses that their authors lend it, and what an operator has
//! decided of each. The words stay in the moves they were sent in.

use luna_core::game::Move;

use crate::consent::current::{self, Purpose};
use crate::discipline::context::Context;
use crate::player;
use crate::player::moderation_log::{self, Act, Action};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "recall_line",
    key: &["id"],
    columns: &[
        (Class::Exported, &["author_id", "state", "added_at", "decided_at", "why"]),
        (Class::Withheld(reason::PARTNER), &["asker_id", "game_id", "asked_seq"]),
        (Class::Withheld(reason::OPERATORS), &["decided_by"]),
        // The place of a text in a game: the text itself is in the download.
        (Class::NotPersonal, &["id", "seq", "part"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// Changes with every line that Recall may repeat from now on, or no longer.
pub const TOPIC: &str = "recall";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody has reviewed it yet.
    Pending,
    Approved,
    Rejected,
}

impl State {
    pub const ALL: [State; 3] = [State::Pending, State::Approved, State::Rejected];

    pub fn name(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Approved => "approved",
            State::Rejected => "rejected",
        }
    }

    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A response, and the question it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecallLine {
    pub id: String,
    pub state: State,
    pub prompt: String,
    pub reply: String,
    pub added_at: i64,
    pub decision: Option<Decision>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The operator's name and id, until they are erased.
    pub by: Option<(String, String)>,
    pub at: i64,
    pub why: String,
}

/// The questions that a seat has answered last, and its responses.
pub(crate) struct Exchange {
    pub(crate) asker_id: String,
    pub(crate) asked_seq: i64,
    pub(crate) seq: i64,
    pub(crate) texts: usize,
    /// The texts of either that a moderator has hidden, counted from 1.
    pub(crate) hidden: Vec<i64>,
}

/// Puts an author's responses of a finished game before the operators.
pub(crate) fn offer(
    tx: &mut Tx<'_>,
    at: &Context,
    game_id: &str,
    author_id: &str,
    exchange: Exchange,
) -> Result<()> {
    let Exchange { asker_id, asked_seq, seq, texts, hidden } = exchange;
    let here: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL", asker_id);
    if here.is_none() {
        return Ok(());
    }
    let parts = 0..i64::try_from(texts).map_err(Error::corrupt)?;
    for part in parts.filter(|part| !hidden.contains(&(part + 1))) {
        run!(
            tx,
            "INSERT INTO recall_line
                 (id, author_id, asker_id, game_id, asked_seq, seq, part, state, added_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8)
             ON CONFLICT (game_id, seq, part) DO NOTHING",
            at.random.id(at.now),
            author_id,
            asker_id,
            game_id,
            asked_seq,
            seq,
            part,
            at.now,
        );
    }
    Ok(())
}

/// Withdraws the lines with a text that a moderator hides; the texts of a move count from 1.
pub(crate) fn withdraw_text(tx: &mut Tx<'_>, game_id: &str, seq: i64, text: i64) -> Result<()> {
    let gone = run!(
        tx,
        "DELETE FROM recall_line
         WHERE game_id = $1 AND (seq = $2 OR asked_seq = $2) AND part = $3",
        game_id,
        seq,
        text - 1,
    );
    if gone > 0 {
        tx.touch(TOPIC);
    }
    Ok(())
}

record! {
    struct Row {
        id: String,
        game_id: String,
        asked_seq: i64,
        seq: i64,
        part: i64,
        state: String,
        added_at: i64,
        by: Option<String>,
        decided_at: Option<i64>,
        why: String,
    }
}

/// The lines in one state, newest first, before the one given by time and id.
pub fn list(
    tx: &mut Tx<'_>,
    state: State,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<RecallLine>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, game_id, asked_seq, seq, part, state, added_at, decided_by, decided_at, why
         FROM recall_line WHERE state = $1 AND (added_at, id) < ($2, $3)
         ORDER BY added_at DESC, id DESC LIMIT $4",
        state.name(),
        before.0,
        before.1,
        limit,
    );
    rows.into_iter().map(|row| line(tx, row)).collect()
}

/// All lines that a player lends, oldest first.
pub(crate) fn of_author(tx: &mut Tx<'_>, author_id: &str) -> Result<Vec<RecallLine>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, game_id, asked_seq, seq, part, state, added_at, decided_by, decided_at, why
         FROM recall_line WHERE author_id = $1 ORDER BY id",
        author_id,
    );
    rows.into_iter().map(|row| line(tx, row)).collect()
}

fn line(tx: &mut Tx<'_>, row: Row) -> Result<RecallLine> {
    let Row { id, game_id, asked_seq, seq, part, state, added_at, by, decided_at, why } = row;
    let name = by.as_deref().map(|by| player::name_of(tx, by)).transpose()?.flatten();
    Ok(RecallLine {
        id,
        state: State::from_name(&state).ok_or_else(|| Error::corrupt("an unknown state"))?,
        prompt: text(tx, &game_id, asked_seq, part)?,
        reply: text(tx, &game_id, seq, part)?,
        added_at,
        decision: decided_at.map(|at| Decision { by: name.zip(by), at, why }),
    })
}

/// One text of a move.
fn text(tx: &mut Tx<'_>, game_id: &str, seq: i64, part: i64) -> Result<String> {
    let body: Option<(String,)> =
        row!(tx, "SELECT body FROM game_move WHERE game_id = $1 AND seq = $2", game_id, seq,);
    let (body,) = body.ok_or_else(|| Error::corrupt("a line of no move"))?;
    let texts = match serde_json::from_str(&body).map_err(Error::corrupt)? {
        Move::Ask(texts) | Move::Answer(texts) => texts,
        _ => Vec::new(),
    };
    let nth = usize::try_from(part).map_err(Error::corrupt)?;
    texts.into_iter().nth(nth).ok_or_else(|| Error::corrupt("a line of no text"))
}

/// An operator's decision. [`Error::NotFound`] if the line is gone: its author has taken it
/// back, or the author or the asker has been erased.
pub fn decide(
    tx: &mut Tx<'_>,
    at: &Context,
    by: &str,
    id: &str,
    state: State,
    why: &str,
) -> Result<()> {
    let author: Option<(String,)> = row!(tx, "SELECT author_id FROM recall_line WHERE id = $1", id);
    let (author,) = author.ok_or(Error::NotFound)?;
    let changed = run!(
        tx,
        "UPDATE recall_line SET state = $2, decided_by = $3, decided_at = $4, why = $5
         WHERE id = $1 AND state <> $2",
        id,
        state.name(),
        by,
        at.now,
        why,
    );
    let what = match state {
        State::Approved => Action::ApproveLine,
        State::Rejected | State::Pending => Action::RejectLine,
    };
    if changed > 0 {
        moderation_log::note(tx, at, Act { by: Some(by), of: &author, why }, what)?;
        tx.touch(TOPIC);
    }
    Ok(())
}

/// The latest approved lines: their ids and authors.
pub fn approved(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<(String, String)>> {
    Ok(rows!(
        tx,
        "SELECT id, author_id FROM recall_line WHERE state = 'approved'
         ORDER BY added_at DESC, id DESC LIMIT $1",
        limit,
    ))
}

/// The prompt and the reply of a line; none if it is gone.
pub fn words(tx: &mut Tx<'_>, id: &str) -> Result<Option<(String, String)>> {
    let found: Option<(String, i64, i64, i64)> =
        row!(tx, "SELECT game_id, asked_seq, seq, part FROM recall_line WHERE id = $1", id);
    let Some((game_id, asked_seq, seq, part)) = found else { return Ok(None) };
    Ok(Some((text(tx, &game_id, asked_seq, part)?, text(tx, &game_id, seq, part)?)))
}

/// Returns true if Recall may repeat a line now: it is approved, and its author is neither banned
/// nor erased and has not withdrawn their consent.
pub fn may_repeat(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let author: Option<(String,)> = row!(
        tx,
        "SELECT r.author_id FROM recall_line r JOIN player p ON p.id = r.author_id
         WHERE r.id = $1 AND r.state = 'approved' AND p.banned_at IS NULL AND p.erased_at IS NULL",
        id,
    );
    let Some((author,)) = author else { return Ok(false) };
    Ok(current::current(tx, &author, Purpose::Recall)?.is_some())
}

/// Takes back what a player lends, and the questions they asked.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let lent = take_back(tx, player_id)?;
    let asked = run!(tx, "DELETE FROM recall_line WHERE asker_id = $1", player_id);
    if lent + asked > 0 {
        tx.touch(TOPIC);
    }
    Ok(())
}

/// Takes back what a player lends.
pub(crate) fn withdraw(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    if take_back(tx, player_id)? > 0 {
        tx.touch(TOPIC);
    }
    Ok(())
}

fn take_back(tx: &mut Tx<'_>, player_id: &str) -> Result<u64> {
    Ok(run!(tx, "DELETE FROM recall_line WHERE author_id = $1", player_id))
}
