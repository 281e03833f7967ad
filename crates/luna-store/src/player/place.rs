//! Places: the network addresses and browsers that people come from, as codes. A machine does not
//! meet people who share a place with its owner, nor people who share one with such people.
//!
//! The places of owners and of the people around them are kept in a table of their own, brought up
//! to date when somebody is seen somewhere, so that pairing only looks up the places of one person.

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const PLACE: Table = Table {
    name: "place",
    key: &["player_id", "code"],
    columns: &[(Class::Withheld(reason::PLACE), &["player_id", "code", "until"])],
    erasure: Erasure::Erased(forget),
};

pub(crate) const OWNER_PLACE: Table = Table {
    name: "owner_place",
    key: &["code", "owner_id", "own"],
    columns: &[(Class::Withheld(reason::PLACE), &["code", "owner_id", "own", "until"])],
    erasure: Erasure::With("place"),
};

/// The time for which a place is kept after somebody was last seen there.
pub const KEPT_MS: i64 = 30 * 86_400_000;
/// The places kept of one person, the latest of them.
const MOST: usize = 40;
/// The people of one place whose other places are looked at when its owner comes there, the latest
/// of them. The others follow when they come again.
const MOST_PEOPLE: i64 = 2_000;

/// Writes down that somebody has been at places, and what follows for the machines of owners who
/// have been there too.
pub fn note(tx: &mut Tx<'_>, player_id: &str, codes: &[String], now: i64) -> Result<()> {
    lock(tx)?;
    player::require_here(tx, player_id)?;
    for code in codes {
        run!(
            tx,
            "INSERT INTO place (player_id, code, until) VALUES ($1, $2, $3)
             ON CONFLICT (player_id, code) DO UPDATE SET until = excluded.until
             WHERE place.until < excluded.until",
            player_id,
            code,
            now + KEPT_MS,
        );
    }
    drop_oldest(tx, player_id)?;
    if owns(tx, player_id)? {
        for code in codes {
            mark_own(tx, player_id, code)?;
        }
    }
    mark_around(tx, player_id)
}

/// Deletes the places of a person beyond the latest.
fn drop_oldest(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let mut places: Vec<(i64, String)> =
        rows!(tx, "SELECT until, code FROM place WHERE player_id = $1", player_id);
    places.sort_unstable_by(|a, b| b.cmp(a));
    for (_, code) in places.into_iter().skip(MOST) {
        run!(tx, "DELETE FROM place WHERE player_id = $1 AND code = $2", player_id, code);
    }
    Ok(())
}

/// The places of somebody who has become an owner count as an owner's from now on.
pub(crate) fn note_owner(tx: &mut Tx<'_>, owner_id: &str) -> Result<()> {
    lock(tx)?;
    let codes: Vec<(String,)> =
        rows!(tx, "SELECT code FROM place WHERE player_id = $1 ORDER BY code", owner_id);
    for (code,) in codes {
        mark_own(tx, owner_id, &code)?;
    }
    Ok(())
}

/// What is written about places follows from all that is known of them: one at a time.
fn lock(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1959, hashtext(current_schema()::TEXT || $1))", "place")
}

fn owns(tx: &mut Tx<'_>, player_id: &str) -> Result<bool> {
    let found: Option<(String,)> =
        row!(tx, "SELECT player_id FROM machine WHERE owner_id = $1 LIMIT 1", player_id);
    Ok(found.is_some())
}

/// An owner has been at a place: the other places of the people there are around the owner.
fn mark_own(tx: &mut Tx<'_>, owner_id: &str, code: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO owner_place (code, owner_id, own, until)
         SELECT code, player_id, TRUE, until FROM place WHERE player_id = $1 AND code = $2
         ON CONFLICT (code, owner_id, own) DO UPDATE SET until = excluded.until
         WHERE owner_place.until < excluded.until",
        owner_id,
        code,
    );
    let people: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM place WHERE code = $1 ORDER BY until DESC LIMIT $2",
        code,
        MOST_PEOPLE,
    );
    for (person,) in people.iter().filter(|(person,)| person != owner_id) {
        mark_around(tx, person)?;
    }
    Ok(())
}

/// Somebody has been where owners have been: all their places are around these owners.
fn mark_around(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO owner_place (code, owner_id, own, until)
         SELECT other.code, o.owner_id, FALSE, MAX(CASE
                    WHEN here.until <= o.until AND here.until <= other.until THEN here.until
                    WHEN o.until <= other.until THEN o.until
                    ELSE other.until END)
         FROM place here
         JOIN owner_place o ON o.code = here.code AND o.own AND o.owner_id <> $1
         JOIN place other ON other.player_id = here.player_id
         WHERE here.player_id = $1
         GROUP BY other.code, o.owner_id
         ON CONFLICT (code, owner_id, own) DO UPDATE SET until = excluded.until
         WHERE owner_place.until < excluded.until",
        player_id,
    );
    Ok(())
}

/// People and their places, in order, after one of them.
pub fn people_after(
    tx: &mut Tx<'_>,
    (player_id, code): (&str, &str),
    limit: i64,
) -> Result<Vec<(String, String)>> {
    Ok(rows!(
        tx,
        "SELECT player_id, code FROM place WHERE (player_id, code) > ($1, $2)
         ORDER BY player_id, code LIMIT $3",
        player_id,
        code,
        limit,
    ))
}

/// Forgets all network addresses: on this instance people of one address may meet.
pub fn forget_addresses(tx: &mut Tx<'_>) -> Result<()> {
    run!(tx, "DELETE FROM owner_place WHERE code < $1", "b");
    run!(tx, "DELETE FROM place WHERE code < $1", "b");
    Ok(())
}

/// Deletes places at which nobody has been for long. Returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, now: i64, limit: i64) -> Result<i64> {
    let around = run!(
        tx,
        "DELETE FROM owner_place WHERE (code, owner_id, own) IN (
             SELECT o.code, o.owner_id, o.own FROM owner_place o WHERE o.until <= $1
             ORDER BY o.until LIMIT $2)",
        now,
        limit,
    );
    let places = run!(
        tx,
        "DELETE FROM place WHERE (player_id, code) IN (
             SELECT o.player_id, o.code FROM place o WHERE o.until <= $1
             ORDER BY o.until LIMIT $2)",
        now,
        limit,
    );
    Ok(i64::try_from(around.max(places)).unwrap_or(limit))
}

/// Deletes the places of an erased player, and those around their machines.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM owner_place WHERE owner_id = $1", player_id);
    run!(tx, "DELETE FROM place WHERE player_id = $1", player_id);
    Ok(())
}
