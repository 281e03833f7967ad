//! The queue of people who wait for a partner.

use luna_core::game::Rules;
use luna_core::pairing::Waiting;

use crate::error::{Error, Result};
use crate::tx::Tx;

/// Those who wait for a partner are paired with each other, and with machines, by one at a time.
pub(crate) fn lock_queue(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1951, hashtext(current_schema()::TEXT || $1))", "pairing")
}

/// Blocks stay as they are while a partner is chosen.
pub(super) fn share_blocks(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock(
        "SELECT pg_advisory_xact_lock_shared(1951, hashtext(current_schema()::TEXT || $1))",
        "block",
    )
}

/// Waits for those who are choosing partners. It comes before the queue.
pub(crate) fn lock_blocks(tx: &mut Tx<'_>) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1951, hashtext(current_schema()::TEXT || $1))", "block")
}

/// A game in the queue, and who waits in it.
pub(super) struct QueuedGame {
    pub(super) game_id: String,
    player_id: String,
    partners: Option<String>,
    place: Option<String>,
}

impl QueuedGame {
    pub(super) fn waiting(&self) -> Waiting<'_> {
        let partners = self.partners.as_deref().unwrap_or_default();
        Waiting { player: &self.player_id, partners }
    }

    /// Both are guests, of one address or browser.
    pub(super) fn shares_place(&self, place: Option<&str>) -> bool {
        let theirs = self.place.as_deref().unwrap_or_default();
        place.unwrap_or_default().split_whitespace().any(|code| theirs.contains(code))
    }
}

/// The first games in which somebody else waits, without those of players who block this one or
/// are blocked by it.
pub(super) fn queue(tx: &mut Tx<'_>, player_id: &str, rules: Rules) -> Result<Vec<QueuedGame>> {
    // Questions for other rules would be refused in that game. CROSS JOIN has SQLite walk the
    // queue in its order instead of all seats.
    let rows: Vec<(String, String, Option<String>, Option<String>)> = rows!(
        tx,
        "SELECT g.id, s.player_id, p.partners, s.place
         FROM game g
         CROSS JOIN seat s
         JOIN player p ON p.id = s.player_id
         WHERE g.queue_key IS NOT NULL AND g.questions = $2 AND g.max_chars = $3
               AND s.game_id = g.id AND s.here AND s.player_id <> $1
               AND NOT EXISTS (
                   SELECT 1 FROM block b
                   WHERE b.by_player = $1 AND b.of_player = p.id)
               AND NOT EXISTS (
                   SELECT 1 FROM block b
                   WHERE b.by_player = p.id AND b.of_player = $1)
         ORDER BY g.queue_key, g.id LIMIT 100",
        player_id,
        i64::try_from(rules.questions).map_err(Error::corrupt)?,
        i64::try_from(rules.max_chars).map_err(Error::corrupt)?,
    );
    let queued =
        |(game_id, player_id, partners, place)| QueuedGame { game_id, player_id, partners, place };
    Ok(rows.into_iter().map(queued).collect())
}

/// The game of the player who has waited longest, if anybody waits.
pub(super) fn first_in_queue(tx: &mut Tx<'_>, rules: Rules) -> Result<Option<String>> {
    let first: Option<(String,)> = row!(
        tx,
        "SELECT id FROM game
         WHERE queue_key >= $3 AND questions = $1 AND max_chars = $2
         ORDER BY queue_key, id LIMIT 1",
        i64::try_from(rules.questions).map_err(Error::corrupt)?,
        i64::try_from(rules.max_chars).map_err(Error::corrupt)?,
        i64::MIN,
    );
    Ok(first.map(|(id,)| id))
}
