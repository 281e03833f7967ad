//! Players: people, with an account or as guests, and machines.

mod address;
pub mod block;
pub mod browse;
pub mod draft;
pub mod moderation_log;
mod name;
pub mod place;
mod record;
pub mod seat_address;
pub(crate) mod sight;
pub(crate) mod standing;
pub mod storage;

pub use address::{
    by_claimed_email, by_password, by_verified_email, claim_email, disclaim_email, first_hashes,
    verify_email,
};
pub use name::{Clash, by_name, clash, fill_skeletons, name_of, rename};
pub(crate) use record::PlayerRow;
use record::changed;
pub use record::{Player, Role, find};
pub(crate) use record::{require_here, still_here};

use luna_core::pairing::with_partner;
use luna_core::rating::Rating;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "player",
    key: &["id"],
    columns: &[
        (
            Class::Exported,
            &[
                "id",
                "kind",
                "name",
                "email",
                "verified",
                "created_at",
                "seen_at",
                "claimed_at",
                "banned_at",
                "banned_why",
                "wants_mail",
                "mailed_at",
                "guess_sum",
                "guess_count",
                "won",
                "lost",
                "tied",
                "finished",
                "excluded_at",
                "excluded_why",
                "role",
                "rating_hidden",
            ],
        ),
        (Class::Withheld(reason::SECRET), &["password"]),
        (Class::Withheld(reason::PARTNER), &["partners"]),
        (
            Class::NotPersonal,
            &[
                "name_key",
                "name_skeleton",
                "erased_at",
                "guess_squares",
                "ways_ended_at",
                "device_epoch",
            ],
        ),
    ],
    erasure: Erasure::ErasedAt(forget),
};

/// The placeholder for an erased player's words.
pub const GONE: &str = "[erased]";

/// The topic that changes with anything this player can see change.
pub fn topic(id: &str) -> String {
    format!("player:{id}")
}

/// A new player, without an account. [`Error::Conflict`] when the name, or one that looks like
/// it, is taken; the same piece of work may then try another.
pub fn create(tx: &mut Tx<'_>, id: &str, machine: bool, name: &str, now: i64) -> Result<()> {
    if clash(tx, name, id)?.is_some() {
        return Err(Error::Conflict);
    }
    let created = run!(
        tx,
        "INSERT INTO player (id, kind, name, name_key, name_skeleton, created_at, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING",
        id,
        if machine { "machine" } else { "human" },
        name,
        name.to_lowercase(),
        name::look(name, id),
        now,
    );
    if created == 0 { Err(Error::Conflict) } else { Ok(()) }
}

pub fn password(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT password FROM player WHERE id = $1", id);
    Ok(found.and_then(|(hash,)| hash))
}

/// Locks and returns a player whose password has this hash. The hash was read before, since a
/// comparison takes long; `None` if the password has changed since.
pub fn with_password(tx: &mut Tx<'_>, id: &str, hash: &str) -> Result<Option<Player>> {
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", id)?;
    if password(tx, id)?.as_deref() == Some(hash) { find(tx, id).map(Some) } else { Ok(None) }
}

pub fn set_password(tx: &mut Tx<'_>, id: &str, hash: &str) -> Result<()> {
    changed(run!(
        tx,
        "UPDATE player SET password = $2 WHERE id = $1 AND erased_at IS NULL",
        id,
        hash,
    ))
}

pub fn set_wants_mail(tx: &mut Tx<'_>, id: &str, wants: bool) -> Result<()> {
    changed(run!(
        tx,
        "UPDATE player SET wants_mail = $2 WHERE id = $1 AND erased_at IS NULL",
        id,
        wants,
    ))
}

pub fn note_mail(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    changed(run!(
        tx,
        "UPDATE player SET mailed_at = $2 WHERE id = $1 AND erased_at IS NULL",
        id,
        now,
    ))
}

pub fn make_admin(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    set_role(tx, id, Some(Role::Administrator))
}

/// Gives a role, or takes it away.
pub fn set_role(tx: &mut Tx<'_>, id: &str, role: Option<Role>) -> Result<()> {
    changed(run!(
        tx,
        "UPDATE player SET role = $2 WHERE id = $1 AND erased_at IS NULL",
        id,
        role.map(Role::name),
    ))
}

/// The moderators and administrators.
pub fn operators(tx: &mut Tx<'_>) -> Result<Vec<Player>> {
    let mut ids: Vec<(String,)> =
        rows!(tx, "SELECT id FROM player WHERE role >= $1 AND erased_at IS NULL", "");
    ids.sort_unstable();
    ids.into_iter().map(|(id,)| find(tx, &id)).collect()
}

