//! The seats of a contest: a judge, an entry or a confederate each, and the one who is in it.

use luna_core::contest::participant::Participant;

use super::record;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};
use crate::{mail, player};

pub(crate) const TABLE: Table = Table {
    name: "contest_seat",
    key: &["contest_id", "participant"],
    columns: &[
        (Class::Exported, &["contest_id", "participant", "label", "joined_at", "briefed_at"]),
        (Class::NotPersonal, &["kind", "player_id", "invited_at", "held_until", "folder"]),
        (Class::Withheld(reason::SECRET), &["token_hash", "browser"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// The kind of party in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Somebody who comes by an invitation.
    Person,
    /// A house machine or a registered one.
    Machine,
    /// A program that comes by an invitation, such as a bridge to an entry behind a folder.
    Program,
}

/// A seat and the one who is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub contest_id: String,
    pub participant: Participant,
    pub kind: Kind,
    /// A name for the organiser.
    pub label: String,
    /// The person who has joined, or the machine.
    pub player_id: Option<String>,
    pub joined_at: Option<i64>,
    pub briefed_at: Option<i64>,
    /// The folder of a program that this server connects itself.
    pub folder: Option<String>,
    /// When the person agreed to take part.
    pub consented_at: Option<i64>,
    /// The person agrees to the publication of their conversations.
    pub is_public: bool,
}

/// A browser's hold on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    pub browser: Option<String>,
    pub until: Option<i64>,
}

record! {
    struct Row {
        contest_id: String,
        participant: String,
        kind: String,
        label: String,
        player_id: Option<String>,
        joined_at: Option<i64>,
        briefed_at: Option<i64>,
        folder: Option<String>,
        consented_at: Option<i64>,
        is_public: bool,
    }
}

record! {
    struct Floor {
        version: i64,
        player_id: Option<String>,
        browser: Option<String>,
        held_until: Option<i64>,
    }
}

impl Seat {
    /// The seat for somebody else, of this kind.
    pub fn emptied(&self, kind: Kind) -> Seat {
        Seat {
            kind,
            player_id: None,
            joined_at: None,
            briefed_at: None,
            folder: None,
            consented_at: None,
            is_public: false,
            ..self.clone()
        }
    }
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Person => "person",
            Kind::Machine => "machine",
            Kind::Program => "program",
        }
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        [Kind::Person, Kind::Machine, Kind::Program].into_iter().find(|kind| kind.name() == name)
    }
}

impl Row {
    fn into_seat(self) -> Result<Seat> {
        Ok(Seat {
            contest_id: self.contest_id,
            participant: self.participant.parse().map_err(Error::corrupt)?,
            kind: Kind::from_name(&self.kind)
                .ok_or_else(|| Error::corrupt("an unknown kind of seat"))?,
            label: self.label,
            player_id: self.player_id,
            joined_at: self.joined_at,
            briefed_at: self.briefed_at,
            consented_at: self.consented_at,
            is_public: self.is_public,
            folder: self.folder,
        })
    }
}

/// Adds a seat to a new contest. `token_hash` is that of its invitation.
pub fn add(tx: &mut Tx<'_>, seat: &Seat, token_hash: Option<&str>, now: i64) -> Result<()> {
    run!(
        tx,
        "INSERT INTO contest_seat (contest_id, participant, kind, label, player_id, token_hash,
                                   invited_at, joined_at, folder)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        seat.contest_id,
        seat.participant.to_string(),
        seat.kind.name(),
        seat.label,
        seat.player_id,
        token_hash,
        token_hash.map(|_| now),
        seat.joined_at,
        seat.folder,
    );
    Ok(())
}

/// The seats of programs behind folders of a server.
pub fn with_folders(tx: &mut Tx<'_>) -> Result<Vec<Seat>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT s.contest_id, s.participant, s.kind, s.label, s.player_id, s.joined_at,
                s.briefed_at, s.folder,
                (SELECT max(k.given_at) FROM consent k
                 WHERE k.player_id = s.player_id AND k.purpose = 'contest'
                   AND k.about = s.contest_id AND k.withdrawn_at IS NULL),
                EXISTS (SELECT 1 FROM consent k
                        WHERE k.player_id = s.player_id AND k.purpose = 'contest_publication'
                          AND k.about = s.contest_id AND k.withdrawn_at IS NULL)
         FROM contest_seat s WHERE s.folder IS NOT NULL ORDER BY s.contest_id, s.participant",
    );
    rows.into_iter().map(Row::into_seat).collect()
}

