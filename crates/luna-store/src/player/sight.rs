//! Sight: what an operator may see of games in progress, so that nobody learns who their own partner
//! is. It depends on nothing but whether the operator plays: a single game that is missing from a
//! list, or was in it before, would tell as much as one that is there.

use crate::tx::Tx;
use crate::tx::error::Result;

/// The games that a reader of lists may see. The order matters: statements compare the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// All: the reader is no player, as on the command line.
    Everything,
    /// Those in progress too, but none that waits for a partner, who might be the reader.
    WithPartners,
    /// Those that are over: the reader plays a rated game.
    Over,
}

impl Sight {
    /// The sight of a reader; an empty id is nobody.
    pub fn of(tx: &mut Tx<'_>, reader: &str) -> Result<Sight> {
        if reader.is_empty() {
            return Ok(Sight::Everything);
        }
        let plays: Option<(String,)> = row!(
            tx,
            "SELECT s.id FROM seat s JOIN game g ON g.id = s.game_id
             WHERE s.player_id = $1 AND s.ending IS NULL AND NOT g.practice LIMIT 1",
            reader,
        );
        Ok(if plays.is_some() { Sight::Over } else { Sight::WithPartners })
    }

    pub(crate) fn number(self) -> i64 {
        match self {
            Sight::Everything => 0,
            Sight::WithPartners => 1,
            Sight::Over => 2,
        }
    }
}

/// Returns true if this reader may open a game. One that waits for a partner may be opened, since its
/// id is in no list.
pub fn may_see(tx: &mut Tx<'_>, reader: &str, game_id: &str) -> Result<bool> {
    let sight = Sight::of(tx, reader)?;
    let found: Option<(String,)> = row!(
        tx,
        "SELECT id FROM game WHERE id = $1
         AND (ended_at IS NOT NULL OR CAST($2 AS BIGINT) < 2)",
        game_id,
        sight.number(),
    );
    Ok(found.is_some())
}
