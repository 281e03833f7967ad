//! Search for operators: players by name, address or id, games by their id or
//! that of a seat.

use crate::player::sight::may_see;
use crate::player::{self, Player};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The results of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResults {
    pub players: Vec<Player>,
    /// The game of this id, or of the seat with this id.
    pub game: Option<String>,
}

/// Names looked at that follow what was typed. Databases sort names by rules of their own, so a
/// few of those in between may begin with something else.
const NEAR: i64 = 200;
const MOST: usize = 50;

/// Looks everything up that the text could name; addresses only for those who may see them, and games
/// that the reader may see.
pub fn find(tx: &mut Tx<'_>, reader: &str, text: &str, addresses: bool) -> Result<SearchResults> {
    let mut found = SearchResults::default();
    if text.is_empty() {
        return Ok(found);
    }
    let mut ids = vec![text.to_owned()];
    if addresses {
        let owners: Vec<(String,)> = rows!(
            tx,
            "SELECT id FROM player WHERE email = $1 ORDER BY created_at LIMIT 20",
            text.to_lowercase(),
        );
        ids.extend(owners.into_iter().map(|(id,)| id));
    }
    ids.extend(named(tx, &text.to_lowercase())?);
    for id in ids {
        match player::find(tx, &id) {
            Err(Error::NotFound) => {}
            player => found.players.push(player?),
        }
    }
    found.players.dedup_by(|a, b| a.id == b.id);
    if let Some(game) = game(tx, text)?
        && may_see(tx, reader, &game)?
    {
        found.game = Some(game);
    }
    Ok(found)
}

/// Players whose names begin so.
fn named(tx: &mut Tx<'_>, start: &str) -> Result<Vec<String>> {
    let near: Vec<(String, String)> = rows!(
        tx,
        "SELECT id, name_key FROM player WHERE name_key >= $1 ORDER BY name_key LIMIT $2",
        start,
        NEAR,
    );
    let alike = near.into_iter().filter(|(_, name)| name.starts_with(start));
    Ok(alike.map(|(id, _)| id).take(MOST).collect())
}

fn game(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let game: Option<(String,)> = row!(tx, "SELECT id FROM game WHERE id = $1", id);
    if let Some((id,)) = game {
        return Ok(Some(id));
    }
    let seat: Option<(String,)> = row!(tx, "SELECT game_id FROM seat WHERE id = $1", id);
    Ok(seat.map(|(id,)| id))
}