/// The seats of a contest, by participant.
pub fn all(tx: &mut Tx<'_>, contest_id: &str) -> Result<Vec<Seat>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT s.contest_id, s.participant, s.kind, s.label, s.player_id, s.joined_at,
                s.briefed_at, s.folder,
                (SELECT max(k.given_at) FROM consent k
                 WHERE k.player_id = s.player_id AND k.purpose = 'contest'
                   AND k.about = s.contest_id AND k.withdrawn_at IS NULL),
                EXISTS (SELECT 1 FROM consent k
                        WHERE k.player_id = s.player_id AND k.purpose = 'contest_publication'
                          AND k.about = s.contest_id AND k.withdrawn_at IS NULL)
         FROM contest_seat s WHERE s.contest_id = $1 ORDER BY s.participant",
        contest_id,
    );
    rows.into_iter().map(Row::into_seat).collect()
}

/// The seats of a player, by contest.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Seat>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT s.contest_id, s.participant, s.kind, s.label, s.player_id, s.joined_at,
                s.briefed_at, s.folder,
                (SELECT max(k.given_at) FROM consent k
                 WHERE k.player_id = s.player_id AND k.purpose = 'contest'
                   AND k.about = s.contest_id AND k.withdrawn_at IS NULL),
                EXISTS (SELECT 1 FROM consent k
                        WHERE k.player_id = s.player_id AND k.purpose = 'contest_publication'
                          AND k.about = s.contest_id AND k.withdrawn_at IS NULL)
         FROM contest_seat s WHERE s.player_id = $1 ORDER BY s.contest_id, s.participant",
        player_id,
    );
    rows.into_iter().map(Row::into_seat).collect()
}

/// The seat that an invitation leads to.
pub fn by_token(tx: &mut Tx<'_>, token_hash: &str) -> Result<Option<Seat>> {
    let row: Option<Row> = row!(
        tx,
        "SELECT s.contest_id, s.participant, s.kind, s.label, s.player_id, s.joined_at,
                s.briefed_at, s.folder,
                (SELECT max(k.given_at) FROM consent k
                 WHERE k.player_id = s.player_id AND k.purpose = 'contest'
                   AND k.about = s.contest_id AND k.withdrawn_at IS NULL),
                EXISTS (SELECT 1 FROM consent k
                        WHERE k.player_id = s.player_id AND k.purpose = 'contest_publication'
                          AND k.about = s.contest_id AND k.withdrawn_at IS NULL)
         FROM contest_seat s WHERE s.token_hash = $1",
        token_hash,
    );
    row.map(Row::into_seat).transpose()
}

/// Saves who is in a seat of a contest that is held. Their consents have a table of their own.
pub fn save(tx: &mut Tx<'_>, seat: &Seat) -> Result<()> {
    if let Some(player) = seat.player_id.as_deref().filter(|_| seat.kind == Kind::Person) {
        player::require_here(tx, player)?;
        // The address of somebody who has come is no longer needed.
        mail::forget_about(tx, &about(&seat.contest_id, seat.participant))?;
    }
    run!(
        tx,
        "UPDATE contest_seat
         SET kind = $3, label = $4, player_id = $5, joined_at = $6, briefed_at = $7,
             folder = $8
         WHERE contest_id = $1 AND participant = $2",
        seat.contest_id,
        seat.participant.to_string(),
        seat.kind.name(),
        seat.label,
        seat.player_id,
        seat.joined_at,
        seat.briefed_at,
        seat.folder,
    );
    record::change(tx, &seat.contest_id)
}

/// The topic of the folders of seats.
pub const FOLDERS: &str = "contest-folders";

/// The seat in the mails that invite to it.
pub fn about(contest_id: &str, participant: Participant) -> String {
    format!("contest:{contest_id}:{participant}")
}

/// Deletes the mails that invite to a contest, and with them the addresses of those who never came.
pub fn forget_mails(tx: &mut Tx<'_>, contest_id: &str) -> Result<()> {
    for seat in all(tx, contest_id)? {
        mail::forget_about(tx, &about(contest_id, seat.participant))?;
    }
    Ok(())
}

