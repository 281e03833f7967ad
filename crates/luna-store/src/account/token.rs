//! Tokens of machines. Only the hash of a token is kept.

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};
use crate::{machine, player};

pub(crate) const TABLE: Table = Table {
    name: "token",
    key: &["id"],
    columns: &[
        (
            Class::Exported,
            &["player_id", "name", "tail", "scope", "created_at", "used_at", "revoked_at"],
        ),
        (Class::Withheld(reason::SECRET), &["id"]),
        (Class::NotPersonal, &["stream"]),
    ],
    erasure: Erasure::With("the machine"),
};

/// The extent of what a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything the machine may do.
    Play,
    /// Reading alone.
    Read,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::Play => "play",
            Scope::Read => "read",
        }
    }

    /// A scope of a later Luna reads.
    fn from_name(name: &str) -> Scope {
        if name == Scope::Play.name() { Scope::Play } else { Scope::Read }
    }
}

#[derive(Clone, Debug)]
pub struct Token {
    pub id: String,
    pub name: String,
    /// Its last letters, to know it by.
    pub tail: String,
    pub scope: Scope,
    pub created_at: i64,
    pub used_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

pub fn create(tx: &mut Tx<'_>, player_id: &str, token: &Token) -> Result<()> {
    machine::owner::require_active_owner_of(tx, player_id)?;
    run!(
        tx,
        "INSERT INTO token (id, player_id, name, tail, scope, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        token.id,
        player_id,
        token.name,
        token.tail,
        token.scope.name(),
        token.created_at,
    );
    Ok(())
}

record! {
    struct Row {
        id: String,
        name: String,
        tail: String,
        scope: String,
        created_at: i64,
        used_at: Option<i64>,
        revoked_at: Option<i64>,
    }
}

/// A machine's tokens, newest first.
pub fn list(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Token>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, tail, scope, created_at, used_at, revoked_at FROM token
         WHERE player_id = $1 ORDER BY created_at DESC",
        player_id,
    );
    let token = |row| {
        let Row { id, name, tail, scope, created_at, used_at, revoked_at } = row;
        let scope = Scope::from_name(&scope);
        Token { id, name, tail, scope, created_at, used_at, revoked_at }
    };
    Ok(rows.into_iter().map(token).collect())
}

/// From now on it opens nothing, and its streams end.
pub fn revoke(tx: &mut Tx<'_>, player_id: &str, id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE token SET revoked_at = $3 WHERE id = $1 AND player_id = $2 AND revoked_at IS NULL",
        id,
        player_id,
        now,
    );
    tx.touch(&player::topic(player_id));
    Ok(())
}

/// Revokes all tokens of a machine, whose streams end.
pub(crate) fn revoke_all(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE token SET revoked_at = $2 WHERE player_id = $1 AND revoked_at IS NULL",
        player_id,
        now,
    );
    tx.touch(&player::topic(player_id));
    Ok(())
}

/// The machine that holds a token, and any reason against it.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub player_id: String,
    /// None for a machine that comes with Luna.
    pub owner_id: Option<String>,
    pub scope: Scope,
    pub used_at: Option<i64>,
    /// Counts its event streams: the last one opened holds.
    pub stream: i64,
    pub killed_why: Option<String>,
    pub seen_at: i64,
    /// The operator has stopped all machines.
    pub all_stopped: bool,
}

record! {
    struct BearerRow {
        player_id: String,
        owner_id: Option<String>,
        scope: String,
        used_at: Option<i64>,
        stream: i64,
        killed_why: Option<String>,
        seen_at: i64,
        all_stopped: bool,
    }
}

/// The holder of the token with this hash; none once it has been revoked.
pub fn bearer(tx: &mut Tx<'_>, id: &str) -> Result<Option<Bearer>> {
    let found: Option<BearerRow> = row!(
        tx,
        "SELECT t.player_id, m.owner_id, t.scope, t.used_at, t.stream, m.killed_why, m.seen_at,
                EXISTS (SELECT 1 FROM setting WHERE name = $2)
         FROM token t JOIN machine m ON m.player_id = t.player_id
         WHERE t.id = $1 AND t.revoked_at IS NULL",
        id,
        machine::state::ALL_STOPPED,
    );
    Ok(found.map(|row| {
        let BearerRow { player_id, owner_id, used_at, stream, .. } = row;
        let BearerRow { scope, killed_why, seen_at, all_stopped, .. } = row;
        let scope = Scope::from_name(&scope);
        Bearer { player_id, owner_id, scope, used_at, stream, killed_why, seen_at, all_stopped }
    }))
}

pub fn note_use(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let first: Option<(String,)> = row!(
        tx,
        "UPDATE token SET used_at = $2 WHERE id = $1 AND used_at IS NULL RETURNING player_id",
        id,
        now,
    );
    match first {
        // Its owner may wait for that.
        Some((player_id,)) => tx.touch(&player::topic(&player_id)),
        None => drop(run!(tx, "UPDATE token SET used_at = $2 WHERE id = $1", id, now)),
    }
    Ok(())
}

/// One more event stream with this token; those before it end. Gives its number.
pub fn open_stream(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<i64> {
    let number: Option<(i64,)> =
        row!(tx, "UPDATE token SET stream = stream + 1 WHERE id = $1 RETURNING stream", id);
    tx.wake(&player::topic(player_id));
    Ok(number.map_or(0, |(number,)| number))
}