pub fn set_rating_hidden(tx: &mut Tx<'_>, id: &str, hidden: bool) -> Result<()> {
    changed(run!(
        tx,
        "UPDATE player SET rating_hidden = $2 WHERE id = $1 AND erased_at IS NULL",
        id,
        hidden,
    ))
}

/// Returns true if other players are shown this one's rating.
pub fn shows_rating(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let hidden: Option<(bool,)> = row!(tx, "SELECT rating_hidden FROM player WHERE id = $1", id);
    Ok(!hidden.is_some_and(|(hidden,)| hidden))
}

/// The partners of a player's last rated games.
pub(crate) fn partners(tx: &mut Tx<'_>, id: &str) -> Result<String> {
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT partners FROM player WHERE id = $1", id);
    Ok(found.and_then(|(partners,)| partners).unwrap_or_default())
}

/// Notes that two have become partners.
pub(crate) fn note_partners(tx: &mut Tx<'_>, one: &str, other: &str) -> Result<()> {
    // In order, so that two pairings never wait for each other in a circle. Locked, since each may
    // be paired in another game at the same time.
    let before: Vec<(String, Option<String>)> = rows_locked!(
        tx,
        "SELECT id, partners FROM player WHERE id IN ($1, $2) ORDER BY id",
        lock = "FOR NO KEY UPDATE",
        one,
        other,
    );
    for (id, partners) in before {
        let partner = if id == one { other } else { one };
        let partners = with_partner(&partners.unwrap_or_default(), partner);
        defer!(tx, "UPDATE player SET partners = $2 WHERE id = $1", row = id, id, partners);
    }
    Ok(())
}

/// Notes that a player is here. Guests who stay away for long are erased.
pub(crate) fn note_presence(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    defer!(tx, "UPDATE player SET seen_at = $2 WHERE id = $1 AND seen_at < $2", row = id, id, now,);
    Ok(())
}

/// A player's rating and how their games went.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    pub rating: Option<Rating>,
    pub won: i64,
    pub lost: i64,
    pub tied: i64,
    pub finished: i64,
}

pub fn tally(tx: &mut Tx<'_>, id: &str) -> Result<Tally> {
    let found: Option<TallyRow> = row!(
        tx,
        "SELECT guess_sum, guess_count, won, lost, tied, finished FROM player WHERE id = $1",
        id,
    );
    found.map(Tally::from).ok_or(Error::NotFound)
}

record! {
    /// The columns of a player that count guesses and games.
    #[derive(PartialEq)]
    pub(crate) struct TallyRow {
        pub(crate) guess_sum: i64,
        pub(crate) guess_count: i64,
        pub(crate) won: i64,
        pub(crate) lost: i64,
        pub(crate) tied: i64,
        pub(crate) finished: i64,
    }
}

impl From<TallyRow> for Tally {
    fn from(row: TallyRow) -> Tally {
        let TallyRow { guess_sum, guess_count, won, lost, tied, finished } = row;
        Tally { rating: Rating::from_sum(guess_sum, guess_count), won, lost, tied, finished }
    }
}

/// Newest first, before the one given by time and id.
pub fn list(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<(Player, Tally)>> {
    let rows: Vec<RowPair<PlayerRow, TallyRow>> = rows!(
        tx,
        "SELECT id, kind, name, email, verified, role, banned_why, wants_mail, created_at,
                banned_at, rating_hidden, guess_sum, guess_count, won, lost, tied, finished
         FROM player WHERE (created_at, id) < ($1, $2)
         ORDER BY created_at DESC, id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    );
    Ok(rows.into_iter().map(|RowPair(player, tally)| (player.into(), tally.into())).collect())
}

/// Banned players, latest ban first, before the one given by time and id.
pub fn banned(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<(Player, Tally)>> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM player
         WHERE banned_at IS NOT NULL AND erased_at IS NULL AND (banned_at, id) < ($1, $2)
         ORDER BY banned_at DESC, id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    );
    ids.into_iter().map(|(id,)| Ok((find(tx, &id)?, tally(tx, &id)?))).collect()
}

/// Deletes all that an erased player entered about themselves.
fn forget(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE player SET name = $2, name_key = $2, name_skeleton = '=' || $1, email = NULL, verified = FALSE,
                password = NULL, role = NULL, wants_mail = FALSE, banned_why = NULL, excluded_why = NULL,
                erased_at = $3
         WHERE id = $1",
        player_id,
        placeholder(player_id),
        now,
    );
    Ok(())
}

/// Returns the name that takes the place of an erased one.
pub(crate) fn placeholder(player_id: &str) -> String {
    format!("erased-{}", player_id.get(16..).unwrap_or(player_id))
}
