//! The queue of people who wait for a partner.

use luna_core::game::Rules;
use luna_core::meeting::AWAY_MS;
use luna_core::pairing::Waiting;

use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

record! {
    /// A game in the queue, and who waits in it.
    pub(super) struct QueuedGame {
        pub(super) game_id: String,
        pub(super) player_id: String,
        partners: Option<String>,
        place: Option<String>,
        pub(super) is_here: bool,
        can_be_told: bool,
    }
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

/// The first games in which somebody else waits, without those of players who block this one or are
/// blocked by it. Unless machines fill in, people who are at a page come first, and then those who
/// can be told that somebody has come.
pub(super) fn queue(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
) -> Result<Vec<QueuedGame>> {
    let all = in_order(tx, at, player_id, rules)?;
    if at.timing.machines_fill_in {
        return Ok(all);
    }
    let mut queue = of_those_here(tx, at, player_id, rules)?;
    let (told, away): (Vec<QueuedGame>, Vec<QueuedGame>) =
        all.into_iter().filter(|it| !it.is_here).partition(|it| it.can_be_told);
    queue.extend(told.into_iter().chain(away));
    Ok(queue)
}

/// Games in the order in which they wait.
fn in_order(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
) -> Result<Vec<QueuedGame>> {
    // Questions for other rules would be refused in that game. CROSS JOIN has SQLite walk the
    // queue in its order instead of all seats.
    let rows: Vec<QueuedGame> = rows!(
        tx,
        "SELECT g.id AS game_id, s.player_id, p.partners, s.place,
                COALESCE(g.seen_at, 0) > $4 AS is_here,
                (p.verified AND p.wants_mail
                 OR EXISTS (SELECT 1 FROM seat_address a WHERE a.seat_id = s.id)) AS can_be_told
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
        at.now - AWAY_MS,
    );
    Ok(rows)
}

/// The same of people who are at a page, of which there are few.
pub(super) fn of_those_here(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
) -> Result<Vec<QueuedGame>> {
    Ok(rows!(
        tx,
        "SELECT g.id AS game_id, s.player_id, p.partners, s.place,
                TRUE AS is_here,
                (p.verified AND p.wants_mail
                 OR EXISTS (SELECT 1 FROM seat_address a WHERE a.seat_id = s.id)) AS can_be_told
         FROM game g
         CROSS JOIN seat s
         JOIN player p ON p.id = s.player_id
         WHERE g.seen_at > $4 AND g.queue_key IS NOT NULL
               AND g.questions = $2 AND g.max_chars = $3
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
        at.now - AWAY_MS,
    ))
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
