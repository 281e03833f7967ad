//! What players said on each day.

use serde_json::{Value, json};

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "daily_play",
    key: &["player_id", "day"],
    columns: &[(Class::Exported, &["player_id", "day", "verdicts", "points", "score", "at"])],
    erasure: Erasure::Erased(forget),
};

record! {
    /// A day of a player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Play {
        pub day: i64,
        /// Of each exchange the guess, and `m` or `p` for machine or person: `72p 10m`.
        pub verdicts: String,
        /// Of each exchange the points: `20 13`.
        pub points: String,
        pub score: i64,
        pub at: i64,
    }
}

/// Keeps a day; returns false if the player has played it before. `Error::NotFound` if they are erased.
pub fn add(tx: &mut Tx<'_>, player_id: &str, play: &Play) -> Result<bool> {
    player::require_here(tx, player_id)?;
    let added = run!(
        tx,
        "INSERT INTO daily_play (player_id, day, verdicts, points, score, at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, day) DO NOTHING",
        player_id,
        play.day,
        play.verdicts,
        play.points,
        play.score,
        play.at,
    );
    Ok(added > 0)
}

/// The days of a player, the latest first.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str, limit: i64) -> Result<Vec<Play>> {
    Ok(rows!(
        tx,
        "SELECT day, verdicts, points, score, at FROM daily_play
         WHERE player_id = $1 ORDER BY day DESC LIMIT $2",
        player_id,
        limit,
    ))
}

record! {
    /// A day of a player, with the player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnedPlay {
        pub player_id: String,
        pub day: i64,
        pub verdicts: String,
        pub points: String,
    }
}

/// The days of all players that were over before a day, by day and player, after the one that is given.
pub fn before(
    tx: &mut Tx<'_>,
    day: i64,
    (after, player_id): (i64, &str),
    limit: i64,
) -> Result<Vec<OwnedPlay>> {
    Ok(rows!(
        tx,
        "SELECT player_id, day, verdicts, points FROM daily_play
         WHERE day < $1 AND (day, player_id) > ($2, $3) ORDER BY day, player_id LIMIT $4",
        day,
        after,
        player_id,
        limit,
    ))
}

/// For the player's download.
pub(super) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let all = of_player(tx, player_id, i64::MAX)?;
    let data = |it: Play| {
        let Play { day, verdicts, points, score, at } = it;
        json!({ "day": day, "verdicts": verdicts, "points": points, "score": score, "at": at })
    };
    Ok(all.into_iter().map(data).collect())
}

fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM daily_play WHERE player_id = $1", player_id);
    Ok(())
}
