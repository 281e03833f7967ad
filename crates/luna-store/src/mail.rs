//! Mail to be sent, mail that was sent, and what players are still to be told.

use crate::job::notify::lock_notices;
use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::news::{About, When};
use crate::tx::table::{Class, Erasure, Table, reason};
use crate::{job, player};

pub(crate) const MAIL: Table = Table {
    name: "mail",
    key: &["id"],
    columns: &[
        (Class::Exported, &["player_id", "kind", "address", "subject", "created_at", "sent_at"]),
        (Class::Withheld(reason::LETTER), &["plain", "html", "off_url"]),
        (Class::NotPersonal, &["id", "problem", "about"]),
    ],
    erasure: Erasure::Erased(forget_mails),
};

pub(crate) const NOTICE: Table = Table {
    name: "notice",
    key: &["player_id", "subject_id", "kind"],
    columns: &[(Class::Withheld(reason::INTERNAL), &["player_id", "subject_id", "kind", "at"])],
    erasure: Erasure::Erased(forget_notices),
};

record! {
    #[derive(Clone, Debug)]
    pub struct Mail {
        pub id: String,
        /// None for somebody who is no player here.
        pub player_id: Option<String>,
        pub kind: String,
        pub address: String,
        pub subject: String,
        pub plain: String,
        pub html: String,
        /// The address at which one click ends such mails.
        pub off_url: Option<String>,
        /// The seat of a contest that it invites to, or the seat in a game to whose address it goes.
        pub about: Option<String>,
    }
}

/// Writes a mail down and has it sent.
pub fn send(tx: &mut Tx<'_>, mail: &Mail, now: i64) -> Result<()> {
    if let Some(player) = &mail.player_id {
        player::require_here(tx, player)?;
    }
    run!(
        tx,
        "INSERT INTO mail (id, player_id, kind, address, subject, plain, html, off_url, created_at,
                           about)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        mail.id,
        mail.player_id,
        mail.kind,
        mail.address,
        mail.subject,
        mail.plain,
        mail.html,
        mail.off_url,
        now,
        mail.about,
    );
    job::schedule(tx, &format!("mail:{}", mail.id), &job::Mail { mail: mail.id.clone() }, now)
}

/// A mail that has not been sent yet. One to the address that somebody has left for a game is gone
/// with that address.
pub fn unsent(tx: &mut Tx<'_>, id: &str) -> Result<Option<Mail>> {
    Ok(row!(
        tx,
        "SELECT m.id, m.player_id, m.kind, COALESCE(a.email, m.address) AS address, m.subject,
                m.plain, m.html, m.off_url, m.about
         FROM mail m LEFT JOIN seat_address a ON a.seat_id = m.about
         WHERE m.id = $1 AND m.sent_at IS NULL AND (m.address <> '' OR a.email IS NOT NULL)",
        id,
    ))
}

/// It has been handed on; its text, with links that open accounts, goes. So does the address of a game
/// whose last mail it was.
pub fn mark_sent(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE mail SET sent_at = $2, problem = NULL, plain = '', html = '', off_url = NULL
         WHERE id = $1",
        id,
        now,
    );
    run!(
        tx,
        "DELETE FROM seat_address
         WHERE seat_id = (SELECT about FROM mail WHERE id = $1 AND kind = 'over')",
        id,
    );
    Ok(())
}

/// There is no server to hand it to: it stays for the operator to read.
pub fn mark_shown(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    run!(tx, "UPDATE mail SET sent_at = $2, problem = NULL WHERE id = $1", id, now);
    Ok(())
}

pub fn mark_failed(tx: &mut Tx<'_>, id: &str, problem: &str) -> Result<()> {
    run!(tx, "UPDATE mail SET problem = $2 WHERE id = $1", id, problem);
    Ok(())
}

record! {
    /// A mail as the operator sees it.
    #[derive(Clone, Debug)]
    pub struct Summary {
        pub id: String,
        /// None for somebody who is no player here.
        pub player_id: Option<String>,
        pub kind: String,
        pub address: String,
        pub subject: String,
        pub plain: String,
        pub created_at: i64,
        pub sent_at: Option<i64>,
        pub problem: Option<String>,
    }
}

