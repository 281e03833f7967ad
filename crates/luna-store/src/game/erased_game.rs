//! Games whose partner was erased: owners of machines hear of them and delete what they kept.

use crate::db::setting;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "erased_game",
    key: &["machine_id", "seat_id"],
    columns: &[(Class::Exported, &["machine_id", "seat_id", "at"])],
    erasure: Erasure::ErasedAt(tell_owners),
};

/// Lists the games that machines of others have played with a player, so that their owners
/// delete what they kept.
fn tell_owners(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "INSERT INTO erased_game (machine_id, seat_id, at)
         SELECT theirs.player_id, theirs.id, $2
         FROM seat mine JOIN seat theirs ON theirs.game_id = mine.game_id AND theirs.id <> mine.id
         JOIN machine m ON m.player_id = theirs.player_id AND m.owner_id IS NOT NULL
         WHERE mine.player_id = $1 AND mine.ended_at IS NOT NULL
         ON CONFLICT (machine_id, seat_id) DO NOTHING",
        player_id,
        now,
    );
    run!(
        tx,
        "INSERT INTO erased_game (machine_id, seat_id, at)
         SELECT theirs.player_id, theirs.id, $2
         FROM moved mine JOIN seat theirs ON theirs.game_id = mine.game_id
         JOIN machine m ON m.player_id = theirs.player_id AND m.owner_id IS NOT NULL
         WHERE mine.player_id = $1
         ON CONFLICT (machine_id, seat_id) DO NOTHING",
        player_id,
        now,
    );
    Ok(())
}

/// The time until which owners have been written to, in Unix milliseconds.
const WRITTEN: &str = "erasures_written";
const DAY_MS: i64 = 86_400_000;
/// A game that is listed is in the database by then.
const SETTLED_MS: i64 = 60_000;

/// Returns who owns machines whose partners have been erased since this was last asked, and in
/// how many games. Nobody for a day after that.
pub fn owners_to_tell(tx: &mut Tx<'_>, now: i64) -> Result<Vec<(String, i64)>> {
    let written = setting::get(tx, WRITTEN)?.and_then(|time| time.parse().ok()).unwrap_or(0);
    let until = now - SETTLED_MS;
    // A clock that was set back does not keep owners from hearing of erasures.
    if (written..written + DAY_MS).contains(&until) {
        return Ok(Vec::new());
    }
    setting::set(tx, WRITTEN, &until.to_string())?;
    Ok(rows!(
        tx,
        "SELECT m.owner_id, COUNT(*) FROM erased_game e JOIN machine m ON m.player_id = e.machine_id
         WHERE e.at >= $1 AND e.at < $2 AND m.owner_id IS NOT NULL
         GROUP BY m.owner_id ORDER BY m.owner_id",
        written.min(until),
        until,
    ))
}

/// A game whose partner has been erased, by the id that the machine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasedGame {
    pub game: String,
    pub at: i64,
}

/// Returns a machine's games whose partner has been erased, newest first, before the one
/// given by time and id.
pub fn of_machine(
    tx: &mut Tx<'_>,
    machine_id: &str,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<ErasedGame>> {
    let rows: Vec<(String, i64)> = rows!(
        tx,
        "SELECT seat_id, at FROM erased_game WHERE machine_id = $1 AND (at, seat_id) < ($2, $3)
         ORDER BY at DESC, seat_id DESC LIMIT $4",
        machine_id,
        before.0,
        before.1,
        limit,
    );
    Ok(rows.into_iter().map(|(game, at)| ErasedGame { game, at }).collect())
}
