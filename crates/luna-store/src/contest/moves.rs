//! The moves of a contest, in order.

use luna_core::contest::participant::Participant;
use luna_core::contest::{Author, Move};

use super::record;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "contest_move",
    key: &["contest_id", "seq"],
    columns: &[
        (Class::Exported, &["contest_id", "at", "author", "body"]),
        (Class::NotPersonal, &["seq"]),
        (Class::Withheld(reason::OPERATORS), &["player_id"]),
    ],
    erasure: Erasure::Stays("Verdicts and ranks are the result of a contest; they hold no words."),
};

/// A move with its time and its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    pub at: i64,
    pub by: Author,
    pub mv: Move,
}

/// Appends a move to a contest that is held. `seq` is the number of moves before it.
pub fn append(
    tx: &mut Tx<'_>,
    contest_id: &str,
    seq: usize,
    recorded: &RecordedMove,
    player_id: Option<&str>,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO contest_move (contest_id, seq, at, author, player_id, body)
         VALUES ($1, $2, $3, $4, $5, $6)",
        contest_id,
        i64::try_from(seq).map_err(Error::corrupt)?,
        recorded.at,
        name(recorded.by),
        player_id,
        serde_json::to_string(&recorded.mv).map_err(Error::corrupt)?,
    );
    record::change(tx, contest_id)
}

pub fn all(tx: &mut Tx<'_>, contest_id: &str) -> Result<Vec<RecordedMove>> {
    let rows: Vec<(i64, String, String)> = rows!(
        tx,
        "SELECT at, author, body FROM contest_move WHERE contest_id = $1 ORDER BY seq",
        contest_id,
    );
    rows.into_iter().map(|(at, author, body)| recorded(at, &author, &body)).collect()
}

/// The moves of a player in all contests, by contest.
pub(crate) fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<(String, RecordedMove)>> {
    let rows: Vec<(String, i64, String, String)> = rows!(
        tx,
        "SELECT contest_id, at, author, body FROM contest_move
         WHERE player_id = $1 ORDER BY contest_id, seq",
        player_id,
    );
    let moves = rows.into_iter();
    moves.map(|(id, at, author, body)| Ok((id, recorded(at, &author, &body)?))).collect()
}

const ORGANISER: &str = "organiser";

/// The name under which an author is stored.
pub fn name(author: Author) -> String {
    match author {
        Author::Organiser => ORGANISER.to_owned(),
        Author::Judge(number) => Participant::Judge(number).to_string(),
    }
}

fn recorded(at: i64, author: &str, body: &str) -> Result<RecordedMove> {
    let by = match author.parse() {
        Ok(Participant::Judge(number)) => Author::Judge(number),
        _ if author == ORGANISER => Author::Organiser,
        _ => return Err(Error::corrupt("an unknown author of a move")),
    };
    Ok(RecordedMove { at, by, mv: serde_json::from_str(body).map_err(Error::corrupt)? })
}
