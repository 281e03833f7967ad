//! Machines that are called.

use super::record::Transport;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Those of a way in that could still begin a game.
pub fn of_way(tx: &mut Tx<'_>, way: Transport) -> Result<Vec<String>> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE way = $1 AND stopped_at IS NULL AND replaced_at IS NULL
         ORDER BY player_id",
        way.name(),
    );
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// The number of a machine's rated games that nobody has joined.
pub fn waiting_count(tx: &mut Tx<'_>, id: &str) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.phase = 'interview'
               AND NOT g.sandbox",
        id,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// The latest version of a line, if there is any.
pub fn latest(tx: &mut Tx<'_>, line: &str) -> Result<Option<String>> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT player_id FROM machine WHERE line = $1 ORDER BY version DESC LIMIT 1",
        line,
    );
    Ok(found.map(|(id,)| id))
}
