//! Texts of the latest rated games of house machines, so that they write something else.

use luna_core::game::Move;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Replies in the same games.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    pub by_machine: Vec<String>,
    pub by_partners: Vec<String>,
}

/// The questions of a machine in its latest finished rated games, the latest first.
pub fn latest_questions(tx: &mut Tx<'_>, machine_id: &str, games: i64) -> Result<Vec<String>> {
    // CROSS JOIN has SQLite walk the guesses about the machine in their order.
    let moves: Vec<(String,)> = rows!(
        tx,
        "SELECT m.body FROM guess g CROSS JOIN game_move m
         WHERE g.of_player = $1 AND g.counts = TRUE AND m.game_id = g.game_id
               AND m.player_id = g.of_player AND substr(m.body, 3, 3) = 'ask'
         ORDER BY g.at DESC, g.game_id DESC LIMIT $2",
        machine_id,
        games,
    );
    let mut questions = Vec::new();
    for (body,) in moves {
        questions.extend(texts(&body)?);
    }
    Ok(questions)
}

/// The replies of a machine and of its partners in its latest finished rated games, the latest first.
pub fn latest_replies(tx: &mut Tx<'_>, machine_id: &str, games: i64) -> Result<Replies> {
    let moves: Vec<(String, bool)> = rows!(
        tx,
        "SELECT m.body, m.player_id = g.of_player FROM guess g CROSS JOIN game_move m
         WHERE g.of_player = $1 AND g.counts = TRUE AND m.game_id = g.game_id
               AND substr(m.body, 3, 6) = 'answer'
         ORDER BY g.at DESC, g.game_id DESC LIMIT $2",
        machine_id,
        2 * games,
    );
    let mut replies = Replies::default();
    for (body, is_own) in moves {
        let whose = if is_own { &mut replies.by_machine } else { &mut replies.by_partners };
        whose.extend(texts(&body)?);
    }
    Ok(replies)
}

fn texts(body: &str) -> Result<Vec<String>> {
    match serde_json::from_str(body).map_err(Error::corrupt)? {
        Move::Ask(texts) | Move::Answer(texts) => Ok(texts),
        _ => Ok(Vec::new()),
    }
}
