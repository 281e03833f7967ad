//! A player's record: reports by them and about them.

use super::subject::Category;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The number of reports that somebody has made, and the number about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub made: i64,
    /// The number of reports made that a moderator has acted on.
    pub made_upheld: i64,
    pub about: i64,
    pub about_upheld: i64,
}

/// Counts the reports of a player, without those from games that the reader plays in.
pub fn record(tx: &mut Tx<'_>, reader: &str, player_id: &str) -> Result<Record> {
    let made: Vec<(Option<String>,)> = rows!(
        tx,
        "SELECT r.decision FROM report r WHERE r.reporter = $1 AND NOT EXISTS (
             SELECT 1 FROM seat own
             WHERE own.game_id = r.game_id AND own.player_id = $2 AND own.ending IS NULL)",
        player_id,
        reader,
    );
    let about: Vec<(Option<String>,)> = rows!(
        tx,
        "SELECT r.decision FROM report r WHERE r.subject = $1 AND NOT EXISTS (
             SELECT 1 FROM seat own
             WHERE own.game_id = r.game_id AND own.player_id = $2 AND own.ending IS NULL)",
        player_id,
        reader,
    );
    let count = |all: &[(Option<String>,)]| i64::try_from(all.len()).unwrap_or(i64::MAX);
    let upheld = |all: &[(Option<String>,)]| {
        let acted = |it: &&(Option<String>,)| it.0.as_deref().is_some_and(|it| it != "dismiss");
        i64::try_from(all.iter().filter(acted).count()).unwrap_or(i64::MAX)
    };
    Ok(Record {
        made: count(&made),
        made_upheld: upheld(&made),
        about: count(&about),
        about_upheld: upheld(&about),
    })
}

/// One report about a player, without who made it.
#[derive(Clone, Debug)]
pub struct About {
    pub id: String,
    pub at: i64,
    pub category: Category,
    /// None: it is open.
    pub decision: Option<String>,
}

/// The latest reports about a player, without those from games that the reader plays in.
pub fn about(tx: &mut Tx<'_>, reader: &str, player_id: &str, limit: i64) -> Result<Vec<About>> {
    let rows: Vec<(String, i64, String, Option<String>)> = rows!(
        tx,
        "SELECT r.id, r.at, r.category, r.decision FROM report r
         WHERE r.subject = $1 AND NOT EXISTS (
             SELECT 1 FROM seat own
             WHERE own.game_id = r.game_id AND own.player_id = $3 AND own.ending IS NULL)
         ORDER BY r.at DESC LIMIT $2",
        player_id,
        limit,
        reader,
    );
    rows.into_iter()
        .map(|(id, at, category, decision)| {
            let category = Category::from_name(&category)
                .ok_or_else(|| Error::corrupt("an unknown category"))?;
            Ok(About { id, at, category, decision })
        })
        .collect()
}
