//! Browsers in which somebody is logged in. Only the hash of a cookie is kept.

use crate::db::setting;
use crate::player::{self, Player, PlayerRow};
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "session",
    key: &["id"],
    columns: &[
        (Class::Exported, &["player_id", "device", "created_at", "seen_at"]),
        // A number that the server counts, beside the time.
        (Class::NotPersonal, &["seen_day"]),
        (Class::Withheld(reason::SECRET), &["id", "visit"]),
    ],
    erasure: Erasure::Erased(close_all),
};

#[derive(Clone, Debug)]
pub struct Session {
    pub id: String,
    pub device: String,
    pub seen_at: i64,
    pub created_at: i64,
}

/// A session ends after this many days without use. They are days on which the server has run, as
/// `count_day` counts them, and not a span on the clock: a clock that jumps, however far, is at most
/// one day more.
pub const DAYS: i64 = 60;

/// The setting with the number of the day.
const DAY: &str = "session_day";

/// Begins another day and deletes the sessions that were not used for too many. Returns how many.
pub(crate) fn count_day(tx: &mut Tx<'_>) -> Result<u64> {
    let last: Option<i64> = setting::get(tx, DAY)?.and_then(|day| day.parse().ok());
    let day = last.unwrap_or(0) + 1;
    setting::set(tx, DAY, &day.to_string())?;
    Ok(run!(tx, "DELETE FROM session WHERE seen_day < $1", day - DAYS))
}

pub fn open(tx: &mut Tx<'_>, hash: &str, player_id: &str, device: &str, now: i64) -> Result<()> {
    player::require_here(tx, player_id)?;
    run!(
        tx,
        "INSERT INTO session (id, player_id, device, created_at, seen_at, seen_day)
         VALUES ($1, $2, $3, $4, $4,
                 COALESCE((SELECT CAST(value AS BIGINT) FROM setting WHERE name = $5), 0))",
        hash,
        player_id,
        device,
        now,
        DAY,
    );
    player::note_presence(tx, player_id, now)
}

/// A player who is logged in from a browser.
#[derive(Clone, Debug)]
pub struct LoggedIn {
    pub player: Player,
    /// The time at which the session was last noted as seen.
    pub seen_at: i64,
    /// The hash of the text for playing that they have agreed to.
    pub play_consent: Option<String>,
}

/// Reads who is logged in from a browser.
pub fn logged_in(tx: &mut Tx<'_>, hash: &str) -> Result<Option<LoggedIn>> {
    let found: Option<RowPair<(i64, Option<String>), PlayerRow>> = row!(
        tx,
        "SELECT s.seen_at,
                (SELECT CASE WHEN c.withdrawn_at IS NULL THEN c.text_hash END FROM consent c
                 WHERE c.player_id = p.id AND c.purpose = 'play' ORDER BY c.nth DESC LIMIT 1),
                p.id, p.kind, p.name, p.email, p.verified, p.role, p.banned_why, p.wants_mail,
                p.created_at, p.banned_at, p.rating_hidden
         FROM session s JOIN player p ON p.id = s.player_id
         WHERE s.id = $1 AND p.erased_at IS NULL",
        hash,
    );
    Ok(found.map(|RowPair((seen_at, play_consent), player)| LoggedIn {
        player: player.into(),
        seen_at,
        play_consent,
    }))
}

/// Notes a session as used.
pub fn renew(tx: &mut Tx<'_>, hash: &str, now: i64) -> Result<()> {
    let renewed: Option<(String,)> = row!(
        tx,
        "UPDATE session SET seen_at = $2,
             seen_day = COALESCE((SELECT CAST(value AS BIGINT) FROM setting WHERE name = $3), 0)
         WHERE id = $1 RETURNING player_id",
        hash,
        now,
        DAY,
    );
    renewed.map_or(Ok(()), |(id,)| player::note_presence(tx, &id, now))
}

pub fn close(tx: &mut Tx<'_>, hash: &str, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM session WHERE id = $1 AND player_id = $2", hash, player_id);
    Ok(())
}

/// Signs a player out everywhere, except in the session given.
pub fn close_others(tx: &mut Tx<'_>, player_id: &str, keep: &str) -> Result<()> {
    run!(tx, "DELETE FROM session WHERE player_id = $1 AND id <> $2", player_id, keep);
    Ok(())
}

pub fn list(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Session>> {
    let rows: Vec<(String, String, i64, i64)> = rows!(
        tx,
        "SELECT id, device, seen_at, created_at FROM session
         WHERE player_id = $1 ORDER BY seen_at DESC LIMIT 100",
        player_id,
    );
    let session = |(id, device, seen_at, created_at)| Session { id, device, seen_at, created_at };
    Ok(rows.into_iter().map(session).collect())
}

/// Returns the guest that a visit has made since then. Visits with the same hash are looked at one
/// after the other, before any other lock; an older guest is forgotten by the visit.
pub fn guest_of_visit(tx: &mut Tx<'_>, visit: &str, since: i64) -> Result<Option<String>> {
    tx.lock("SELECT pg_advisory_xact_lock(1958, hashtext(current_schema()::TEXT || $1))", visit)?;
    let found: Option<(String, i64)> =
        row!(tx, "SELECT player_id, created_at FROM session WHERE visit = $1", visit);
    match found {
        Some((player_id, created_at)) if created_at >= since => Ok(Some(player_id)),
        Some(_) => {
            run!(tx, "UPDATE session SET visit = NULL WHERE visit = $1", visit);
            Ok(None)
        }
        None => Ok(None),
    }
}

/// Notes the visit that a session comes from.
pub fn note_visit(tx: &mut Tx<'_>, hash: &str, visit: &str) -> Result<()> {
    run!(tx, "UPDATE session SET visit = $2 WHERE id = $1", hash, visit);
    Ok(())
}

/// Signs a player out everywhere.
pub(crate) fn close_all(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM session WHERE player_id = $1", player_id);
    Ok(())
}