/// Replaces the invitation to a seat, and deletes the mail with the old one; none takes it away.
pub fn invite(tx: &mut Tx<'_>, seat: &Seat, token_hash: Option<&str>, now: i64) -> Result<()> {
    mail::forget_about(tx, &about(&seat.contest_id, seat.participant))?;
    run!(
        tx,
        "UPDATE contest_seat SET token_hash = $3, invited_at = $4, browser = NULL, held_until = NULL
         WHERE contest_id = $1 AND participant = $2",
        seat.contest_id,
        seat.participant.to_string(),
        token_hash,
        token_hash.map(|_| now),
    );
    record::change(tx, &seat.contest_id)
}

/// The holds on all seats of a contest, by participant.
pub fn holds(tx: &mut Tx<'_>, contest_id: &str) -> Result<Vec<(Participant, Hold)>> {
    let rows: Vec<(String, Option<String>, Option<i64>)> = rows!(
        tx,
        "SELECT participant, browser, held_until FROM contest_seat
         WHERE contest_id = $1 ORDER BY participant",
        contest_id,
    );
    let hold = |(participant, browser, until): (String, _, _)| {
        Ok((participant.parse().map_err(Error::corrupt)?, Hold { browser, until }))
    };
    rows.into_iter().map(hold).collect()
}

/// A hold that lasts longer than this is from before the clock was set back, and counts for nothing.
/// The clocks of two servers differ by less.
const LONGEST_HOLD_MS: i64 = 60_000;

/// Takes a seat for a browser, or keeps it. Returns false if another has it until later than `now`.
pub fn hold(
    tx: &mut Tx<'_>,
    (contest_id, participant): (&str, Participant),
    browser: &str,
    now: i64,
    until: i64,
) -> Result<bool> {
    let held = run!(
        tx,
        "UPDATE contest_seat SET browser = $3, held_until = $5
         WHERE contest_id = $1 AND participant = $2
           AND (browser IS NULL OR browser = $3 OR held_until <= $4 OR held_until > $6)",
        contest_id,
        participant.to_string(),
        browser,
        now,
        until,
        now.saturating_add(LONGEST_HOLD_MS),
    );
    Ok(held == 1)
}

/// The version of a contest, and the hold on a seat of somebody who types. They stay until this
/// transaction ends. [`Error::NotFound`] if the seat is somebody else's.
pub fn floor(
    tx: &mut Tx<'_>,
    (contest_id, participant): (&str, Participant),
    player_id: Option<&str>,
) -> Result<(i64, Hold)> {
    let participant = participant.to_string();
    let found: Option<Floor> = match player_id {
        Some(player_id) => row_locked!(
            tx,
            "SELECT c.version, s.player_id, s.browser, s.held_until
             FROM contest_seat s JOIN contest c ON c.id = s.contest_id
             JOIN player p ON p.id = s.player_id
             WHERE s.contest_id = $1 AND s.participant = $2 AND p.id = $3
               AND p.erased_at IS NULL",
            lock = "FOR KEY SHARE OF p",
            contest_id,
            participant,
            player_id,
        ),
        None => row!(
            tx,
            "SELECT c.version, s.player_id, s.browser, s.held_until
             FROM contest_seat s JOIN contest c ON c.id = s.contest_id
             WHERE s.contest_id = $1 AND s.participant = $2",
            contest_id,
            participant,
        ),
    };
    let floor = found.filter(|floor| floor.player_id.as_deref() == player_id);
    let floor = floor.ok_or(Error::NotFound)?;
    Ok((floor.version, Hold { browser: floor.browser, until: floor.held_until }))
}

impl Hold {
    /// Returns true if this browser was the last to take the seat. Its hold may have run out, as when
    /// the clock jumps, but nobody else has come.
    pub fn is_of(&self, browser: &str) -> bool {
        self.browser.as_deref() == Some(browser)
    }

    pub fn is_active(&self, now: i64) -> bool {
        let longest = now.saturating_add(LONGEST_HOLD_MS);
        self.until.is_some_and(|until| until > now && until <= longest)
    }
}

/// Blanks what names a person in their seats, and closes these. The seats stay in the results.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    for seat in of_player(tx, player_id)? {
        if seat.kind == Kind::Person {
            save_blank(tx, &seat)?;
        }
    }
    Ok(())
}

fn save_blank(tx: &mut Tx<'_>, seat: &Seat) -> Result<()> {
    run!(
        tx,
        "UPDATE contest_seat SET label = '', token_hash = NULL, browser = NULL, held_until = NULL
         WHERE contest_id = $1 AND participant = $2",
        seat.contest_id,
        seat.participant.to_string(),
    );
    record::change(tx, &seat.contest_id)
}
