//! The texts that an erased player wrote in games.

use luna_core::game::Move;

use crate::player::GONE;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Puts a placeholder in the place of each text that they wrote in a game.
pub(super) fn erase(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let games: Vec<(String, i64)> = rows!(
        tx,
        "SELECT g.id, g.max_chars FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL
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
