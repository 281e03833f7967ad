//! Games as they were written, for moderators: with what is hidden, and by which player.

use luna_core::game::{Move, Seat};

use super::load::parts;
use crate::consent::recall;
use crate::player;
use crate::tx::error::{Error, Result};
use crate::tx::{Tx, locks};

/// One move as it is kept.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    pub seq: i64,
    pub at: i64,
    pub by: Seat,
    pub player_id: String,
    pub mv: Move,
    /// The numbers of the texts that a moderator has hidden.
    pub hidden: Vec<i64>,
}

record! {
    struct MoveRow {
        seq: i64,
        at: i64,
        side: String,
        player_id: String,
        body: String,
        hidden: Option<String>,
    }
}

/// All moves of a game, the first first.
pub fn transcript(tx: &mut Tx<'_>, game_id: &str) -> Result<Vec<WrittenMove>> {
    let moves: Vec<MoveRow> = rows!(
        tx,
        "SELECT seq, at, side, player_id, body, hidden FROM game_move
         WHERE game_id = $1 ORDER BY seq",
        game_id,
    );
    moves
        .into_iter()
        .map(|MoveRow { seq, at, side, player_id, body, hidden }| {
            let by = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
            let mv = serde_json::from_str(&body).map_err(Error::corrupt)?;
            let hidden = hidden.map_or(Vec::new(), |hidden| parts(&hidden));
            Ok(WrittenMove { seq, at, by, player_id, mv, hidden })
        })
        .collect()
}

/// Hides one text of a move from everybody but moderators, and takes it from Recall; the move stays
/// as it is.
pub fn hide(tx: &mut Tx<'_>, game_id: &str, seq: i64, part: i64) -> Result<()> {
    locks::game(tx, game_id)?;
    let found: Option<(Option<String>,)> =
        row!(tx, "SELECT hidden FROM game_move WHERE game_id = $1 AND seq = $2", game_id, seq);
    let (hidden,) = found.ok_or(Error::NotFound)?;
    let mut all = hidden.map_or(Vec::new(), |hidden| parts(&hidden));
    if !all.contains(&part) {
        all.push(part);
    }
    let all: Vec<String> = all.iter().map(i64::to_string).collect();
    run!(
        tx,
        "UPDATE game_move SET hidden = $3 WHERE game_id = $1 AND seq = $2",
        game_id,
        seq,
        all.join(","),
    );
    recall::withdraw_text(tx, game_id, seq, part)?;
    let here: Vec<(String,)> =
        rows!(tx, "SELECT player_id FROM seat WHERE game_id = $1 ORDER BY player_id", game_id);
    for (player_id,) in here {
        tx.touch(&player::topic(&player_id));
    }
    Ok(())
}

/// Returns true if a player plays in a game now, and must not learn who the partner is.
pub fn plays_in(tx: &mut Tx<'_>, game_id: &str, player_id: &str) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT id FROM seat WHERE game_id = $1 AND player_id = $2 AND ending IS NULL LIMIT 1",
        game_id,
        player_id,
    );
    Ok(found.is_some())
}

/// Returns true if a player has or had a seat in a game.
pub fn has_seat(tx: &mut Tx<'_>, game_id: &str, player_id: &str) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT id FROM seat WHERE game_id = $1 AND player_id = $2 LIMIT 1",
        game_id,
        player_id,
    );
    Ok(found.is_some())
}
