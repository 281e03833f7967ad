//! Texts that house machines wrote of late, so that they write something else.

use luna_core::game::Move;

use crate::error::{Error, Result};
use crate::tx::Tx;

/// A kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    Question,
    Reply,
}

/// The texts of a machine in its latest finished rated games, the latest first.
pub fn latest(tx: &mut Tx<'_>, machine_id: &str, kind: Text, games: i64) -> Result<Vec<String>> {
    // CROSS JOIN has SQLite walk the guesses about the machine in their order.
    let moves: Vec<(String,)> = match kind {
        Text::Question => rows!(
            tx,
            "SELECT m.body FROM guess g CROSS JOIN game_move m
             WHERE g.of_player = $1 AND g.counts = TRUE AND m.game_id = g.game_id
                   AND m.player_id = g.of_player AND substr(m.body, 3, 3) = 'ask'
             ORDER BY g.at DESC, g.game_id DESC LIMIT $2",
            machine_id,
            games,
        ),
        Text::Reply => rows!(
            tx,
            "SELECT m.body FROM guess g CROSS JOIN game_move m
             WHERE g.of_player = $1 AND g.counts = TRUE AND m.game_id = g.game_id
                   AND m.player_id = g.of_player AND substr(m.body, 3, 6) = 'answer'
             ORDER BY g.at DESC, g.game_id DESC LIMIT $2",
            machine_id,
            games,
        ),
    };
    let mut all = Vec::new();
    for (body,) in moves {
        match serde_json::from_str(&body).map_err(Error::corrupt)? {
            Move::Ask(texts) | Move::Answer(texts) => all.extend(texts),
            _ => {}
        }
    }
    Ok(all)
}
