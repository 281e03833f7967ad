//! What was typed in the conversations of a contest. Each speaker numbers its own strokes, so two
//! who type at once never wait for each other, and what is sent twice is found out.

use luna_core::contest::clock::Position;
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_core::typing::stroke::Stroke;

use super::record;
use crate::player::GONE;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "contest_keystroke",
    key: &["contest_id", "round", "attempt", "judge", "side", "speaker", "number"],
    columns: &[
        (
            Class::Exported,
            &["contest_id", "round", "attempt", "speaker", "number", "at", "strokes"],
        ),
        // The person's seat says which judge it was; the side is that of a party.
        (Class::NotPersonal, &["judge", "side", "is_planned", "player_id"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// The place of a conversation: a judge's side in a round that has begun for the n-th time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConversationPlace {
    pub contest_id: String,
    pub round: usize,
    pub attempt: usize,
    pub judge: usize,
    pub side: Side,
}

/// What a speaker typed at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrokeBatch {
    pub by: Speaker,
    /// The number of the first stroke among those of the speaker.
    pub number: usize,
    pub at: i64,
    pub strokes: Vec<Stroke>,
    /// Typed by a machine, and shown when its time has come.
    pub is_planned: bool,
}

record! {
    struct Row {
        speaker: String,
        number: i64,
        at: i64,
        strokes: String,
        is_planned: bool,
    }
}

record! {
    /// The place of a conversation, and the name of who speaks in it.
    pub(super) struct PlaceRow {
        contest_id: String,
        round: i64,
        attempt: i64,
        judge: i64,
        side: String,
        speaker: String,
    }
}

impl PlaceRow {
    pub(super) fn into_place(self) -> Result<(ConversationPlace, String)> {
        let numbers = [self.round, self.attempt, self.judge];
        let place = ConversationPlace::from_columns(self.contest_id, numbers, &self.side)?;
        Ok((place, self.speaker))
    }
}

/// What a person typed, with its conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnStrokes {
    pub(crate) place: ConversationPlace,
    pub(crate) speaker: String,
    pub(crate) number: i64,
    pub(crate) at: i64,
    pub(crate) strokes: String,
}

/// The columns of a place: its contest, round, attempt and judge, and the name of its side.
pub(super) type PlaceColumns<'a> = (&'a str, i64, i64, i64, &'static str);

impl ConversationPlace {
    pub(super) fn columns(&self) -> Result<PlaceColumns<'_>> {
        let count = |n: usize| i64::try_from(n).map_err(Error::corrupt);
        let (round, attempt) = (count(self.round)?, count(self.attempt)?);
        Ok((&self.contest_id, round, attempt, count(self.judge)?, self.side.name()))
    }

    pub(super) fn from_columns(
        contest_id: String,
        [round, attempt, judge]: [i64; 3],
        side: &str,
    ) -> Result<ConversationPlace> {
        let count = |n: i64| usize::try_from(n).map_err(Error::corrupt);
        let (round, attempt, judge) = (count(round)?, count(attempt)?, count(judge)?);
        let side = Side::from_name(side).ok_or_else(|| Error::corrupt("an unknown side"))?;
        Ok(ConversationPlace { contest_id, round, attempt, judge, side })
    }

    /// Returns whether this conversation is open at a position of the clock.
    pub fn is_open(&self, position: &Position) -> bool {
        let is_current = (position.round, position.attempt) == (Some(self.round), self.attempt);
        is_current && position.is_open(self.side)
    }

    /// The topic of what a speaker types here. It is followed while the conversation is open, and
    /// not counted.
    pub fn topic(&self, by: Speaker) -> String {
        format!("{}.{}", self.name(), by.name())
    }

    /// A name of its own for each place.
    pub fn name(&self) -> String {
        let ConversationPlace { contest_id, round, attempt, judge, side } = self;
        format!("contest:{contest_id}:{round}.{attempt}.{judge}.{}", side.name())
    }
}

impl Row {
    fn into_typed(self) -> Result<StrokeBatch> {
        let strokes = self.strokes.chars().map(Stroke::from_char);
        Ok(StrokeBatch {
            by: Speaker::from_name(&self.speaker)
                .ok_or_else(|| Error::corrupt("an unknown speaker"))?,
            number: usize::try_from(self.number).map_err(Error::corrupt)?,
            at: self.at,
            strokes: strokes.collect::<Result<_, _>>().map_err(Error::corrupt)?,
            is_planned: self.is_planned,
        })
    }
}

