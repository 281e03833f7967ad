//! The log of the seats of a contest: who came, who agreed, who was replaced.

use luna_core::contest::participant::Participant;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "contest_log",
    key: &["contest_id", "seq"],
    columns: &[
        (Class::Exported, &["contest_id", "at", "participant", "what"]),
        (Class::NotPersonal, &["seq", "player_id"]),
        (Class::Withheld(reason::OPERATORS), &["actor_id"]),
    ],
    erasure: Erasure::Stays("It says who sat where, by id, and so belongs to the result."),
};

/// What happened to a seat. Stored for ever: variants may be added, never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SeatEvent {
    Invited,
    Joined,
    /// They have read the briefing.
    Briefed,
    /// They have answered the question if their transcripts may be published.
    Consented,
    /// They were in the seat until now.
    Replaced,
    /// A machine was put into the seat.
    Seated,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub at: i64,
    /// The player who did it; none for the command line.
    pub actor_id: Option<String>,
    pub participant: Participant,
    pub what: SeatEvent,
    /// Who was in the seat then.
    pub player_id: Option<String>,
}

record! {
    struct Row {
        at: i64,
        actor_id: Option<String>,
        participant: String,
        what: String,
        player_id: Option<String>,
    }
}

impl SeatEvent {
    const ALL: [SeatEvent; 6] = [
        SeatEvent::Invited,
        SeatEvent::Joined,
        SeatEvent::Briefed,
        SeatEvent::Consented,
        SeatEvent::Replaced,
        SeatEvent::Seated,
    ];

    pub fn name(self) -> &'static str {
        match self {
            SeatEvent::Invited => "invited",
            SeatEvent::Joined => "joined",
            SeatEvent::Briefed => "briefed",
            SeatEvent::Consented => "consented",
            SeatEvent::Replaced => "replaced",
            SeatEvent::Seated => "seated",
        }
    }

    fn from_name(name: &str) -> Option<SeatEvent> {
        SeatEvent::ALL.into_iter().find(|what| what.name() == name)
    }
}

/// Writes an entry into the log of a contest that is held.
pub fn add(tx: &mut Tx<'_>, contest_id: &str, entry: &Entry) -> Result<()> {
    run!(
        tx,
        "INSERT INTO contest_log (contest_id, seq, at, actor_id, participant, what, player_id)
         SELECT $1, count(*), $2, $3, $4, $5, $6 FROM contest_log WHERE contest_id = $1",
        contest_id,
        entry.at,
        entry.actor_id,
        entry.participant.to_string(),
        entry.what.name(),
        entry.player_id,
    );
    Ok(())
}

pub fn all(tx: &mut Tx<'_>, contest_id: &str) -> Result<Vec<Entry>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT at, actor_id, participant, what, player_id FROM contest_log
         WHERE contest_id = $1 ORDER BY seq",
        contest_id,
    );
    rows.into_iter().map(entry).collect()
}

/// The entries about a player, by contest.
pub(crate) fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<(String, Entry)>> {
    let rows: Vec<(String, i64, String, String)> = rows!(
        tx,
        "SELECT contest_id, at, participant, what FROM contest_log
         WHERE player_id = $1 ORDER BY contest_id, seq",
        player_id,
    );
    let entries = rows.into_iter().map(|(id, at, participant, what)| {
        let player_id = Some(player_id.to_owned());
        Ok((id, entry(Row { at, actor_id: None, participant, what, player_id })?))
    });
    entries.collect()
}

fn entry(row: Row) -> Result<Entry> {
    Ok(Entry {
        at: row.at,
        actor_id: row.actor_id,
        participant: row.participant.parse().map_err(Error::corrupt)?,
        what: SeatEvent::from_name(&row.what)
            .ok_or_else(|| Error::corrupt("an unknown entry of the log"))?,
        player_id: row.player_id,
    })
}
