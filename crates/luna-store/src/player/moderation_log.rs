//! The log of operators' actions on players: who did what, when and why.

use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "act",
    key: &["id"],
    columns: &[
        (Class::Exported, &["at", "of_player", "what", "why"]),
        (Class::Withheld(reason::OPERATORS), &["by_player"]),
        (Class::NotPersonal, &["id"]),
    ],
    erasure: Erasure::Erased(forget),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Their guesses do not count.
    Exclude,
    Restore,
    /// Flags were found harmless.
    Clear,
    Ban,
    Unban,
    /// Recall may repeat a response of theirs.
    ApproveLine,
    RejectLine,
    /// An operator erased them because they asked.
    Erase,
    /// An operator downloaded their data because they asked.
    Export,
    /// A report about them was found harmless.
    Dismiss,
    Warn,
    /// A text of theirs is shown no more.
    Hide,
    /// A machine was stopped.
    Stop,
    /// A machine may play again.
    Resume,
    /// Their role was given or taken away.
    Role,
    /// Their appeal about an answer to a trivia question was decided.
    Appeal,
    /// A rating of theirs in a campaign does not count.
    RejectRating,
    /// None of their ratings in a campaign counts.
    RejectRatings,
    /// Their second factor was turned off, since they had lost it.
    SecondFactorOff,
    /// A trivia question of theirs was taken down.
    TakeDown,
    /// They may not submit trivia questions.
    BlockWriter,
    UnblockWriter,
}

impl Action {
    pub const ALL: [Action; 22] = [
        Action::Exclude,
        Action::Restore,
        Action::Clear,
        Action::Ban,
        Action::Unban,
        Action::ApproveLine,
        Action::RejectLine,
        Action::Erase,
        Action::Export,
        Action::Dismiss,
        Action::Warn,
        Action::Hide,
        Action::Stop,
        Action::Resume,
        Action::Role,
        Action::Appeal,
        Action::RejectRating,
        Action::RejectRatings,
        Action::SecondFactorOff,
        Action::TakeDown,
        Action::BlockWriter,
        Action::UnblockWriter,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Action::Exclude => "exclude",
            Action::Restore => "restore",
            Action::Clear => "clear",
            Action::Ban => "ban",
            Action::Unban => "unban",
            Action::ApproveLine => "approve_line",
            Action::RejectLine => "reject_line",
            Action::Erase => "erase",
            Action::Export => "export",
            Action::Dismiss => "dismiss",
            Action::Warn => "warn",
            Action::Hide => "hide",
            Action::Stop => "stop",
            Action::Resume => "resume",
            Action::Role => "role",
            Action::Appeal => "appeal",
            Action::RejectRating => "reject_rating",
            Action::RejectRatings => "reject_ratings",
            Action::SecondFactorOff => "second_factor_off",
            Action::TakeDown => "take_down",
            Action::BlockWriter => "block_writer",
            Action::UnblockWriter => "unblock_writer",
        }
    }

    fn from_name(name: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|what| what.name() == name)
    }
}

/// An operator's act on a player, as the log records it.
#[derive(Clone, Copy, Debug)]
pub struct Act<'a> {
    /// None on the command line.
    pub by: Option<&'a str>,
    pub of: &'a str,
    pub why: &'a str,
}

impl<'a> Act<'a> {
    /// An act from the command line.
    pub fn of(player_id: &'a str, why: &'a str) -> Act<'a> {
        Act { by: None, of: player_id, why }
    }
}

/// Writes an act down.
pub fn note(tx: &mut Tx<'_>, at: &Context, act: Act<'_>, what: Action) -> Result<()> {
    run!(
        tx,
        "INSERT INTO act (id, at, by_player, of_player, what, why) VALUES ($1, $2, $3, $4, $5, $6)",
        at.random.id(at.now),
        at.now,
        act.by,
        act.of,
        what.name(),
        act.why,
    );
    Ok(())
}

/// One line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: String,
    pub at: i64,
    /// The operator's name and id; none for the command line.
    pub by: Option<(String, String)>,
    pub of: String,
    pub of_id: String,
    pub what: Action,
    pub why: String,
}

record! {
    struct Row {
        id: String,
        at: i64,
        by: Option<String>,
        by_id: Option<String>,
        of: String,
        of_id: String,
        what: String,
        why: String,
    }
}

fn entry(row: Row) -> Result<Entry> {
    let Row { id, at, by, by_id, of, of_id, what, why } = row;
    let what = Action::from_name(&what).ok_or_else(|| Error::corrupt("an unknown act"))?;
    Ok(Entry { id, at, by: by.zip(by_id), of, of_id, what, why })
}

/// Newest first, before the one given by time and id; without decisions on reports from games that
/// the reader plays in.
pub fn list(tx: &mut Tx<'_>, reader: &str, before: (i64, &str), limit: i64) -> Result<Vec<Entry>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT a.id, a.at, o.name, o.id, p.name, p.id, a.what, a.why
         FROM act a JOIN player p ON p.id = a.of_player LEFT JOIN player o ON o.id = a.by_player
         WHERE (a.at, a.id) < ($1, $2) AND NOT EXISTS (
             SELECT 1 FROM seat own JOIN report r ON r.game_id = own.game_id
             WHERE own.player_id = $4 AND own.ending IS NULL
                   AND r.decided_at = a.at AND r.decided_by = a.by_player)
         ORDER BY a.at DESC, a.id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
        reader,
    );
    rows.into_iter().map(entry).collect()
}

/// The actions on one player, the latest first; without decisions on reports from games that the
/// reader plays in.
pub fn of_player(tx: &mut Tx<'_>, reader: &str, player_id: &str, limit: i64) -> Result<Vec<Entry>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT a.id, a.at, o.name, o.id, p.name, p.id, a.what, a.why
         FROM act a JOIN player p ON p.id = a.of_player LEFT JOIN player o ON o.id = a.by_player
         WHERE a.of_player = $1 AND NOT EXISTS (
             SELECT 1 FROM seat own JOIN report r ON r.game_id = own.game_id
             WHERE own.player_id = $3 AND own.ending IS NULL
                   AND r.decided_at = a.at AND r.decided_by = a.by_player)
         ORDER BY a.at DESC, a.id DESC LIMIT $2",
        player_id,
        limit,
        reader,
    );
    rows.into_iter().map(entry).collect()
}

/// Deletes the reasons of actions on an erased player; the actions stay.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "UPDATE act SET why = '' WHERE of_player = $1", player_id);
    Ok(())
}