/// Newest first, before the one given by time and id. Nobody is shown an address that was left for a game. While the reader plays, without mails to others
/// about their games: their times would tell who the partner is.
pub fn list(
    tx: &mut Tx<'_>,
    reader: &str,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Summary>> {
    let sight = Sight::of(tx, reader)?.number();
    Ok(rows!(
        tx,
        "SELECT id, player_id, kind,
                CASE address WHEN '' THEN 'the address of one game' ELSE address END AS address,
                subject, plain, created_at, sent_at, problem
         FROM mail
         WHERE (created_at, id) < ($1, $2)
               AND (CAST($5 AS BIGINT) < 2 OR player_id = $4
                    OR kind NOT IN ('turn', 'reminder', 'over', 'again', 'ripened',
                                        'digest'))
         ORDER BY created_at DESC, id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
        reader,
        sight,
    ))
}

/// Something a player is to be told about one of their games.
#[derive(Clone, Debug)]
pub struct Notice {
    pub subject_id: String,
    pub kind: String,
}

/// They are at the page and see for themselves what this work would have had
/// them told.
pub fn suppress_notice(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) {
    tx.drop_notice(player_id, subject_id);
}

pub(crate) fn write_notice(tx: &mut Tx<'_>, about: &About, when: When) -> Result<()> {
    defer!(
        tx,
        "INSERT INTO notice (player_id, subject_id, kind, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (player_id, subject_id, kind) DO UPDATE SET at = excluded.at",
        row = format_args!("{} {} {}", about.player_id, about.subject_id, about.kind),
        about.player_id,
        about.subject_id,
        about.kind,
        when.at,
    );
    Ok(())
}

/// Has it told, at once or when it is time.
pub(crate) fn schedule_notice(tx: &mut Tx<'_>, about: &About, when: When) -> Result<()> {
    let work = job::Notify { player: about.player_id.clone() };
    job::schedule_once(tx, &format!("notify:{}", about.player_id), &work, when.due_at)
}

/// Takes everything a player is to be told, oldest first.
pub fn take_notices(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Notice>> {
    lock_notices(tx, player_id)?;
    // One statement: what comes between a look and a deletion would be lost.
    let mut rows: Vec<(i64, String, String)> = rows!(
        tx,
        "DELETE FROM notice WHERE player_id = $1 RETURNING at, subject_id, kind",
        player_id
    );
    rows.sort_unstable();
    Ok(rows.into_iter().map(|(_, subject_id, kind)| Notice { subject_id, kind }).collect())
}

/// The state of the latest mail about something: the time at which it was handed on, and the last
/// problem.
pub fn state_about(tx: &mut Tx<'_>, about: &str) -> Result<Option<(Option<i64>, Option<String>)>> {
    Ok(row!(
        tx,
        "SELECT sent_at, problem FROM mail WHERE about = $1 ORDER BY id DESC LIMIT 1",
        about,
    ))
}

/// Deletes the mails about something, sent or not.
pub(crate) fn forget_about(tx: &mut Tx<'_>, about: &str) -> Result<()> {
    let mails: Vec<(String,)> = rows!(tx, "SELECT id FROM mail WHERE about = $1", about);
    cancel(tx, &mails)?;
    run!(tx, "DELETE FROM mail WHERE about = $1", about);
    Ok(())
}

/// Deletes the mails to an erased player, sent or not.
pub(crate) fn forget_mails(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let mails: Vec<(String,)> = rows!(tx, "SELECT id FROM mail WHERE player_id = $1", player_id);
    cancel(tx, &mails)?;
    run!(tx, "DELETE FROM mail WHERE player_id = $1", player_id);
    Ok(())
}

fn cancel(tx: &mut Tx<'_>, mails: &[(String,)]) -> Result<()> {
    for (id,) in mails {
        run!(tx, "DELETE FROM job WHERE id = $1", format!("mail:{id}"));
    }
    Ok(())
}

/// Deletes the notices for an erased player, and the job that sends them.
pub(crate) fn forget_notices(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM notice WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM job WHERE id = $1", format!("notify:{player_id}"));
    Ok(())
}
