//! Ways in: everything that lets somebody into a player without the password. A change of who may
//! come in ends all of them, by one function.

use super::{email_link, recovery, session, token};
use crate::machine::owner::lock_all_of;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;

/// The kind of a way in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A browser that is logged in.
    Session,
    /// A guest's recovery code.
    RecoveryCode,
    /// A link in a mail.
    MailLink,
    /// A token of one of the player's machines.
    Token,
    /// An invitation to a seat of a contest, which the player has taken.
    Invitation,
}

/// One way in, as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayIn {
    pub kind: Kind,
    /// The id by which it is ended.
    pub id: String,
    /// The browser, the address, the machine and the name of its token, or the contest.
    pub label: String,
    /// The time at which it was made.
    pub since: Option<i64>,
    pub used_at: Option<i64>,
    /// The time at which it ends by itself.
    pub until: Option<i64>,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::Session, Kind::RecoveryCode, Kind::MailLink, Kind::Token, Kind::Invitation];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Session => "session",
            Kind::RecoveryCode => "recovery_code",
            Kind::MailLink => "mail_link",
            Kind::Token => "token",
            Kind::Invitation => "invitation",
        }
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Locks the ways in of a player, before any other lock: none is made until this transaction ends.
pub fn lock(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    lock_all_of(tx, player_id)
}

/// Returns the ways in of a player, by kind.
pub fn list(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<Vec<WayIn>> {
    let mut all = sessions(tx, player_id)?;
    all.extend(recovery::made_at(tx, player_id)?.map(|made_at| WayIn {
        kind: Kind::RecoveryCode,
        id: String::new(),
        label: String::new(),
        since: Some(made_at),
        used_at: None,
        until: None,
    }));
    all.extend(mail_links(tx, player_id, now)?);
    all.extend(tokens(tx, player_id)?);
    all.extend(invitations(tx, player_id)?);
    Ok(all)
}

fn sessions(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<WayIn>> {
    let way = |session: session::Session| WayIn {
        kind: Kind::Session,
        id: session.id,
        label: session.device,
        since: Some(session.created_at),
        used_at: Some(session.seen_at),
        until: None,
    };
    Ok(session::list(tx, player_id)?.into_iter().map(way).collect())
}

fn mail_links(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<Vec<WayIn>> {
    let way = |(id, email, expires_at)| WayIn {
        kind: Kind::MailLink,
        id,
        label: email,
        since: None,
        used_at: None,
        until: Some(expires_at),
    };
    Ok(email_link::opening(tx, player_id, now)?.into_iter().map(way).collect())
}

record! {
    struct TokenRow {
        id: String,
        machine: String,
        name: String,
        tail: String,
        created_at: i64,
        used_at: Option<i64>,
    }
}

fn tokens(tx: &mut Tx<'_>, owner_id: &str) -> Result<Vec<WayIn>> {
    let mut all = Vec::new();
    for (machine_id,) in machines(tx, owner_id)? {
        let rows: Vec<TokenRow> = rows!(
            tx,
            "SELECT t.id, p.name, t.name, t.tail, t.created_at, t.used_at
             FROM token t JOIN player p ON p.id = t.player_id
             WHERE t.player_id = $1 AND t.revoked_at IS NULL ORDER BY t.created_at DESC",
            machine_id,
        );
        all.extend(rows.into_iter().map(|it| WayIn {
            kind: Kind::Token,
            id: it.id,
            label: format!("{}: {} …{}", it.machine, it.name, it.tail),
            since: Some(it.created_at),
            used_at: it.used_at,
            until: None,
        }));
    }
    Ok(all)
}

/// Returns the ids of all versions of the player's machines.
fn machines(tx: &mut Tx<'_>, owner_id: &str) -> Result<Vec<(String,)>> {
    Ok(rows!(
        tx,
        "SELECT player_id FROM machine WHERE owner_id = $1 ORDER BY line, version",
        owner_id,
    ))
}

fn invitations(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<WayIn>> {
    let rows: Vec<(String, String, Option<i64>)> = rows!(
        tx,
        "SELECT s.contest_id, c.name, s.joined_at
         FROM contest_seat s JOIN contest c ON c.id = s.contest_id
         WHERE s.player_id = $1 AND s.kind = 'person' AND s.token_hash IS NOT NULL
         ORDER BY s.contest_id, s.participant",
        player_id,
    );
    let way = |(id, label, used_at)| WayIn {
        kind: Kind::Invitation,
        id,
        label,
        since: None,
        used_at,
        until: None,
    };
    Ok(rows.into_iter().map(way).collect())
}

/// Returns the number of valid tokens of a player's machines.
pub fn count_tokens(tx: &mut Tx<'_>, owner_id: &str) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT COUNT(*) FROM machine m JOIN token t ON t.player_id = m.player_id
         WHERE m.owner_id = $1 AND t.revoked_at IS NULL",
        owner_id,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// Ends one way in of a player.
pub fn end(tx: &mut Tx<'_>, player_id: &str, (kind, id): (Kind, &str), now: i64) -> Result<()> {
    match kind {
        Kind::Session => {
            session::close(tx, id, player_id)?;
            tx.touch(&player::topic(player_id));
        }
        Kind::RecoveryCode => recovery::forget(tx, player_id)?,
        Kind::MailLink => email_link::end(tx, player_id, id)?,
        Kind::Token => {
            for (machine_id,) in machines(tx, player_id)? {
                token::revoke(tx, &machine_id, id, now)?;
            }
        }
        Kind::Invitation => {
            run!(
                tx,
                "UPDATE contest_seat SET token_hash = NULL
                 WHERE player_id = $1 AND kind = 'person' AND contest_id = $2",
                player_id,
                id,
            );
        }
    }
    Ok(())
}

/// Ends all ways in of a player: whenever it changes who may come in. The browser in which that is
/// done begins another session after this.
pub fn end_all(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    end_all_but_own(tx, player_id, now)?;
    session::close_all(tx, player_id)?;
    recovery::forget(tx, player_id)?;
    tx.touch(&player::topic(player_id));
    Ok(())
}

/// Ends what others may hold: links, tokens and invitations. Sessions and the recovery code stay.
pub(crate) fn end_all_but_own(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    lock(tx, player_id)?;
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", player_id)?;
    run!(tx, "UPDATE player SET ways_ended_at = $2 WHERE id = $1", player_id, now);
    email_link::end_all(tx, player_id)?;
    for (machine_id,) in machines(tx, player_id)? {
        token::revoke_all(tx, &machine_id, now)?;
    }
    run!(
        tx,
        "UPDATE contest_seat SET token_hash = NULL WHERE player_id = $1 AND kind = 'person'",
        player_id,
    );
    Ok(())
}

/// Returns the time at which all ways in of a player ended last; 0 if they never did.
pub fn ended_at(tx: &mut Tx<'_>, player_id: &str) -> Result<i64> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT ways_ended_at FROM player WHERE id = $1", player_id);
    Ok(found.map_or(0, |(at,)| at))
}

/// Makes the browsers unknown in which a player has logged in before: they have the limits of
/// strangers again.
pub fn forget_devices(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "UPDATE player SET device_epoch = device_epoch + 1 WHERE id = $1", player_id);
    Ok(())
}

/// Returns the number that the cookies of known devices of an address carry.
pub fn device_epoch(tx: &mut Tx<'_>, email: &str) -> Result<i64> {
    let found: Option<(Option<i64>,)> =
        row!(tx, "SELECT MAX(device_epoch) FROM player WHERE email = $1", email);
    Ok(found.and_then(|(epoch,)| epoch).unwrap_or(0))
}