/// Stores what a speaker typed. [`Error::Conflict`] if a stroke with its number has arrived.
pub fn add(
    tx: &mut Tx<'_>,
    place: &ConversationPlace,
    typed: &[StrokeBatch],
    player_id: Option<&str>,
) -> Result<()> {
    let (contest_id, round, attempt, judge, side) = place.columns()?;
    for typed in typed {
        let strokes: String = typed.strokes.iter().map(|stroke| stroke.to_char()).collect();
        run!(
            tx,
            "INSERT INTO contest_keystroke (contest_id, round, attempt, judge, side, speaker,
                                            number, at, strokes, is_planned, player_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            contest_id,
            round,
            attempt,
            judge,
            side,
            typed.by.name(),
            i64::try_from(typed.number).map_err(Error::corrupt)?,
            typed.at,
            strokes,
            typed.is_planned,
            player_id,
        );
        tx.wake(&place.topic(typed.by));
    }
    Ok(())
}

/// What was typed in a conversation: of each speaker from a number on, in its order.
pub fn since(
    tx: &mut Tx<'_>,
    place: &ConversationPlace,
    from: [usize; 2],
) -> Result<Vec<StrokeBatch>> {
    let (contest_id, round, attempt, judge, side) = place.columns()?;
    let [judge_from, party_from] = from.map(|n| i64::try_from(n).map_err(Error::corrupt));
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT speaker, number, at, strokes, is_planned FROM contest_keystroke
         WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND judge = $4 AND side = $5
           AND speaker = 'judge' AND number >= $6
         UNION ALL
         SELECT speaker, number, at, strokes, is_planned FROM contest_keystroke
         WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND judge = $4 AND side = $5
           AND speaker = 'party' AND number >= $7
         ORDER BY speaker, number",
        contest_id,
        round,
        attempt,
        judge,
        side,
        judge_from?,
        party_from?,
    );
    rows.into_iter().map(Row::into_typed).collect()
}

/// Puts off what machines were to type in a round after a time.
pub fn delay(
    tx: &mut Tx<'_>,
    contest_id: &str,
    (round, attempt): (usize, usize),
    after: i64,
    by_ms: i64,
) -> Result<()> {
    run!(
        tx,
        "UPDATE contest_keystroke SET at = at + $5
         WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND at > $4 AND is_planned",
        contest_id,
        i64::try_from(round).map_err(Error::corrupt)?,
        i64::try_from(attempt).map_err(Error::corrupt)?,
        after,
        by_ms,
    );
    Ok(())
}

/// Everything that a person typed, by conversation.
pub(crate) fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<OwnStrokes>> {
    let rows: Vec<RowPair<PlaceRow, (i64, i64, String)>> = rows!(
        tx,
        "SELECT contest_id, round, attempt, judge, side, speaker, number, at, strokes
         FROM contest_keystroke WHERE player_id = $1
         ORDER BY contest_id, round, attempt, judge, side, speaker, number",
        player_id,
    );
    let own = |RowPair(row, (number, at, strokes)): RowPair<PlaceRow, (i64, i64, String)>| {
        let (place, speaker) = row.into_place()?;
        Ok(OwnStrokes { place, speaker, number, at, strokes })
    };
    rows.into_iter().map(own).collect()
}

/// Replaces the words of a person: one line stands for all that they typed in a conversation.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let gone = format!("{GONE}\n");
    let mut kept: Option<(ConversationPlace, String)> = None;
    for own in of_player(tx, player_id)? {
        let conversation = (own.place, own.speaker);
        if kept.as_ref() == Some(&conversation) {
            continue;
        }
        let (place, speaker) = &conversation;
        let (contest_id, round, attempt, judge, side) = place.columns()?;
        run!(
            tx,
            "UPDATE contest_keystroke SET strokes = $8
             WHERE contest_id = $1 AND round = $2 AND attempt = $3 AND judge = $4
               AND side = $5 AND speaker = $6 AND number = $7",
            contest_id,
            round,
            attempt,
            judge,
            side,
            speaker,
            own.number,
            gone,
        );
        record::change(tx, contest_id)?;
        kept = Some(conversation);
    }
    run!(
        tx,
        "DELETE FROM contest_keystroke WHERE player_id = $1 AND strokes <> $2",
        player_id,
        gone
    );
    Ok(())
}
