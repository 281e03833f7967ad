//! Removing a player: for a while (a ban) or for good (erasure). Partners keep
//! their games, and ratings stay right.

use luna_core::game::Move;

use crate::game::{self, Context};
use crate::moderation_log::{self, Action};
use crate::table::{Class, Erasure, Table};
use crate::tables::TABLES;
use crate::{Error, Result, Tx, machine, player, predict, setting};

mod list;
mod machines;
mod replay;

pub use list::ErasureList;
pub(crate) use machines::forget as forget_machines;
pub use replay::replay;

pub(crate) const TABLE: Table = Table {
    name: "erased_game",
    key: &["machine_id", "seat_id"],
    columns: &[(Class::Exported, &["machine_id", "seat_id", "at"])],
    erasure: Erasure::ErasedAt(tell_owners),
};

/// The placeholder for an erased player's words.
pub const GONE: &str = "[erased]";
/// Woken by each erasure: SQLite then empties its log, which still holds the old pages.
pub(crate) const TOPIC: &str = "erased";

/// Nobody plays with a banned player: open games are left. Sessions stay, so
/// that the player reads why wherever they are.
pub fn ban(
    tx: &mut Tx<'_>,
    at: &Context,
    by: Option<&str>,
    player_id: &str,
    why: &str,
) -> Result<()> {
    machine::hold_all_of(tx, player_id)?;
    player::find(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    machine::kill_all_of(tx, at, player_id, "its owner is banned.")?;
    run!(
        tx,
        "UPDATE player SET banned_at = $2, banned_why = $3 WHERE id = $1 AND kind = 'human'",
        player_id,
        at.now,
        why,
    );
    predict::outdated(tx);
    moderation_log::note(tx, at, by, player_id, Action::Ban, why)
}

pub fn unban(tx: &mut Tx<'_>, at: &Context, by: Option<&str>, player_id: &str) -> Result<()> {
    let lifted = run!(
        tx,
        "UPDATE player SET banned_at = NULL, banned_why = NULL
         WHERE id = $1 AND banned_at IS NOT NULL",
        player_id,
    );
    if lifted > 0 {
        predict::outdated(tx);
        moderation_log::note(tx, at, by, player_id, Action::Unban, "")?;
    }
    Ok(())
}

/// Everything a person wrote and everything that names them goes; guesses and
/// what became of the games stay.
/// The id is in the [`ErasureList`] before this is durable.
pub fn erase(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    erase_unlisted(tx, at, player_id)?;
    tx.list_erasure(player_id, at.now);
    Ok(())
}

fn erase_unlisted(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    machine::hold_all_of(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    machine::kill_all_of(tx, at, player_id, machines::WHY)?;
    tx.hold("SELECT 1 FROM player WHERE id = $1 FOR UPDATE", player_id)?;
    // Backwards: what a row belongs to goes after the row.
    for table in TABLES.iter().rev() {
        match table.erasure {
            Erasure::Erased(erase) => erase(tx, player_id)?,
            Erasure::ErasedAt(erase) => erase(tx, player_id, at.now)?,
            Erasure::With(_) | Erasure::Stays(_) | Erasure::NotPersonal => {}
        }
    }
    tx.wake(TOPIC);
    Ok(())
}

/// Lists the games that machines of others have played with a player, so that their owners
/// delete what they kept.
fn tell_owners(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "INSERT INTO erased_game (machine_id, seat_id, at)
         SELECT theirs.player_id, theirs.id, $2
         FROM seat mine JOIN seat theirs ON theirs.game_id = mine.game_id AND theirs.id <> mine.id
         JOIN machine m ON m.player_id = theirs.player_id AND m.owner_id IS NOT NULL
         WHERE mine.player_id = $1 AND mine.ending IS NOT NULL
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
pub fn games_of_machine(
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

pub(crate) fn leave_all(tx: &mut Tx<'_>, at: &Context, player_id: &str) -> Result<()> {
    leave_some(tx, at, player_id, i64::MAX).map(drop)
}

/// The same for so many games at most. Gives how many were left.
pub(crate) fn leave_some(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    limit: i64,
) -> Result<i64> {
    let mut seats: Vec<(String, String)> = rows!(
        tx,
        "SELECT game_id, id FROM seat WHERE player_id = $1 AND ending IS NULL LIMIT $2",
        player_id,
        limit,
    );
    // Games are held in the same order by all who hold several.
    seats.sort();
    let mut left = 0;
    for (_, seat_id) in seats {
        let (place, mut loaded) = game::seated(tx, &seat_id, player_id)?;
        if place.here && place.ending.is_none() {
            game::play(tx, at, &mut loaded, place.seat, &Move::Remove, None)?;
            left += 1;
        }
    }
    Ok(left)
}

pub(crate) fn erase_words(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let games: Vec<(String, i64)> = rows!(
        tx,
        "SELECT g.id, g.max_chars FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NOT NULL
         UNION
         SELECT g.id, g.max_chars FROM moved m JOIN game g ON g.id = m.game_id
         WHERE m.player_id = $1",
        player_id,
    );
    for (game_id, max_chars) in games {
        // What replaces their words must be allowed by the game's rules too.
        let gone: String = GONE.chars().take(usize::try_from(max_chars).unwrap_or(0)).collect();
        let moves: Vec<(i64, String)> = rows!(
            tx,
            "SELECT seq, body FROM game_move WHERE game_id = $1 AND player_id = $2",
            game_id,
            player_id,
        );
        for (seq, body) in moves {
            let mv = match serde_json::from_str(&body).map_err(Error::corrupt)? {
                Move::Ask(texts) => Move::Ask(vec![gone.clone(); texts.len()]),
                Move::Answer(texts) => Move::Answer(vec![gone.clone(); texts.len()]),
                _ => continue,
            };
            run!(
                tx,
                "UPDATE game_move SET body = $3 WHERE game_id = $1 AND seq = $2",
                game_id,
                seq,
                serde_json::to_string(&mv).map_err(Error::corrupt)?,
            );
            run!(tx, "DELETE FROM typing_mark WHERE game_id = $1 AND seq = $2", game_id, seq);
        }
    }
    Ok(())
}
