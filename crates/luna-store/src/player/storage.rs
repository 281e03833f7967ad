//! The bytes that a player has stored: the texts of the tables that grow as somebody writes.

use crate::tx::Tx;
use crate::tx::error::Result;

/// Adds up the texts of a player's question sets, trivia, drafts, moves and questions to machines.
/// A database knows the length of a text without reading it, so this takes some microseconds for
/// each row.
pub fn bytes(tx: &mut Tx<'_>, player_id: &str) -> Result<i64> {
    let sum: Option<(i64,)> = row!(
        tx,
        "SELECT (SELECT COALESCE(CAST(SUM(octet_length(item.question) + octet_length(item.answer)
                                          + octet_length(item.sentence)) AS BIGINT), 0)
                 FROM question_set
                 JOIN question_set_item item ON item.set_id = question_set.id
                 WHERE question_set.player_id = $1)
              + (SELECT COALESCE(CAST(SUM(octet_length(it.text) + octet_length(it.answer_line)
                                          + octet_length(it.machines)) AS BIGINT), 0)
                 FROM quiz_question
                 JOIN quiz_revision it ON it.question_id = quiz_question.id
                 WHERE quiz_question.writer_id = $1)
              + (SELECT COALESCE(CAST(SUM(octet_length(body)) AS BIGINT), 0)
                 FROM draft WHERE player_id = $1)
              + (SELECT COALESCE(CAST(SUM(octet_length(game_move.body)) AS BIGINT), 0)
                 FROM seat
                 JOIN game_move ON game_move.game_id = seat.game_id
                 WHERE seat.player_id = $1 AND seat.ended_at IS NOT NULL
                   AND game_move.player_id = $1)
              + (SELECT COALESCE(CAST(SUM(octet_length(game_move.body)) AS BIGINT), 0)
                 FROM seat
                 JOIN game_move ON game_move.game_id = seat.game_id
                 WHERE seat.player_id = $1 AND seat.ending IS NULL AND game_move.player_id = $1)
              + (SELECT COALESCE(CAST(SUM(octet_length(body)) AS BIGINT), 0)
                 FROM task WHERE asked_by = $1)",
        player_id,
    );
    Ok(sum.map_or(0, |(sum,)| sum))
}
