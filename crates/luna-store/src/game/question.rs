//! Questions somebody has been asked or has asked lately, for house machines: none of them asks
//! a person what they have just been asked. And the machine that somebody practised with last.

use luna_core::game::Move;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The last games of a person in which no question comes twice.
const GAMES: i64 = 10;

/// The questions that partners have asked a person in open rated games and in the last ten that are
/// over, the latest first.
pub fn questions_heard(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<String>> {
    lately(tx, player_id, false, GAMES)
}

/// The questions that a player has asked in open rated games and in the last so many that are over.
pub fn questions_asked(tx: &mut Tx<'_>, player_id: &str, games: i64) -> Result<Vec<String>> {
    lately(tx, player_id, true, games)
}

/// Questions of a player's own side or of the other, also where somebody else sat there then.
fn lately(tx: &mut Tx<'_>, player_id: &str, own: bool, games: i64) -> Result<Vec<String>> {
    // CROSS JOIN has SQLite walk the player's seats in their order.
    let mut moves: Vec<(String,)> = rows!(
        tx,
        "SELECT m.body FROM seat s CROSS JOIN game g CROSS JOIN game_move m
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.id = s.game_id AND NOT g.practice
               AND m.game_id = s.game_id AND (m.side = s.side) = $2 AND substr(m.body, 3, 3) = 'ask'
         ORDER BY m.at DESC, m.game_id",
        player_id,
        own,
    );
    moves.extend(rows!(
        tx,
        "SELECT m.body FROM seat s CROSS JOIN game g CROSS JOIN game_move m
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND g.id = s.game_id AND NOT g.practice
               AND m.game_id = s.game_id AND (m.side = s.side) = $2 AND substr(m.body, 3, 3) = 'ask'
         ORDER BY s.ended_at DESC, s.id DESC LIMIT $3",
        player_id,
        own,
        games,
    ));
    let mut all = Vec::new();
    for (body,) in moves {
        if let Move::Ask(texts) = serde_json::from_str(&body).map_err(Error::corrupt)? {
            all.extend(texts);
        }
    }
    Ok(all)
}

/// The last machine that somebody practised with, this game left out.
pub fn practised_with(tx: &mut Tx<'_>, player_id: &str, but: &str) -> Result<Option<String>> {
    let mut found: Vec<(i64, String)> = rows!(
        tx,
        "SELECT o.opened_at, o.player_id FROM seat s CROSS JOIN game g CROSS JOIN seat o
         WHERE s.player_id = $1 AND s.ending IS NULL AND s.game_id <> $2
               AND g.id = s.game_id AND g.practice AND NOT g.sandbox
               AND o.game_id = s.game_id AND o.side <> s.side",
        player_id,
        but,
    );
    found.extend(rows!(
        tx,
        "SELECT o.opened_at, o.player_id FROM seat s CROSS JOIN game g CROSS JOIN seat o
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND s.game_id <> $2
               AND g.id = s.game_id AND g.practice AND NOT g.sandbox
               AND o.game_id = s.game_id AND o.side <> s.side
         ORDER BY s.ended_at DESC, s.id DESC LIMIT 1",
        player_id,
        but,
    ));
    Ok(found.into_iter().max().map(|(_, id)| id))
}
